import { Widget } from '@lumino/widgets';
import { afterEach, expect, test, vi } from 'vitest';
import { MIME_TYPE } from '../../extension/src/api/types.gen';
import { drawDiff } from '../../extension/src/diff';
import { Page } from '../../extension/src/home';
import { rendererFactory } from '../../extension/src/mime';
import { FakeClient } from '../../extension/src/api/fake';
import { homeOf, results } from './fixtures';

// All of the notebook's package is more than jsdom can load.
vi.mock('@jupyterlab/notebook', () => ({ NotebookPanel: vi.fn() }));
afterEach(() => vi.unstubAllGlobals());

function output() {
  const server = Object.assign(new FakeClient(), { probe: vi.fn() });
  const page = { server, home: homeOf } as unknown as Page;
  const place = () => ({ context: null, notebook: null });
  const factory = rendererFactory(page, place);
  const widget = factory.createRenderer({} as never);
  Widget.attach(widget, document.body);
  const draw = (payload: unknown) =>
    widget.renderModel({
      data: { [MIME_TYPE]: payload },
      setData: vi.fn()
    } as never);
  return { widget, draw };
}

test('an output that holds no result says so, and draws the next', async () => {
  const { widget, draw } = output();
  const { v, id, data, state } = results.drawn;
  for (const payload of [
    null,
    'text',
    5,
    {},
    { v, id, data: null, state },
    { v, id, data, state: null },
    { v: { toString: 1 }, id, data, state },
    { v, id: null, data, state }
  ]) {
    await draw(payload);
    expect(widget.node.textContent).toContain('holds no result');
  }
  await draw(results.drawn);
  expect(widget.node.querySelector('.wl-view')).not.toBeNull();
  await draw(null);
  expect(widget.node.textContent).toContain('holds no result');
  widget.dispose();
});

test('a diff that cannot be drawn says so where nothing guards it', () => {
  class Observer {
    constructor(private readonly told: (entries: unknown[]) => void) {}
    observe = () => this.told([{ contentRect: { width: 700 } }]);
    disconnect = () => undefined;
  }
  vi.stubGlobal('ResizeObserver', Observer);
  const node = document.createElement('div');
  for (const segments of [null, [{ op: 'kept', before: 5, after: '' }]]) {
    const remove = drawDiff(node, { segments } as never);
    expect(node.textContent).toContain('cannot be drawn');
    remove();
  }
});
