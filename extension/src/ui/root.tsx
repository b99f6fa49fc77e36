import { ComponentChildren } from 'preact';
import { useErrorBoundary, useLayoutEffect, useRef } from 'preact/hooks';
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

interface GuardProps {
  /** What is drawn: another one is tried anew. */
  of?: unknown;
  children: ComponentChildren;
}

/** Around what may be of another make: its failure stays in it. */
export function Guard({ of, children }: GuardProps) {
  const [failure, reset] = useErrorBoundary();
  const tried = useRef(of);
  useLayoutEffect(() => {
    if (tried.current !== of) {
      tried.current = of;
      reset();
    }
  }, [of]);
  if (failure === undefined) {
    return <>{children}</>;
  }
  return (
    <p class="wl-failure" role="alert">
      This result cannot be drawn: {String(failure)}
    </p>
  );
}
