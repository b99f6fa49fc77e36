// Builds the widget's script, with its styles inside: node extension/widget/build.mjs
import { readFile } from 'node:fs/promises';
import { build, transform } from 'esbuild';

/** Our own variables by a short name each: they are many, and nothing outside of the sheets speaks of them. */
const names = new Map();
const short = name => {
  names.set(name, names.get(name) ?? `--w${names.size.toString(36)}`);
  return names.get(name);
};

/** A style sheet as the default export of a module: its minified text. */
const stylesAsText = {
  name: 'styles-as-text',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const { code } = await transform(source, { loader: 'css', minify: true });
      const contents = code.replace(/--wl-[a-z-]+/g, short);
      return { contents, loader: 'text' };
    })
};

await build({
  entryPoints: ['extension/widget/view.ts'],
  outfile: 'python/webloupe_jupyter/static/widget.js',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2020',
  tsconfigRaw: {},
  jsx: 'transform',
  jsxFactory: 'h',
  jsxFragment: 'Fragment',
  inject: ['extension/widget/jsx.ts'],
  plugins: [stylesAsText],
  logLevel: 'info'
});
