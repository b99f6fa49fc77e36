import { EditorView } from '@codemirror/view';
import { act, cleanup, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { scripted } from '../../extension/src/api/fake';
import { DiffShape, PageShape } from '../../extension/src/api/types.gen';
import { restoreButtons } from '../../extension/src/restore_buttons';
import { sidesOf } from '../../extension/src/segments';
import { startsOf, withRestored } from '../../extension/src/ui/restored';
import {
  atTab,
  changed,
  compressed,
  losing,
  NOBODY,
  pageData,
  restored,
  show
} from './fixtures';

afterEach(cleanup);

const saved = (compressed.drawn.data as PageShape).diff as DiffShape;
const told = (losing.drawn.data as PageShape).diff as DiffShape;
const [first, second] = saved.segments
  .filter(one => one.op !== 'kept')
  .map(one => one.start);
const BACK = restored.diff as DiffShape;
const answers = { restore: restored };
const at = (answer: typeof losing, state: object = {}) => {
  const { drawn, live } = atTab(answer, 'diff');
  return { drawn: { ...drawn, state: { ...drawn.state, ...state } }, live };
};
/** What the drawing was handed last. */
const drawnLast = (home: ReturnType<typeof show>['home']) =>
  home.drawDiff.mock.calls[home.drawDiff.mock.calls.length - 1];
const section = (name: RegExp) =>
  within(screen.getByText(name).closest('details') as HTMLElement);

describe('what a compression lost', () => {
  it('is told by class, with the remarks, the model and what was made up', () => {
    const { container } = show(at(losing));
    expect(screen.getByText(told.notes[0])).toBeTruthy();
    expect(container.textContent).toContain(told.model);
    const recall = screen.getByLabelText('Facts kept');
    expect(recall.textContent).toBe('numbers1/1names0/2');
    const lost = section(/^Lost/);
    expect(screen.getByText('Lost · 2 facts')).toBeTruthy();
    expect(lost.getByText('Share this page')).toBeTruthy();
    expect(section(/^Invented/).getByText('Ada Lovelace')).toBeTruthy();
  });

  it('says how many more there are than are told', () => {
    const [numbers, names] = told.facts;
    const facts = [numbers, { ...names, total: 1_200 }];
    show(at(changed(losing, { diff: { ...told, facts } })));
    expect(screen.getByText('Lost · 1,200 facts')).toBeTruthy();
    expect(screen.getByText('1,198 more are not shown here.')).toBeTruthy();
  });

  it('is nothing where all is there', () => {
    const part = { facts: [told.facts[0]], invented: [] };
    show(at(changed(losing, { diff: { ...told, ...part } })));
    expect(screen.getByText('Lost · 0 facts')).toBeTruthy();
    expect(screen.getByText('Invented · nothing')).toBeTruthy();
  });
});

describe('a piece given back', () => {
  it('comes at once, its numbers follow, and undo takes it out again', async () => {
    const undone = { ...restored, diff: { ...BACK, ...saved } };
    const { client, home, user } = show(at(compressed), {
      answers: {
        restore: args =>
          (args.restored as number[]).length ? restored : undone
      },
      delay: 20
    });
    act(() => drawnLast(home)[2]?.act(first));
    expect(client.state.restored).toEqual([first]);
    expect(drawnLast(home)[1].segments[1].op).toBe('kept');
    await waitFor(() => expect(drawnLast(home)[1]).toBe(BACK));
    expect(client.calls[0]).toMatchObject({
      operation: 'restore',
      args: {
        url: pageData.url,
        compress: 'rules',
        id: compressed.drawn.id,
        restored: [first]
      }
    });
    expect(screen.getByText('1 piece given back.')).toBeTruthy();
    await user.click(screen.getByText('Undo'));
    expect(client.calls[1].args.restored).toEqual([]);
    expect(client.state.restored).toEqual([]);
    await waitFor(() =>
      expect(screen.queryByText(/piece given back/)).toBeNull()
    );
  });

  it('is in the text to read as well', async () => {
    const read_html = '<p>back again</p>';
    const { home, user } = show(at(compressed), {
      answers: { restore: { ...restored, read_html } }
    });
    act(() => drawnLast(home)[2]?.act(first));
    await waitFor(() => expect(home.drawDiff).toHaveBeenCalledTimes(3));
    await user.click(screen.getByRole('tab', { name: 'Read' }));
    expect(screen.getByText('back again')).toBeTruthy();
  });

  it('may be asked for at a fact that it held', async () => {
    const { client, user } = show(at(losing), { answers });
    const lost = section(/^Lost/);
    expect(lost.getAllByText('Restore')).toHaveLength(1); // nothing took the other one
    await user.click(lost.getByText('Restore'));
    expect(client.calls[0].args.restored).toEqual([told.facts[1].lost[0].at]);
  });

  it('cannot be had without anybody, and the button says why', async () => {
    const { client, home, user } = show(at(losing), NOBODY);
    const button = section(/^Lost/).getByText('Restore');
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.title).toBe('No kernel is running.');
    await user.click(button);
    expect(section(/^Lost/).getByRole('status').textContent).toBe(
      'No kernel is running.'
    );
    act(() => drawnLast(home)[2]?.act(first));
    expect(drawnLast(home)[2]?.hindered).toBe('No kernel is running.');
    expect([client.calls, client.state.restored]).toEqual([[], []]);
  });

  it('stands in a reopened notebook, with the numbers of before until they are asked for', async () => {
    const { client, home, user } = show(at(compressed, { restored: [first] }), {
      answers
    });
    expect(drawnLast(home)[1].segments[1].op).toBe('kept');
    expect(screen.getByText(/numbers here are those of before/)).toBeTruthy();
    expect(client.calls).toEqual([]);
    await user.click(screen.getByText('Count again'));
    await waitFor(() => expect(drawnLast(home)[1]).toBe(BACK));
    expect(screen.queryByText(/those of before/)).toBeNull();
  });

  it('by Python is shown here too, and is not set a second time', async () => {
    const { client, home } = show(at(compressed), {
      answers,
      reach: { by: 'kernel', waits: false }
    });
    act(() => client.change({ state: { ...client.state, restored: [first] } }));
    await waitFor(() => expect(drawnLast(home)[1]).toBe(BACK));
    expect(client.calls).toHaveLength(1);
    expect(client.calls[0].args).not.toHaveProperty('restored');
  });

  it('that is refused leaves the way back', async () => {
    const { client, home, user } = show(at(compressed), {
      answers: { restore: scripted({ message: 'No piece starts there.' }) }
    });
    act(() => drawnLast(home)[2]?.act(first));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'No piece starts there.'
    );
    await user.click(screen.getByText('Undo'));
    expect(client.state.restored).toEqual([]);
  });

  it.each([[null], ['x'], [{}], [[-1, 1.5, '2', NaN]]])(
    'is none where a saved notebook holds %j',
    value => {
      expect(startsOf(value)).toEqual([]);
      show(at(compressed, { restored: value }));
      expect(screen.queryByText(/given back/)).toBeNull();
    }
  );

  it('joins neither text wrongly', () => {
    const back = withRestored(saved, [first, second]);
    const text = (side: 'before' | 'after', of: DiffShape) =>
      of.segments.map(one => one[side]).join('');
    expect(text('before', back)).toBe(text('before', saved));
    expect(sidesOf(back.segments).gone.map(one => one.start)).toEqual(
      sidesOf(saved.segments)
        .gone.map(one => one.start)
        .filter(start => start !== first && start !== second)
    );
  });
});

describe('the trace', () => {
  it('falls step by step, each piece with its score, reason and partner', async () => {
    const { container, user } = show(at(losing));
    const trace = screen.getByText(/^Trace/).closest('details');
    expect(trace?.open).toBe(false);
    await user.click(screen.getByText(/^Trace/));
    const steps = [...container.querySelectorAll('.wl-trace ol > li')];
    const did = told.steps.filter(one => one.pieces);
    expect(steps).toHaveLength(did.length);
    const last = steps[steps.length - 1];
    expect(last.textContent).toContain('level 2 likeness430 → 300');
    expect(last.textContent).toContain(
      'merged2. Remark 2 with “1. Remark” says the same · score 0.97'
    );
    expect(last.textContent).toContain('kept apart3. Remark 3');
    expect(last.textContent).toContain('37 more are not shown here.');
  });
});

describe('the drawing', () => {
  it('has a button at each piece, which names it and says what hinders', () => {
    const asked: number[] = [];
    const hindered = 'No kernel is running.';
    const restore = { act: (start: number) => asked.push(start), hindered };
    const one = { after: '', reason: 'a banner', elided: 0 };
    const sides = sidesOf([
      { ...one, op: 'dropped', before: 'Menu\n', start: 0 },
      { ...one, op: 'dropped', before: '\n', start: 5 }, // a blank line: nobody misses it
      { ...one, op: 'kept', before: 'Text\n', after: 'Text\n', start: 6 },
      { ...one, op: 'rewritten', before: '7.0', after: '7', start: 11 }
    ]);
    for (const side of ['a', 'b'] as const) {
      const view = new EditorView({
        doc: sides[side],
        extensions: restoreButtons(sides, side, restore)
      });
      const buttons = view.dom.querySelectorAll<HTMLElement>('.wl-restore');
      buttons.forEach(button => button.click());
      expect(buttons[0].title).toBe(hindered);
      expect(buttons[0].ariaLabel).toBe('Give back: Menu');
      view.destroy();
    }
    expect(asked).toEqual([0, 11, 0, 11]);
  });
});
