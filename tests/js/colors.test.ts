import { expect, test } from 'vitest';
import { inTheme } from '../../extension/src/colors';
import usage from './fixtures/usage.json';

const INK = {
  color: (variable: string) => `color of ${variable}`,
  font: (variable: string) => `font of ${variable}`
};

interface Themed {
  data: Record<string, never>[];
  layout: Record<string, unknown>;
  config: Record<string, unknown>;
}

const themed = (figure: object) =>
  inTheme(figure as Record<string, unknown>, INK) as unknown as Themed;
const { figure } = usage.drawn.data;

test('a chart is drawn in the colours of the theme', () => {
  const { data, layout } = themed(figure);
  expect(layout).toMatchObject({
    paper_bgcolor: 'color of --jp-layout-color0',
    plot_bgcolor: 'color of --jp-layout-color0',
    font: { color: 'color of --jp-content-font-color1' },
    yaxis: {
      gridcolor: 'color of --jp-border-color2',
      title: { text: 'calls' }
    }
  });
  expect(data).toHaveLength(figure.data.length);
  expect(JSON.stringify([data, layout])).not.toMatch(/#[0-9a-f]{6}/i);
});

test('each outcome has a colour and a pattern of its own', () => {
  const roles = ['ok', 'empty', 'rate_limited', 'errors'];
  const { data } = themed({
    data: roles.map(meta => ({ type: 'bar', x: [], y: [], meta }))
  });
  const markers = data.map(({ marker }) => JSON.stringify(marker));
  expect(new Set(markers).size).toBe(roles.length);
});

test('the figure that was given stays as it was', () => {
  const before = JSON.stringify(figure);
  themed(figure);
  expect(JSON.stringify(figure)).toBe(before);
});

test.each([
  ['a picture', { layout: { images: [{ source: 'http://evil.example/' }] } }],
  ['a map', { data: [{ type: 'scattergeo', lat: [0], lon: [0] }] }],
  [
    'a link',
    { data: [{ type: 'bar', name: '<a href="http://evil.example/">' }] }
  ],
  ['a link in a title', { layout: { yaxis: { title: { text: '<a>x</a>' } } } }],
  ['a cloud', { config: { plotlyServerURL: 'http://evil.example/' } }],
  ['nothing that plotly knows', { data: 'x', layout: null }]
])('a saved chart that asks for %s gets none', (_, saved) => {
  const drawn = JSON.stringify(themed(saved));
  expect(drawn).not.toMatch(/[<>]|"source"|geo|"plotlyServerURL":"h/);
});
