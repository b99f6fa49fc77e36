import { act, cleanup, render, screen, waitFor } from '@testing-library/preact';
import { marked } from 'marked';
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { scripted } from '../../extension/src/api/fake';
import { PageShape } from '../../extension/src/api/types.gen';
import { markupNodes } from '../../extension/src/ui/markup';
import { Output } from '../../extension/src/ui/output';
import { FakeClient } from '../../extension/src/api/fake';
import {
  atTab,
  changed,
  compressed,
  error,
  hits,
  homeOf,
  hostilePage,
  hostileResults,
  losing,
  page,
  pageData,
  results,
  show,
  source
} from './fixtures';

afterEach(cleanup);

const OWN = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)" onclick="alert(1)">x</a>',
  '<a href=" jAvAsCript:alert(1)">x</a><a href="data:text/html,x">y</a>',
  '<form action="https://evil.test"><input name=parentNode formaction=x></form>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><base href=//evil.test>',
  '<p id=location name=cookie style="background:url(//evil.test)" class=jp-x>x</p>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">'
];
/** A larger collection lies beside the project in some places. */
const more = new URL('../../../shared/vectors/xss.json', import.meta.url)
  .pathname;
const COLLECTED: string[] = existsSync(more)
  ? JSON.parse(readFileSync(more, 'utf8')).payloads.map(
      (row: string[]) => row[1]
    )
  : [];

const LIVE =
  'script, style, img, iframe, object, embed, svg:not(.wl-icon), math, base, meta, link, video, audio, template, form';

/** What could run, load or lead somewhere by itself; the forms of our own are in no view looked at here. */
function alive(root: ParentNode): string[] {
  const elements = [...root.querySelectorAll(LIVE)].map(one => one.localName);
  const attributes = [...root.querySelectorAll('*')]
    .flatMap(one => [...one.attributes])
    .filter(({ name, value }) => isAlive(name, value));
  return [
    ...elements,
    ...attributes.map(({ name, value }) => `${name}=${value}`)
  ];
}

function isAlive(name: string, value: string): boolean {
  return (
    /^(on.*|src|srcdoc|srcset|action|formaction|background|poster)$/i.test(
      name
    ) ||
    (/href$/i.test(name) && !/^https?:\/\//i.test(value))
  );
}

describe('hostile text', () => {
  it('as Python hands it over lies inert in results and pages', () => {
    for (const answer of [hostileResults, hostilePage, atTab(losing, 'diff')]) {
      const { container } = show(answer);
      expect(alive(container)).toEqual([]);
      expect(container.textContent).toContain('onerror=alert(1)');
      cleanup();
    }
  });

  it('lies inert in every place of a saved notebook, whoever wrote it', () => {
    for (const text of OWN) {
      const bad = { ...hits[0], title: text, description: text, host: text };
      const hit = { ...bad, published: text, backend: text, url: text };
      const tries = [{ backend: text, outcome: 'ok', text }];
      const notes = [text];
      const data = changed(compressed, {
        title: text,
        notes,
        more: text,
        kind_reason: text,
        final_url: text,
        read_html: text
      });
      const views = [
        changed(results, { query: text, hits: [hit], tries, notes }),
        data
      ];
      for (const { drawn, live } of views) {
        const home = homeOf(new FakeClient());
        const { container } = render(
          <Output home={home} drawn={drawn} live={live} />
        );
        expect(alive(container), text).toEqual([]);
        cleanup();
      }
    }
  });

  it('lies inert in what was lost, made up and done', () => {
    const { diff } = losing.drawn.data as PageShape;
    for (const text of [...OWN, ...COLLECTED]) {
      const facts = [
        { name: 'names', total: 2, kept: 0, lost: [{ text, at: 0 }] }
      ];
      const invented = [{ name: text, total: 1, texts: [text] }];
      const piece = { text, reason: text, score: text, partner: text, at: 0 };
      const touched = [{ ...piece, action: 'merged' }];
      const step = { level: 1, name: text, tokens_in: 2, tokens_out: 1 };
      const steps = [{ ...step, pieces: 9, touched }];
      const told = { facts, invented, steps, notes: [text], model: text };
      const bad = changed(losing, { diff: { ...diff, ...told } });
      const { container } = show(atTab(bad, 'diff'));
      expect(alive(container), text).toEqual([]);
      cleanup();
    }
  });

  it('lies inert in the source and in errors', async () => {
    const text = OWN.join('\n');
    const { container, user } = show(atTab(page, 'source'), {
      answers: { source: { ...source, text } }
    });
    await user.click(screen.getByText('Ask for the source'));
    await screen.findByText(/shown/);
    expect(alive(container)).toEqual([]);
    cleanup();
    const failed = scripted({ ...error, message: text, hint: text });
    const wrong = show(results, { answers: { fetch: failed } });
    await wrong.user.click(screen.getAllByText('Read')[0]);
    await screen.findByRole('alert');
    expect(alive(wrong.container)).toEqual([]);
  });
});

describe('a saved output', () => {
  const saved = (compressed.drawn.data as PageShape).diff;
  const excerpt = changed(compressed, { diff: { ...saved, whole: false } });
  const options = {
    main: 'full',
    start: { $gt: 0 },
    timeout_s: 900,
    offline: false,
    url: 'https://evil.test'
  };

  it('asks nothing by itself, whatever tab it opens at', async () => {
    for (const [answer, tab, button, operation] of [
      [page, 'source', 'Ask for the source', 'source'],
      [excerpt, 'diff', 'Show all', 'diff']
    ] as const) {
      const { client, user } = show(atTab(changed(answer, { options }), tab));
      await new Promise(done => setTimeout(done, 20));
      act(() => client.change({ reach: { by: 'server' } }));
      expect(client.calls).toEqual([]);
      await user.click(screen.getByText(button));
      await waitFor(() => expect(client.calls).toHaveLength(1));
      expect(client.calls[0].operation).toBe(operation);
      expect(client.calls[0].args).toEqual({
        main: 'full',
        url: pageData.url,
        ...(tab === 'diff'
          ? { compress: 'rules', id: compressed.drawn.id, restored: [] }
          : {})
      });
      cleanup();
    }
  });

  it('inserts no code but a line of ours', async () => {
    for (const magic of [
      'import os',
      '%fetch https://a.test\n!rm -rf ~',
      '%fetch https://a.test\r!x',
      '%fetch https://a.test\u2028x',
      '%fetch https://a.test/{__import__("os")}',
      '%fetchall x',
      '%%bash',
      ' %fetch x',
      7
    ]) {
      const { home, user } = show(changed(page, { magic }));
      await user.click(screen.getAllByText('Insert as cell')[0]);
      expect(home.insertCell).not.toHaveBeenCalled();
      expect(
        screen.getByText('This line cannot be inserted.'),
        String(magic)
      ).toBeTruthy();
      cleanup();
    }
  });

  it('is cited without an image or HTML', async () => {
    const texts = [
      ...OWN,
      '![x](https://evil.test/p.png)',
      '\\![x](https://evil.test/p.png)',
      '](x) ![y](https://evil.test/p.png)',
      '$\\href{javascript:alert(1)}{x}$'
    ];
    for (const text of texts) {
      for (const final_url of [text, `https://a.test/>) ${text}`]) {
        const part = { title: text, host: text, final_url, citation: text };
        const { home, user } = show(changed(page, part));
        await user.click(screen.getAllByText('Cite')[0]);
        const [markdown] = home.insertMarkdown.mock.calls[0];
        const box = document.createElement('template');
        box.innerHTML = await marked.parse(markdown);
        const made = [...box.content.querySelectorAll('*')];
        expect(
          made.filter(({ localName }) => !/^(p|a)$/.test(localName)),
          markdown
        ).toEqual([]);
        expect(alive(box.content)).toEqual([]);
        cleanup();
      }
    }
  });

  it('with a malformed diff says that it cannot be drawn', () => {
    for (const segments of [
      null,
      [null],
      [{ op: 'kept', before: 5, after: '', reason: '' }]
    ]) {
      const bad = changed(compressed, { diff: { ...saved, segments } });
      const { home } = show(atTab(bad, 'diff'));
      expect(screen.getByRole('alert').textContent).toContain(
        'cannot be drawn'
      );
      expect(home.drawDiff).not.toHaveBeenCalled();
      cleanup();
    }
  });
});

describe('page markup', () => {
  const built = (html: string) => {
    const box = document.createElement('div');
    box.append(markupNodes(html));
    return box;
  };

  it('lies inert, whatever a saved notebook holds', () => {
    for (const html of [...OWN, ...COLLECTED]) {
      expect(alive(built(html)), html).toEqual([]);
    }
  });

  it('is what Python made of the page', () => {
    const { read_html } = page.drawn.data as PageShape;
    expect(built(read_html).innerHTML).toBe(read_html);
  });

  it('keeps the text of what it does not know', () => {
    expect(built('<font>a<b>b</b></font><script>c</script>').innerHTML).toBe(
      'a<b>b</b>'
    );
  });

  it('is bounded in depth', () => {
    const deep = `${'<blockquote>'.repeat(2000)}end`;
    expect(built(deep).textContent).toBe('end');
  });
});
