/** The widget's view, for front ends without the labextension: VS Code, Colab, and inside other widgets. */

import { h, render as draw } from 'preact';
import { Home } from '../src/api/client';
import { Drawn } from '../src/api/types.gen';
import { Output } from '../src/ui/output';
import styles from '../style/components.css';
import { Model, WidgetClient } from './client';
import { drawDiff } from './diff';
import own from './widget.css';

interface Rendered {
  model: Model;
  el: HTMLElement;
}

function render({ model, el }: Rendered): () => void {
  const style = document.createElement('style');
  style.textContent = styles + own;
  const node = document.createElement('div');
  el.append(style, node);
  const client = new WidgetClient(model, model.get('drawn') as Drawn);
  const show = () => {
    const drawn = model.get('drawn') as Drawn;
    draw(h(Output, { home: homeOf(client), drawn }), node);
  };
  model.on('change:drawn', show);
  show();
  return () => {
    model.off('change:drawn', show);
    draw(null, node);
    client.dispose();
  };
}

function homeOf(client: WidgetClient): Home {
  return {
    client,
    drawDiff,
    drawFigure: () => {
      throw new Error('a widget draws no charts; .figure has it.');
    },
    insertCell: null,
    copy: text => navigator.clipboard.writeText(text)
  };
}

export default { render };
