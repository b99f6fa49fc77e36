import { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { keepKey, keepShortcutsOff } from './keys';

interface RootProps {
  /** "output" or "panel": what the styles tell apart. */
  name: string;
  children: ComponentChildren;
}

/** The outermost node of a view: keys stay in it, and a view that cannot be drawn says so. */
export function Root({ name, children }: RootProps) {
  return (
    <div
      class={`wl-root wl-${name}`}
      data-lm-suppress-shortcuts="true"
      onKeyDown={keepKey}
      onFocusCapture={keepShortcutsOff}
    >
      <Guard>{children}</Guard>
    </div>
  );
}

function Guard({ children }: { children: ComponentChildren }) {
  const [failure] = useErrorBoundary();
  if (failure === undefined) {
    return <>{children}</>;
  }
  return (
    <p class="wl-failure" role="alert">
      This result cannot be drawn: {String(failure)}
    </p>
  );
}
