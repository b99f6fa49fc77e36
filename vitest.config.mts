import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [
    {
      // JupyterLab imports its icons as the text of the SVG.
      name: 'svg-as-text',
      enforce: 'pre',
      load: id =>
        id.endsWith('.svg')
          ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))}`
          : undefined
    }
  ],
  test: {
    environment: 'jsdom',
    include: ['tests/js/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/js/setup.ts'],
    // These packages import files without an extension, which Node refuses.
    server: {
      deps: {
        inline: [/@jupyter/, /@lumino/, /@microsoft/, /testing-library\/preact/]
      }
    }
  }
});
