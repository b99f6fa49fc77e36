import { useLayoutEffect, useState } from 'preact/hooks';
import { Reach } from '../api/client';
import { Action } from './action';
import { typedAddress } from './links';
import { answerable, Ready } from './reach';

interface AddressBoxProps {
  /** The page shown; "" for none. */
  address: string;
  reach: Reach;
  busy: boolean;
  onBack?: () => void;
  onForward?: () => void;
  onReload?: () => void;
  onStop: () => void;
  onGo: (url: string) => void;
}

/** Back, forward, reload and the address. Escape stops a page under way, else brings the address back. */
export function AddressBox(props: AddressBoxProps) {
  const { address, busy, onBack, onForward, onReload } = props;
  const [typed, setTyped] = useState(address);
  useLayoutEffect(() => setTyped(address), [address]);
  const ready = answerable(props.reach);
  const escape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      if (busy) {
        props.onStop();
      } else {
        setTyped(address);
      }
    }
  };
  return (
    <form
      class="wl-box"
      onSubmit={event => {
        event.preventDefault();
        const url = typedAddress(typed);
        if (url) {
          setTyped(url);
          props.onGo(url);
        }
      }}
    >
      <Action
        icon="back"
        label="Back"
        ready={either(onBack, 'No page before this one.')}
        onAct={onBack}
      />
      <Action
        icon="forward"
        label="Forward"
        ready={either(onForward, 'No page after this one.')}
        onAct={onForward}
      />
      {busy ? (
        <Action icon="stop" label="Stop" onAct={props.onStop} />
      ) : (
        <Action
          icon="reload"
          label="Reload"
          ready={onReload ? ready : either(onReload, 'No page to reload.')}
          onAct={onReload}
        />
      )}
      <input
        class="wl-input"
        type="text"
        inputMode="url"
        enterKeyHint="go"
        spellcheck={false}
        aria-label="Address of a page"
        placeholder="Address of a page"
        value={typed}
        onInput={event => setTyped(event.currentTarget.value)}
        onFocus={event => event.currentTarget.select()}
        onKeyDown={escape}
      />
    </form>
  );
}

function either(act: (() => void) | undefined, reason: string): Ready {
  return { can: act !== undefined, note: act ? '' : reason };
}
