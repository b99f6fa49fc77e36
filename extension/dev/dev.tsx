/** All components in all states, without Jupyter. The address chooses: ?theme=dark&width=300&only=panel */

import { render } from 'preact';
import '../style/components.css';
import '../style/losses.css';
import '../style/panel.css';
import './page.css';
import { Scene, SCENES } from './scenes';

const THEMES = ['light', 'dark', 'dark-high-contrast', 'none'];
const WIDTHS = ['100%', '720px', '300px'];

const chosen = new URLSearchParams(location.search);
const theme = chosen.get('theme') ?? 'light';
const width = chosen.get('width') ?? '100%';
const only = chosen.get('only') ?? '';

if (theme !== 'none') {
  const link = document.getElementById('theme') as HTMLLinkElement;
  link.href = `themes/${theme}.css`;
  // Charts take their colours from the theme when they are drawn.
  link.onload = link.onerror = show;
} else {
  show();
}

function show(): void {
  const main = document.getElementById('scenes') as HTMLElement;
  const scenes = SCENES.filter(scene => scene.name.startsWith(only));
  render(
    scenes.map(scene => (
      <section key={scene.name} style={{ width, maxWidth: '100%' }}>
        <h2>{scene.name}</h2>
        {scene.node}
      </section>
    )),
    main
  );
  scenes.forEach((scene, at) => press(scene, main.children[at]));
  render(<Controls />, document.getElementById('controls') as HTMLElement);
}

function press(scene: Scene, section: Element): void {
  const buttons = [...section.querySelectorAll('button')].filter(
    button => (button.ariaLabel ?? button.textContent) === scene.press
  );
  // The last one: before it, there may be a tab of the same name.
  buttons.pop()?.click();
}

function Controls() {
  return (
    <>
      <Choice name="theme" values={THEMES} value={theme} />
      <Choice name="width" values={WIDTHS} value={width} />
    </>
  );
}

function Choice(props: { name: string; values: string[]; value: string }) {
  const choose = (value: string) => {
    chosen.set(props.name, value);
    location.search = chosen.toString();
  };
  return (
    <label>
      {props.name}{' '}
      <select
        value={props.value}
        onChange={event => choose(event.currentTarget.value)}
      >
        {props.values.map(value => (
          <option key={value}>{value}</option>
        ))}
      </select>
    </label>
  );
}

if (location.search.indexOf('still') < 0) {
  // Told by esbuild's server after each build.
  new EventSource('/esbuild').addEventListener('change', () =>
    location.reload()
  );
}
