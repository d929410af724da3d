import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Box, ErrorResult, SnapshotDelta, SnapshotTree } from '../../../src/contract.ts';
import { renderSnapshot } from '../../../src/render/index.ts';
import { deedFor, nodeOf } from './acting.ts';
import { Controls } from './controls.ts';
import { byId, el, tabs } from './element.ts';
import { lineOf } from './lines.ts';
import { namesTable } from './names.ts';
import { openPage, type PageFrame } from './page-frame.ts';
import { SAMPLES } from './samples.ts';
import { hasServer, openAddress } from './server-page.ts';

const BUDGETS = [500, 1_000, 2_000, 4_000, 12_000, 50_000];

const VIEWS = ['Text', 'Delta', 'JSON', 'Names'] as const;
type View = (typeof VIEWS)[number];

const number = (value: number): string => value.toLocaleString('en');

/** What is shown, and how to open it. */
const state: {
  open: () => Promise<PageFrame>;
  frame?: PageFrame;
  snapshot?: SnapshotTree;
  delta?: string;
  view: View;
} = { open: () => openPage('', false, byId('stage')), view: 'Text' };

const notice = (text: string, isBad = false): void => {
  const box = byId('notice');
  box.textContent = text;
  box.classList.toggle('bad', isBad);
  box.hidden = text === '';
};

/** An event handler that shows the errors of `work` as a notice. */
const reporting =
  <A extends unknown[]>(work: (...args: A) => Promise<void>) =>
  (...args: A): void => {
    work(...args).catch((reason: unknown) => notice(String((reason as Error)?.message ?? reason), true));
  };

const outline = (box: Box | undefined): void => {
  const frame = byId('light');
  frame.hidden = box === undefined;
  if (!box || !state.frame) return;
  const { element, pageWidth } = state.frame;
  const scale = pageWidth > 0 ? element.clientWidth / pageWidth : 1;
  const px = (value: number): string => `${value * scale}px`;
  Object.assign(frame.style, {
    left: px(box.x),
    top: px(box.y),
    width: px(box.width),
    height: px(box.height),
  });
};

let latestCall = 0;

const highlight = async (ref: string | undefined): Promise<void> => {
  const id = ++latestCall;
  for (const line of document.querySelectorAll('.lit')) line.classList.remove('lit');
  if (ref === undefined || !state.frame) return outline(undefined);
  for (const line of document.querySelectorAll(`[data-ref="${CSS.escape(ref)}"]`)) line.classList.add('lit');
  await state.frame.act(ref, 'scrollIntoView', { block: 'nearest' });
  const found = await state.frame.call<{ ok: boolean; value?: Box }>('query', ref, 'box');
  if (id === latestCall) outline(found.ok ? found.value : undefined);
};

const linesOf = (text: string, isDelta: boolean): HTMLElement[] => {
  const refs = new Set(Object.keys(state.snapshot?.refs ?? {}));
  return text.split('\n').map((line) => lineOf(line, isDelta, refs));
};

const textNow = (): { text: string; nodes: number } => {
  const { snapshot } = state;
  return snapshot ? renderSnapshot(snapshot, controls.chosen.render) : { text: '', nodes: 0 };
};

const drawBudgets = (): void => {
  const { snapshot } = state;
  if (!snapshot) return;
  const { render } = controls.chosen;
  const buttons = BUDGETS.map((maxCharsTotal) => {
    const { text, truncated } = renderSnapshot(snapshot, { ...render, maxNodes: 5_000, maxCharsTotal });
    const button = el(
      'button',
      { type: 'button', 'aria-pressed': String(render.maxCharsTotal === maxCharsTotal) },
      el('b', {}, `${number(countTokens(text))} tok`),
      el('span', {}, truncated ? `in ${number(maxCharsTotal)}` : `all in ${number(maxCharsTotal)}`),
    );
    button.title = `${number(countTokens(text))} tokens, ${number(text.length)} characters: a budget of ${number(maxCharsTotal)} characters`;
    button.onclick = () => {
      controls.setChars(maxCharsTotal);
      draw();
    };
    return button;
  });
  byId('budgets').replaceChildren(...buttons);
};

const draw = (): void => {
  const view = byId('view');
  const { snapshot } = state;
  if (!snapshot) {
    view.replaceChildren(el('div', { class: 'empty' }, 'Nothing is open.'));
    return;
  }
  const { text, nodes } = textNow();
  const refs = Object.keys(snapshot.refs).length;
  byId('counts').textContent =
    `${number(countTokens(text))} tokens, ${number(text.length)} characters, ${number(nodes)} nodes, ${number(refs)} refs`;
  if (state.view === 'Text') view.replaceChildren(...linesOf(text, false));
  else if (state.view === 'JSON') view.replaceChildren(el('pre', {}, JSON.stringify(snapshot, undefined, 2)));
  else if (state.view === 'Names') view.replaceChildren(namesTable(snapshot));
  else if (state.delta !== undefined) view.replaceChildren(...linesOf(state.delta, true));
  else
    view.replaceChildren(
      el('div', { class: 'empty' }, 'Press a line of the text to act: what changed stands here then.'),
    );
  drawBudgets();
};

const controls: Controls = new Controls(
  byId('options'),
  reporting(async () => void (await read())),
);
const showTab = tabs(byId('tabs'), VIEWS, (name) => {
  state.view = name as View;
  draw();
});

const take = async <T extends { ok: true }>(options: object): Promise<T> => {
  if (!state.frame) throw new Error('Nothing is open.');
  const result = await state.frame.call<T | ErrorResult>('snapshot', options);
  if (!result.ok) throw new Error(result.error.message);
  return result;
};

const read = async (): Promise<SnapshotTree> => {
  const snapshot = await take<SnapshotTree>(controls.chosen.collect);
  state.snapshot = snapshot;
  draw();
  return snapshot;
};

const load = async (): Promise<void> => {
  notice('');
  outline(undefined);
  byId('ask').hidden = true;
  delete state.snapshot;
  delete state.delta;
  state.view = 'Text';
  showTab('Text');
  const frame = await state.open();
  state.frame = frame;
  frame.onPoint(reporting(async (ref) => showLine(ref)));
  const { title, url } = (await read()).meta;
  byId('address').textContent = title || url;
};

const showLine = (ref: string | undefined): void => {
  for (const line of document.querySelectorAll('.lit')) line.classList.remove('lit');
  const line = ref === undefined ? null : byId('view').querySelector(`[data-ref="${CSS.escape(ref)}"]`);
  line?.classList.add('lit');
  line?.scrollIntoView({ block: 'nearest' });
};

const actOn = async (ref: string): Promise<void> => {
  const { frame, snapshot } = state;
  const node = snapshot && nodeOf(snapshot, ref);
  if (!frame || !node) return;
  const deed = await deedFor(node);
  if (!deed) return;
  const result = await frame.act<{ ok: boolean; error?: { code: string; message: string } }>(
    ref,
    deed.kind,
    deed.payload,
  );
  const since = snapshot.meta.revision;
  const change = await take<SnapshotTree | SnapshotDelta>({ ...controls.chosen.collect, since });
  state.delta = renderSnapshot(change, { maxCharsTotal: 12_000 }).text;
  await read();
  const words = `${deed.kind} ${ref}`;
  notice(
    result.ok ? `${words}: done.` : `${words}: ${result.error?.code}: ${result.error?.message}`,
    !result.ok,
  );
  state.view = 'Delta';
  showTab('Delta');
  draw();
};

const refAt = (event: Event): string | undefined =>
  (event.target as Element).closest<HTMLElement>('[data-ref]')?.dataset.ref;

const view = byId('view');
view.addEventListener(
  'pointerover',
  reporting(async (event) => highlight(refAt(event))),
);
view.addEventListener(
  'focusin',
  reporting(async (event) => highlight(refAt(event))),
);
view.addEventListener(
  'pointerleave',
  reporting(async () => highlight(undefined)),
);
view.addEventListener(
  'click',
  reporting(async (event) => {
    const ref = refAt(event);
    if (ref !== undefined) await actOn(ref);
  }),
);

const scripts = byId<HTMLInputElement>('scripts');
const stage = byId('stage');

const showHtml = (html: string): void => {
  state.open = () => openPage(html, scripts.checked, stage);
  reporting(load)();
};

const SOURCES: Readonly<Record<string, () => (Node | string)[]>> = {
  Samples: () => {
    const choose = (name: string): void => {
      // The samples are our own: their scripts are safe.
      scripts.checked = true;
      showHtml(SAMPLES[name] ?? '');
    };
    const select = el(
      'select',
      { 'aria-label': 'Sample' },
      ...Object.keys(SAMPLES).map((name) => el('option', {}, name)),
    );
    select.onchange = () => choose(select.value);
    choose(select.value);
    return [select, el('p', {}, 'Point at a line to see it on the page; press it to act.')];
  },
  'Paste HTML': () => {
    scripts.checked = false;
    const field = el('textarea', {
      'aria-label': 'HTML',
      placeholder: '<h1>Paste a page here</h1>',
      spellcheck: 'false',
    });
    const button = el('button', { type: 'button', class: 'main' }, 'Show');
    button.onclick = () => showHtml(field.value);
    return [field, button];
  },
  Address: () => {
    if (!hasServer())
      return [
        el(
          'p',
          {},
          'Addresses are opened in a browser of the session server: start this page with "inpage playground".',
        ),
      ];
    const field = el('input', { type: 'url', 'aria-label': 'Address', placeholder: 'https://example.com' });
    const button = el('button', { type: 'button', class: 'main' }, 'Open');
    button.onclick = () => {
      state.open = () => openAddress(field.value, stage);
      reporting(load)();
    };
    return [field, button];
  },
};

const source = byId('source');
tabs(byId('sources'), Object.keys(SOURCES), (name) => source.replaceChildren(...(SOURCES[name]?.() ?? [])));
byId('reload').onclick = reporting(load);
scripts.onchange = reporting(load);
source.replaceChildren(...(SOURCES.Samples?.() ?? []));
