/** A usage figure in the colours of the page's theme. Pure, but for what `Ink` reads. */

type Json = Record<string, unknown>;

/** The value of a CSS variable of the theme as a colour or font that plotly reads. */
export interface Ink {
  color(variable: string): string;
  font(variable: string): string;
}

/** What each role of a trace (its `meta`) is drawn in; a pattern too, for eyes that do not tell red from green. */
const ROLES: Record<string, { color: string; pattern: string }> = {
  ok: { color: '--jp-success-color1', pattern: '' },
  empty: { color: '--jp-info-color1', pattern: '.' },
  rate_limited: { color: '--jp-warn-color1', pattern: '/' },
  errors: { color: '--jp-error-color1', pattern: 'x' },
  left: { color: '--jp-content-font-color1', pattern: '' },
  forecast: { color: '--jp-error-color1', pattern: '' },
  reset: { color: '--jp-brand-color1', pattern: '' }
};

/** Buttons that would send the chart elsewhere, and the vendor's link, stay out. */
const CONFIG = {
  displaylogo: false,
  modeBarButtonsToRemove: ['sendChartToCloud'],
  plotlyServerURL: '',
  responsive: false // the frame tells of its own size
};

/**
 * The figure anew, from the parts that a usage chart has. A saved notebook may hold any figure: pictures and maps would
 * ask other hosts, and plotly reads markup in text.
 */
export function inTheme(figure: Json, ink: Ink): Json {
  const data = Array.isArray(figure.data) ? figure.data : [];
  return {
    data: data.flatMap(trace => drawnTrace(plain(trace) as Json, ink)),
    layout: drawnLayout(plain(figure.layout ?? {}) as Json, ink),
    config: CONFIG
  };
}

const TRACE = [
  'type',
  'x',
  'y',
  'name',
  'meta',
  'mode',
  'yaxis',
  'width',
  'cliponaxis'
];
const LAYOUT = ['barmode', 'margin', 'legend', 'height'];
const AXES = ['xaxis', 'yaxis', 'yaxis2'];

function drawnTrace(trace: Json, ink: Ink): Json[] {
  if (trace.type !== 'bar' && trace.type !== 'scatter') {
    return [];
  }
  const role = ROLES[String(trace.meta)] ?? ROLES.left;
  const color = ink.color(role.color);
  const marker =
    trace.type === 'bar'
      ? { color, pattern: { shape: role.pattern, size: 6 } }
      : { color, ...only((trace.marker ?? {}) as Json, ['symbol', 'size']) };
  const { dash } = (trace.line ?? {}) as Json;
  return [{ ...only(trace, TRACE), marker, line: { color, dash } }];
}

function drawnLayout(layout: Json, ink: Ink): Json {
  const text = ink.color('--jp-content-font-color1');
  const paper = ink.color('--jp-layout-color0');
  const axes = AXES.filter(name => name in layout).map(name => [
    name,
    drawnAxis(layout[name] as Json, ink)
  ]);
  return {
    ...only(layout, LAYOUT),
    ...Object.fromEntries(axes),
    template: {},
    paper_bgcolor: paper,
    plot_bgcolor: paper,
    font: { color: text, family: ink.font('--jp-ui-font-family'), size: 12 },
    hoverlabel: { bgcolor: paper, bordercolor: text, font: { color: text } },
    modebar: {
      bgcolor: 'transparent',
      color: ink.color('--jp-content-font-color2'),
      activecolor: text
    }
  };
}

const AXIS = [
  'type',
  'title',
  'rangemode',
  'overlaying',
  'side',
  'showgrid',
  'tickformat',
  'ticklabelmode',
  'minor',
  'range',
  'dtick',
  'tickmode'
];

function drawnAxis(axis: Json, ink: Ink): Json {
  const line = ink.color('--jp-border-color2');
  return {
    ...only(axis, AXIS),
    automargin: true,
    gridcolor: line,
    linecolor: line,
    zerolinecolor: line
  };
}

function only(from: Json, names: readonly string[]): Json {
  const held = names.filter(name => name in from);
  return Object.fromEntries(held.map(name => [name, from[name]]));
}

/** A copy whose texts hold no markup. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace(/[<>]/g, '');
  }
  if (Array.isArray(value)) {
    return value.map(plain);
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, part]) => [key, plain(part)]));
  }
  return value;
}
