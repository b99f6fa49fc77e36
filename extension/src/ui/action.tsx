import { Icon, IconName } from './icon';
import { Ready, READY } from './reach';

interface ActionProps {
  label: string;
  /** Left out for a submit button, whose form acts, and where there is nothing to do. */
  onAct?: () => void;
  ready?: Ready;
  /** Shown in place of the label, which then is its name for readers and the tooltip. */
  icon?: IconName;
  /** More about it, where nothing hinders it. */
  title?: string;
  primary?: boolean;
  /** Inside a list that has keys of its own, buttons are no stops for Tab. */
  inList?: boolean;
  kind?: 'button' | 'submit';
}

/**
 * A button. One that can do nothing now stays reachable and tells why (`aria-disabled`): a click on it is passed on, so
 * that the reason can be shown where the click was.
 */
export function Action(props: ActionProps) {
  const { label, icon, ready = READY, inList, primary } = props;
  const hint = ready.note || props.title || (icon ? label : '');
  return (
    <button
      type={props.kind ?? 'button'}
      class={`wl-action${primary ? ' wl-primary' : ''}${icon ? ' wl-icon-only' : ''}`}
      aria-disabled={ready.can ? undefined : true}
      aria-label={icon ? label : undefined}
      title={hint || undefined}
      tabIndex={inList ? -1 : undefined}
      onClick={event => {
        event.stopPropagation();
        props.onAct?.();
      }}
    >
      {icon ? <Icon name={icon} /> : label}
    </button>
  );
}
