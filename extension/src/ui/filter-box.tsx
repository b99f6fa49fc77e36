import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Client } from '../api/client';
import { SEARCH_WORDS } from '../api/types.gen';
import { Action } from './action';
import { Filters, filterWords } from './filters';
import { answerable } from './reach';

interface FilterBoxProps {
  client: Client;
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** Keyword, words, and an example of what to type. */
const TYPED: readonly (readonly [string, string, string])[] = [
  ['sites', 'Site', 'example.org .edu'],
  ['not_sites', 'Not site', 'example.com'],
  ['since', 'Since', '7d, 2026-11, week'],
  ['until', 'Until', 'yesterday'],
  ['lang', 'Language', 'en'],
  ['country', 'Country', 'DE']
];
const NUMBERS = [
  ['limit', 'Results', '5'],
  ['page', 'Page', '1']
] as const;
const SWITCHES = [
  ['answer', 'Answer in sentences'],
  ['fuse', 'Merge several backends'],
  ['hedge', 'Ask a second one when slow']
] as const;

/** Who is asked, and what narrows the search: folded away until it is wanted. Escape folds it again. */
export function FilterBox({ client, filters, onChange }: FilterBoxProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const toggle = useRef<HTMLDivElement>(null);
  const names = useAskable(client, open);
  const value = (name: string) => String(filters[name] ?? '');
  const set = (name: string, to: string | boolean) =>
    onChange({ ...filters, [name]: to });
  const fold = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      setOpen(false);
      toggle.current?.querySelector('button')?.focus();
    }
  };
  const used = filterWords(filters);
  const choice = (name: string, label: string, words: readonly string[]) => (
    <label key={name}>
      <span>{label}</span>
      <select
        class="wl-input"
        value={value(name)}
        onChange={event => set(name, event.currentTarget.value)}
      >
        {['', ...words].map(word => (
          <option key={word} value={word}>
            {word || (name === 'backend' ? 'auto' : 'any')}
          </option>
        ))}
      </select>
    </label>
  );
  const typed = (
    name: string,
    label: string,
    example: string,
    mode?: 'numeric'
  ) => (
    <label key={name}>
      <span>{label}</span>
      <input
        class="wl-input"
        type="text"
        inputMode={mode}
        spellcheck={false}
        placeholder={example}
        value={value(name)}
        onInput={event => set(name, event.currentTarget.value)}
      />
    </label>
  );
  const all = new Set(['all', ...names, value('backend')].filter(Boolean));
  return (
    <div class="wl-filters" onKeyDown={open ? fold : undefined}>
      <div class="wl-filter-line" ref={toggle}>
        <button
          type="button"
          class="wl-action wl-fold"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          Filters
        </button>
        <span class="wl-meta">{used.join(' · ')}</span>
        {used.length > 0 && <Action label="Clear" onAct={() => onChange({})} />}
      </div>
      <div
        id={id}
        class="wl-filter-grid"
        role="group"
        aria-label="Filters"
        hidden={!open}
      >
        {choice('backend', 'Backend', [...all])}
        {choice('topic', 'Topic', SEARCH_WORDS.topic)}
        {TYPED.map(one => typed(...one))}
        {choice('mode', 'Effort', SEARCH_WORDS.mode)}
        {choice('safe', 'Safe search', SEARCH_WORDS.safe)}
        {NUMBERS.map(([name, label, example]) =>
          typed(name, label, example, 'numeric')
        )}
        {SWITCHES.map(([name, label]) => (
          <label key={name} class="wl-switch">
            <input
              type="checkbox"
              checked={filters[name] === true}
              onChange={event => set(name, event.currentTarget.checked)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </div>
  );
}

/** The backends that can be asked by name, looked up each time that it is wanted: keys come and go. */
function useAskable(client: Client, wanted: boolean): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  const { can } = answerable(client.reach);
  useEffect(() => {
    if (wanted && can) {
      const call = new AbortController();
      client.call('config', {}, { signal: call.signal }).then(
        ({ askable }) => setNames(askable),
        () => undefined // "auto" and "all" are there without
      );
      return () => call.abort();
    }
    return undefined;
  }, [wanted, can]);
  return names;
}
