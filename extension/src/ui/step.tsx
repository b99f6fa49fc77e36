import { Home } from '../api/client';
import { Action } from './action';
import { useClient } from './shared';
import { View } from './view';
import { Opened } from './view-props';

interface StepProps {
  home: Home;
  opened: Opened;
  back: () => void;
  open: (opened: Opened) => void;
  /** Where back leads, in words. */
  to: string;
}

/** What was opened in place of something else; the button and Escape lead back. */
export function Step({ home, opened, back, open, to }: StepProps) {
  useClient(home.client);
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault();
      back();
    }
  };
  return (
    <div class="wl-step" tabIndex={-1} onKeyDown={leave}>
      <nav class="wl-back">
        <Action icon="back" label={to} onAct={back} />
        <span class="wl-meta">{to}</span>
      </nav>
      <View home={home} drawn={opened.drawn} live={opened.live} open={open} />
    </div>
  );
}
