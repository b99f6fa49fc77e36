// Builds the page of all components and serves it on loopback, anew after each change:
//   node extension/dev/serve.mjs ENVIRONMENT [PORT]
// JupyterLab's themes and plotly are taken from that Python environment; where they are not there, the page does
// without.
import { cp, mkdir, readdir } from 'node:fs/promises';
import console from 'node:console';
import { join } from 'node:path';
import process from 'node:process';
import { context } from 'esbuild';

const [environment, port = '8010'] = process.argv.slice(2);
const site = '.dev';
const themes = join(environment, 'share/jupyter/lab/themes/@jupyterlab');

await mkdir(join(site, 'themes'), { recursive: true });
await cp('extension/dev/index.html', join(site, 'index.html'));
for (const name of ['light', 'dark', 'dark-high-contrast']) {
  await take(
    join(themes, `theme-${name}-extension/index.css`),
    `themes/${name}.css`
  );
}
const [python] = (await readdir(join(environment, 'lib'))).filter(name =>
  name.startsWith('python')
);
await take(
  join(
    environment,
    'lib',
    python,
    'site-packages/plotly/package_data/plotly.min.js'
  ),
  'plotly.min.js'
);

const build = await context({
  entryPoints: ['extension/dev/dev.tsx'],
  bundle: true,
  outdir: site,
  sourcemap: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // Themes name fonts and pictures that they bring along.
  external: ['*.svg', '*.woff', '*.woff2'],
  logLevel: 'warning'
});
await build.watch();
const { hosts } = await build.serve({
  servedir: site,
  host: '127.0.0.1',
  port: Number(port)
});
console.log(`webloupe: all components at http://${hosts[0]}:${port}/`);

async function take(from, to) {
  await cp(from, join(site, to)).catch(() =>
    console.log(`webloupe: without ${from}`)
  );
}
