import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { SegmentShape } from '../../extension/src/api/types.gen';
import { byOwnChanges, changesOf } from '../../extension/src/diff';
import { shortened, sidesOf } from '../../extension/src/segments';

function segment(
  op: SegmentShape['op'],
  before: string,
  after: string,
  reason = ''
): SegmentShape {
  return { op, before, after, reason, start: 0, elided: 0 };
}
const kept = (text: string) => segment('kept', text, text);
const dropped = (text: string) => segment('dropped', text, '', 'a banner');

/** What an editor's document makes of a text. */
const asDocument = (text: string) => Text.of(text.split(/\r\n?|\n/)).toString();

test.each([
  ['plain', [kept('one\n'), dropped('two\n'), kept('three')]],
  [
    'emoji',
    [kept('😀 a\n'), dropped('🏳️‍🌈\n'), segment('rewritten', '𝒳', '😀x')]
  ],
  ['Windows line ends', [kept('a\r\n'), dropped('b\r\nc\r\n'), kept('d\r\n')]],
  [
    'a line end across segments',
    [kept('a\r'), dropped('\nb\r'), kept('\n\nc')]
  ],
  ['old Mac line ends', [kept('a\rb'), dropped('\r'), kept('\rc')]],
  ['nothing', []],
  ['only dropped', [dropped('😀\n')]]
])(
  'the editor holds the texts that the offsets count in: %s',
  (_, segments) => {
    const sides = sidesOf(segments);
    expect(sides.a).toBe(asDocument(segments.map(s => s.before).join('')));
    expect(sides.b).toBe(asDocument(segments.map(s => s.after).join('')));
    for (const [fromA, toA, fromB, toB] of sides.kept) {
      expect(sides.a.slice(fromA, toA)).toBe(sides.b.slice(fromB, toB));
    }
  }
);

test('applying the changes to the raw text gives the compressed one', () => {
  const sides = sidesOf([
    dropped('😀 menu\r\n'),
    kept('# Title\r\n'),
    segment('rewritten', 'very  long', 'very long'),
    dropped(' 🏳️‍🌈'),
    kept('\nend')
  ]);
  let made = '';
  let at = 0;
  for (const { fromA, toA, fromB, toB } of changesOf(sides)) {
    made += sides.a.slice(at, fromA) + sides.b.slice(fromB, toB);
    at = toA;
  }
  expect(made + sides.a.slice(at)).toBe(sides.b);
});

test('neighbouring changes are one', () => {
  const sides = sidesOf([kept('a'), dropped('b'), dropped('c'), kept('d')]);
  expect(changesOf(sides)).toMatchObject([
    { fromA: 1, toA: 3, fromB: 1, toB: 1 }
  ]);
});

test('a text is never compared again as a whole', () => {
  const sides = sidesOf([kept('same '), dropped('x')]);
  const override = byOwnChanges(sides);
  expect(override(sides.a, sides.b)).toBe(override(sides.a, sides.b));
});

test('a change tells its reason where it stands', () => {
  const { a, reasons } = sidesOf([kept('😀'), dropped('menu'), kept('!')]);
  const [{ from, to, text }] = reasons.a;
  expect([a.slice(from, to), text]).toEqual(['menu', 'a banner']);
  expect(reasons.b).toEqual([]);
});

test.each([
  ['many lines', 'line\n'.repeat(5_000)],
  ['one line', '😀'.repeat(500_000)]
])('a long dropped run is short in the narrow view: %s', (_, text) => {
  const [short] = shortened([dropped(text)]);
  expect(short.before.length).toBeLessThan(3_000);
  expect(short.before.split('\n').length).toBeLessThan(30);
  expect(short.before).toMatch(/\[[\d,]+ characters of this/);
  expect(() => encodeURIComponent(short.before)).not.toThrow(); // no half character
});

test('kept text and short runs stay whole in the narrow view', () => {
  const segments = [kept('line\n'.repeat(5_000)), dropped('a few words')];
  expect(shortened(segments)).toEqual(segments);
});
