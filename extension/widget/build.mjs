// Builds the widget's script, with its styles inside: node extension/widget/build.mjs
import { readFile } from 'node:fs/promises';
import { build, transform } from 'esbuild';

/** A style sheet as the default export of a module: its minified text. */
const stylesAsText = {
  name: 'styles-as-text',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const { code } = await transform(source, { loader: 'css', minify: true });
      return { contents: code, loader: 'text' };
    })
};

await build({
  entryPoints: ['extension/widget/view.ts'],
  outfile: 'python/webloupe_jupyter/static/widget.js',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2020',
  tsconfig: 'extension/tsconfig.json',
  plugins: [stylesAsText],
  logLevel: 'info'
});
