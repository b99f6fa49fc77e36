import { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { moved } from './keys';
import { useScreenful } from './screenful';

interface ListboxProps {
  label: string;
  length: number;
  /** The chosen place; -1 for none. */
  chosen: number;
  onChoose: (place: number) => void;
  /** The pointer has come over a place. */
  onPoint?: (place: number) => void;
  /** Any other key, at the chosen place or the first; true when it meant something. */
  onKey: (key: string, place: number) => boolean;
  option: (place: number, chosen: boolean) => ComponentChildren;
}

/** A list that keys and mouse drive: ↑ ↓ j k Home End choose. The list keeps the focus, its options do not take it. */
export function Listbox(props: ListboxProps) {
  const { length, chosen, onChoose } = props;
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const byKey = useRef(false);
  const drawn = useScreenful(length, chosen);

  useLayoutEffect(() => {
    if (byKey.current) {
      byKey.current = false;
      list.current?.children[chosen]?.scrollIntoView?.({ block: 'nearest' });
    }
  }, [chosen]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || length === 0) {
      return;
    }
    const onButton = event.target !== event.currentTarget;
    if (onButton && (event.key === 'Enter' || event.key === ' ')) {
      return; // a button that was clicked has the focus, and the key is its own
    }
    const to = moved(event.key, chosen, length);
    if (to !== null) {
      byKey.current = true;
      event.preventDefault();
      onChoose(to);
    } else if (props.onKey(event.key, Math.max(chosen, 0))) {
      event.preventDefault();
    }
  };
  return (
    <ul
      ref={list}
      role="listbox"
      class="wl-list"
      tabIndex={0}
      aria-label={props.label}
      aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
      onKeyDown={onKeyDown}
    >
      {Array.from({ length: drawn }, (_, place) => (
        <li
          key={place}
          role="option"
          id={`${id}-${place}`}
          class="wl-option"
          aria-selected={place === chosen}
          onClick={() => onChoose(place)}
          onMouseEnter={() => props.onPoint?.(place)}
        >
          {props.option(place, place === chosen)}
        </li>
      ))}
    </ul>
  );
}
