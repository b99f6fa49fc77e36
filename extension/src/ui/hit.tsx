import { HitShape } from '../api/types.gen';
import { Action } from './action';
import { isPlainClick, OUTSIDE, webHref } from './links';
import { Ready } from './reach';

interface HitProps {
  hit: HitShape;
  /** Drawn for the one chosen or pointed at only: buttons cost more than all else of a hit. */
  withActions: boolean;
  /** Whether it can be read here now; the title opens outside where it cannot. */
  reading: Ready;
  inserting: Ready;
  onRead: () => void;
  onCite: () => void;
  onInsert: () => void;
  onOpen: () => void;
}

/** One hit. Text only: titles and descriptions come from the web. */
export function Hit(props: HitProps) {
  const { hit, reading } = props;
  return (
    <article class="wl-hit">
      <a
        class="wl-hit-title"
        href={webHref(hit.url)}
        tabIndex={-1}
        {...OUTSIDE}
        onClick={event => {
          if (reading.can && isPlainClick(event)) {
            event.preventDefault();
            props.onRead();
          }
        }}
      >
        {hit.title || hit.host}
      </a>
      {hit.description && <p class="wl-hit-description">{hit.description}</p>}
      <div class="wl-hit-foot">
        <p class="wl-meta">
          {hit.host} · {hit.published} · {hit.backend}
          {hit.marks?.map(({ text, title }) => (
            <span key={text} class="wl-mark" title={title}>
              {text}
            </span>
          ))}
        </p>
        {props.withActions && <HitActions {...props} />}
      </div>
    </article>
  );
}

/** Buttons for the pointer; the list has a key for each. */
function HitActions(props: HitProps) {
  const { hit } = props;
  return (
    <div class="wl-actions">
      <Action inList label="Read" ready={props.reading} onAct={props.onRead} />
      <Action
        inList
        label="Cite"
        title="Copy a markdown citation"
        onAct={props.onCite}
      />
      <Action
        inList
        label="Insert as cell"
        title={hit.magic}
        ready={props.inserting}
        onAct={props.onInsert}
      />
      <Action
        inList
        icon="open"
        label="Open in a new tab"
        onAct={props.onOpen}
      />
    </div>
  );
}
