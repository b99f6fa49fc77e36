import { ComponentChildren } from 'preact';
import { FactsShape, InventedShape, LostShape } from '../api/types.gen';
import { Action } from './action';
import { Ready } from './reach';
import { count, counted } from './words';

/** What sections get that can give a piece back. */
export interface GivingBack {
  ready: Ready;
  /** The starts of what has come back. */
  starts: readonly number[];
  giveBack: (start: number) => void;
  /** What became of it. */
  children?: ComponentChildren;
}

/** By class the facts that the short text still has, of those of the raw one. */
export function Recall({ facts }: { facts: readonly FactsShape[] }) {
  if (!facts.length) {
    return null;
  }
  return (
    <dl class="wl-recall" aria-label="Facts kept">
      {facts.map(({ name, kept, total }) => (
        <div key={name} class={kept < total ? 'wl-loses' : undefined}>
          <dt>{words(name)}</dt>
          <dd title={`${count(kept)} of ${count(total)} kept`}>
            {count(kept)}/{count(total)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The facts that are lost, by class, each with the way to give back the piece that held it. Text only. */
export function Lost(props: GivingBack & { facts: readonly FactsShape[] }) {
  const { facts, children, ...giving } = props;
  const losing = facts.filter(({ kept, total }) => kept < total);
  const lost = losing.reduce((sum, one) => sum + one.total - one.kept, 0);
  return (
    <details class="wl-section" open={lost > 0}>
      <summary>Lost · {counted(lost, 'fact')}</summary>
      {children}
      {losing.map(({ name, kept, total, lost: shown }) => (
        <Group key={name} name={name} all={total - kept} shown={shown.length}>
          {shown.map((fact, at) => (
            <LostFact key={at} fact={fact} {...giving} />
          ))}
        </Group>
      ))}
      {!lost && <p class="wl-meta">Every fact that was looked for is there.</p>}
    </details>
  );
}

function LostFact({ fact, ...giving }: GivingBack & { fact: LostShape }) {
  return (
    <li>
      <span class="wl-piece">{fact.text}</span>
      <GiveBack at={fact.at} what={fact.text} {...giving} />
    </li>
  );
}

/** What only the short text says. */
export function Invented({ invented }: { invented: readonly InventedShape[] }) {
  const all = invented.reduce((sum, one) => sum + one.total, 0);
  return (
    <details class="wl-section">
      <summary>Invented · {all ? counted(all, 'fact') : 'nothing'}</summary>
      {invented.map(({ name, total, texts }) => (
        <Group key={name} name={name} all={total} shown={texts.length}>
          {texts.map((text, at) => (
            <li key={at}>
              <span class="wl-piece">{text}</span>
            </li>
          ))}
        </Group>
      ))}
      {!all && (
        <p class="wl-meta">The short text says nothing that the raw did not.</p>
      )}
    </details>
  );
}

interface GroupProps {
  name: string;
  all: number;
  shown: number;
  children: ComponentChildren;
}

function Group({ name, all, shown, children }: GroupProps) {
  return (
    <>
      <h4>
        {words(name)} <span class="wl-meta">{count(all)}</span>
      </h4>
      <ul class="wl-pieces">{children}</ul>
      {all > shown && (
        <p class="wl-meta">{count(all - shown)} more are not shown here.</p>
      )}
    </>
  );
}

interface GiveBackProps extends GivingBack {
  at: number | null;
  what: string;
}

/** Nothing where no piece took it. */
export function GiveBack({ at, what, ready, starts, giveBack }: GiveBackProps) {
  if (at === null) {
    return null;
  }
  if (starts.includes(at)) {
    return <span class="wl-meta">given back</span>;
  }
  return (
    <Action
      label="Restore"
      title={`Give back the piece with: ${what}`}
      ready={ready}
      onAct={() => giveBack(at)}
    />
  );
}

/** A class of facts as people say it. */
function words(name: string): string {
  return name === 'urls' ? 'URLs' : name.replace(/_/g, ' ');
}
