import { StepShape, TouchedShape } from '../api/types.gen';
import { GiveBack, GivingBack } from './losses';
import { count, counted } from './words';

/** The steps of a compression as a fall of tokens, each with the pieces that it touched. Text only. */
export function Trace(props: GivingBack & { steps: readonly StepShape[] }) {
  const { steps, children, ...giving } = props;
  if (!steps.length) {
    return null;
  }
  const did = steps.filter(
    step => step.pieces || step.tokens_in !== step.tokens_out
  );
  const idle = steps.length - did.length;
  const most = Math.max(...steps.map(step => step.tokens_in), 1);
  return (
    <details class="wl-section wl-trace">
      <summary>Trace · {counted(steps.length, 'step')}</summary>
      {children}
      <ol>
        {did.map((step, at) => (
          <Step key={at} step={step} most={most} {...giving} />
        ))}
      </ol>
      {idle > 0 && (
        <p class="wl-meta">{counted(idle, 'step')} found nothing to take.</p>
      )}
    </details>
  );
}

interface StepProps extends GivingBack {
  step: StepShape;
  most: number;
}

function Step({ step, most, ...giving }: StepProps) {
  const { level, name, tokens_in, tokens_out, pieces, touched } = step;
  return (
    <li>
      <div class="wl-fall-row">
        <span class="wl-fall-name">
          <span class="wl-meta">{level ? `level ${level}` : 'by hand'}</span>{' '}
          {name}
        </span>
        <Fall before={tokens_in} after={tokens_out} most={most} />
        <span class="wl-fall-count">
          {count(tokens_in)} → {count(tokens_out)}
        </span>
      </div>
      {touched.length > 0 && (
        <details class="wl-touched">
          <summary>{counted(pieces, 'piece')}</summary>
          <ul class="wl-pieces">
            {touched.map((piece, at) => (
              <Touched key={at} piece={piece} {...giving} />
            ))}
          </ul>
          {pieces > touched.length && (
            <p class="wl-meta">
              {count(pieces - touched.length)} more are not shown here.
            </p>
          )}
        </details>
      )}
    </li>
  );
}

/** What is left and what went, of the most tokens that any step got. */
function Fall(props: { before: number; after: number; most: number }) {
  const { before, after, most } = props;
  const width = (tokens: number) => `${(100 * Math.max(tokens, 0)) / most}%`;
  return (
    <span class="wl-bar wl-fall" aria-hidden="true">
      <span
        class="wl-bar-fill wl-bar-compressed"
        style={{ width: width(Math.min(before, after)) }}
      />
      <span class="wl-fallen" style={{ width: width(before - after) }} />
    </span>
  );
}

function Touched({ piece, ...giving }: GivingBack & { piece: TouchedShape }) {
  const { action, text, reason, score, partner, at } = piece;
  const told = [reason, score && `score ${score}`].filter(Boolean).join(' · ');
  return (
    <li>
      <span class={`wl-did wl-did-${action}`}>{action.replace('_', ' ')}</span>
      <span class="wl-piece">
        {text}
        {partner && <span class="wl-meta"> with “{partner}”</span>}
        {told && <span class="wl-meta"> {told}</span>}
      </span>
      <GiveBack at={at} what={text} {...giving} />
    </li>
  );
}
