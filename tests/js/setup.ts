/** What JupyterLab's packages expect of a browser while they load, and jsdom lacks. */

class DragEventOfJsdom extends MouseEvent {}

Object.assign(globalThis, {
  DragEvent: globalThis.DragEvent ?? DragEventOfJsdom,
  matchMedia:
    globalThis.matchMedia ??
    (() => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined
    })),
  requestIdleCallback:
    globalThis.requestIdleCallback ??
    ((callback: () => void) => setTimeout(callback, 0))
});
