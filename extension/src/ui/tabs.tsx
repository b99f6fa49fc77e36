import { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface TabsProps<T extends string> {
  label: string;
  /** Name and words of each tab, in order. */
  tabs: readonly (readonly [T, string])[];
  chosen: T;
  onChoose: (name: T) => void;
  /** Stands at the end of the row of tabs. */
  beside?: ComponentChildren;
  /** What the chosen tab shows. */
  children: ComponentChildren;
}

/** A row of tabs, driven by ← → Home End as well, and the chosen one's content. */
export function Tabs<T extends string>(props: TabsProps<T>) {
  const { tabs, chosen, onChoose } = props;
  const id = useId();
  const names = tabs.map(([name]) => name);
  const step = (event: KeyboardEvent) => {
    const to = next(event.key, names.indexOf(chosen), names.length);
    if (to !== null) {
      event.preventDefault();
      onChoose(names[to]);
      const row = event.currentTarget as HTMLElement;
      row.querySelectorAll<HTMLElement>('[role=tab]')[to].focus();
    }
  };
  return (
    <div class="wl-tabs">
      <div class="wl-tab-row">
        <div role="tablist" aria-label={props.label} onKeyDown={step}>
          {tabs.map(([name, words]) => (
            <button
              type="button"
              role="tab"
              key={name}
              id={`${id}-${name}`}
              class="wl-tab"
              aria-selected={name === chosen}
              aria-controls={`${id}-shown`}
              tabIndex={name === chosen ? 0 : -1}
              onClick={() => onChoose(name)}
            >
              {words}
            </button>
          ))}
        </div>
        {props.beside}
      </div>
      <div
        role="tabpanel"
        id={`${id}-shown`}
        class="wl-tab-shown"
        aria-labelledby={`${id}-${chosen}`}
      >
        {props.children}
      </div>
    </div>
  );
}

/** Where a key leads in a row of `length` that goes round; null for other keys. */
function next(key: string, at: number, length: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % length;
    case 'ArrowLeft':
      return (at + length - 1) % length;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}
