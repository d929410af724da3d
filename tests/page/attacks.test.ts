import { beforeAll, describe, expect, it } from 'vitest';
import type {
  ActionResult,
  ErrorResult,
  PageFind,
  PageHooks,
  PageSearch,
  SnapshotText,
} from '../../src/contract.ts';
import { renderSnapshot } from '../../src/render/index.ts';
import { oneLine } from '../../src/render/one-line.ts';
import { ATTACKS, NONCE, SPLIT } from '../fixtures/attacks.ts';
import { expected, PLACES, pageScript, type Said, splitScript } from '../support/attack-page.ts';
import { type Engine, openEngine, type TestPage, tree, withPage } from '../support/engine.ts';
import { PARSERS, WHOLE_FORMATS, type WholeFormat } from '../support/parse-any.ts';
import { parseMarkdown } from '../support/parse-markdown.ts';
import { parseTree, type Row } from '../support/parse-rows.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** A ref without its letters, as the indexed format writes it. */
const numberOf = (ref: string): string => ref.replace(/^[a-z]+/, '');

const WHOLE = { urls: true, maxNodes: 1e5, maxTextPerNode: 1e5, maxAttrValueLen: 1e5, description: true };
const AMPLE = { maxCharsTotal: 1e7, maxNodes: 1e6, boundary: NONCE };

/** The content between the two boundary lines. */
const inside = (text: string): string => {
  const lines = text.split('\n');
  expect(lines[0]).toBe(`[begin page content ${NONCE}]`);
  expect(lines.pop()).toBe(`[end page content ${NONCE}]`);
  return lines.slice(1).join('\n');
};

/** The names of attributes that the formats use for each further text of an element. */
const LABELS: readonly (readonly [keyof Said, readonly string[]])[] = [
  ['placeholder', ['placeholder']],
  ['description', ['description', 'aria-description']],
  ['validationMessage', ['invalid', 'aria-invalid']],
  ['url', ['url', 'href']],
];

const textsOfRow = ({ role, words, attributes }: Row, format: WholeFormat): string => {
  const rest = LABELS.flatMap(([, labels]) => labels.map((label) => attributes[label])).filter((one) => one);
  return JSON.stringify([role, ...words, ...(format === 'json' ? [] : rest)]);
};

const expectedTexts = (element: Said, format: WholeFormat): string => {
  const others = format === 'json' ? [] : LABELS.map(([label]) => element[label]);
  const words = [element.name, element.value, ...others].filter((one) => one);
  return JSON.stringify([element.role, ...words.map((one) => oneLine(one as string))]);
};

const withBody = <T>(script: string, use: (page: TestPage) => Promise<T>): Promise<T> =>
  withPage(engine, '<!doctype html><title>t</title><body>', async (page) => {
    await page.run(script);
    return use(page);
  });

describe('a page with every attack in every place', () => {
  it('is rendered without forged rows, in every format', async () => {
    const share = engine.hasLayout ? 1 : 5;
    await withBody(pageScript(share), async (page) => {
      const snapshot = await tree(page, WHOLE);
      const elements = expected(share);
      expect(elements.length).toBeGreaterThanOrEqual(Math.floor((PLACES.length * ATTACKS.length) / share));
      const refs = elements.map((_, i) => `e${i + 1}`);
      expect(Object.keys(snapshot.refs).join()).toBe(refs.join());
      for (const format of WHOLE_FORMATS) {
        const { text } = renderSnapshot(snapshot, { ...AMPLE, format });
        const { rows, cuts } = PARSERS[format](inside(text));
        expect(cuts).toEqual([]);
        // One long string is compared faster than thousands of short ones.
        const wanted = elements.map((one) => expectedTexts(one, format)).join('\n');
        expect(rows.map((row) => textsOfRow(row, format)).join('\n')).toBe(wanted);
        expect(rows.map(({ ref }) => numberOf(ref ?? '')).join()).toBe(refs.map(numberOf).join());
      }
      const { text } = renderSnapshot(snapshot, { ...AMPLE, format: 'markdown' });
      const { controls, links } = parseMarkdown(inside(text));
      const shown = refs.map((ref) => (snapshot.refs[ref]?.role === 'link' ? 'link' : ref));
      expect([...controls.map(({ ref }) => ref), ...links.map(() => 'link')].sort()).toEqual(shown.sort());
    });
  });
});

/** A paragraph and a button for each attack. */
const SOME = `
  for (const payload of ${JSON.stringify(ATTACKS.map(({ payload }) => payload))}) {
    document.body.append(Object.assign(document.createElement('p'), { textContent: payload }));
    const button = document.createElement('button');
    button.setAttribute('aria-label', payload);
    document.body.append(button);
  }`;

const text = async (page: TestPage, options: object): Promise<SnapshotText> =>
  page.json<SnapshotText>('snapshot', { boundary: NONCE, maxCharsTotal: 1e6, ...options });

describe('text of a page, rendered by the page script', () => {
  it('stays the text of its paragraph or button, cut or not', async () => {
    await withBody(SOME, async (page) => {
      for (const maxTextPerNode of [200, 80]) {
        for (const format of WHOLE_FORMATS.filter((one) => one !== 'json')) {
          const options = { interactiveOnly: false, maxNodes: 1000, maxTextPerNode };
          const { text: all, refs } = await text(page, { ...options, format });
          const { rows, cuts } = PARSERS[format](inside(all));
          expect(cuts).toEqual([]);
          expect(rows.map(({ role }) => role)).toEqual(ATTACKS.flatMap(() => ['paragraph', 'button']));
          expect(rows.flatMap(({ ref }) => (ref ? numberOf(ref) : []))).toEqual(refs.map(numberOf));
          expect(refs.map(numberOf)).toEqual(ATTACKS.map((_, i) => `${i + 1}`));
        }
      }
    });
  });

  it('forms no marker from adjacent texts', async () => {
    await withBody(splitScript, async (page) => {
      for (const format of WHOLE_FORMATS.filter((one) => one !== 'json')) {
        const { rows } = PARSERS[format](inside((await text(page, { format })).text));
        expect(rows.map(({ role, ref, words }) => [role, numberOf(ref ?? ''), ...words])).toEqual(
          SPLIT.map((parts, i) => ['button', `${i + 1}`, oneLine(parts.join(''))]),
        );
      }
    });
  });

  it('is in one line of a delta for each changed button', async () => {
    await withBody(SOME, async (page) => {
      await text(page, { format: 'tree', interactiveOnly: false, maxNodes: 1000, maxTextPerNode: 1e4 });
      const half = ATTACKS.filter((_, i) => i % 2 === 0);
      await page.run(
        "[...document.querySelectorAll('button')].forEach((button, i) => { if (i % 2 === 0) button.disabled = true; });",
      );
      const change = await text(page, {
        format: 'tree',
        interactiveOnly: false,
        maxNodes: 1000,
        maxTextPerNode: 1e4,
        since: 1,
      });
      const { head, rows } = parseTree(inside(change.text));
      expect(head).toContain('[delta] since=1');
      expect(
        rows.map(({ mark, role, words, attributes }) => [mark, role, words[0], attributes.disabled]),
      ).toEqual(half.map(({ payload }) => ['~', 'button', oneLine(payload), true]));
    });
  });
});

/** Expects a message of one line whose refs are all known and that quotes all text of the page. */
const expectHarmless = (message: string, refs: readonly string[], what: string): void => {
  expect(oneLine(message), what).toBe(message);
  const found = Array.from(message.matchAll(/\[ref=([^\]]*)/g), ([, ref]) => ref);
  expect(
    found.filter((ref) => !refs.includes(ref as string)),
    what,
  ).toEqual([]);
  // Text of the page stands only in quotes.
  expect(message.replace(/"(?:[^"\\]|\\.)*"/g, '""'), what).not.toMatch(/pay now|evil|ignore|e90\d\d/i);
};

describe('messages of errors', () => {
  const fails = async (page: TestPage, ...call: unknown[]): Promise<ErrorResult['error']> => {
    const result = await page.json<ErrorResult | ActionResult>(...(call as [string]));
    if (result.ok) throw new Error(`no error: ${JSON.stringify(call)}`);
    return result.error;
  };

  it('quote the names of elements and options, and the values of fields', async () => {
    const script = `
      const add = (tag, props) => { const el = Object.assign(document.createElement(tag), props); document.body.append(el); return el; };
      const button = add('button', {}), field = add('input', {}), select = add('select', {}), form = add('form', {});
      const asked = Object.assign(document.createElement('input'), { required: true });
      form.append(asked);
      field.oninput = () => { field.value = window.payload; };
      window.set = (payload) => {
        window.payload = payload;
        for (const el of [button, field, select, asked]) el.setAttribute('aria-label', payload);
        button.disabled = true;
        field.value = '';
        asked.setCustomValidity(payload);
        select.replaceChildren(...[payload, 'other'].map((textContent, i) => {
          const option = document.createElement('option');
          option.setAttribute('value', 'ab'.charAt(i));
          return Object.assign(option, { textContent });
        }));
        select.options[1].disabled = true;
      };
      set('x');`;
    await withBody(script, async (page) => {
      // Every third attack is enough: all kinds are among them.
      for (const { name, payload } of ATTACKS.filter((_, i) => i % 3 === 0)) {
        await page.run(`set(${JSON.stringify(payload)})`);
        const { refs } = await tree(page);
        const known = Object.keys(refs);
        const ref = (role: string, at = 0): string =>
          known.filter((one) => refs[one]?.role === role)[at] as string;
        const errors = [
          await fails(page, 'action', ref('button'), 'click'),
          await fails(page, 'action', ref('button'), 'fill', { text: 'x' }),
          await fails(page, 'action', ref('textbox'), 'fill', { text: 'own' }),
          await fails(page, 'action', ref('combobox'), 'select', `none of ${payload}`),
          await fails(page, 'action', ref('combobox'), 'select', 'b'),
          await fails(page, 'action', ref('textbox', 1), 'submit'),
          await fails(page, 'query', ref('button'), 'isChecked'),
        ];
        for (const error of errors) expectHarmless(error.message, known, `${name}: ${error.code}`);
      }
    });
  });

  it('quote the message of an error that a getter of the options throws', async () => {
    await withBody('', async (page) => {
      for (const { name, payload } of ATTACKS) {
        const thrown = `throw new Error(${JSON.stringify(payload)})`;
        const message = await page.evaluate<string>(
          `window.__agentBrowser.snapshot({ get scope() { ${thrown}; } }).error.message`,
        );
        expectHarmless(message, [], name);
      }
    });
  });
});

describe('answers of find, search, describe and hooks', () => {
  it('are JSON without invisible or control characters', async () => {
    // Some simulated engines have no dialogs.
    const script = `window.alert = window.alert || function () {}; ${SOME}`;
    await withBody(script, async (page) => {
      await page.json('page', 'hooks', { dialogs: 'accept', console: true });
      await page.run(
        `for (const payload of ${JSON.stringify(ATTACKS.map(({ payload }) => payload))}) { alert(payload); console.log(payload); }`,
      );
      const calls = [
        "'page', 'hooks', { read: true }",
        "'page', 'find', { by: 'role', value: 'button', limit: 1000 }",
        "'page', 'search', { value: '[a-z]', regex: true, limit: 1000 }",
        "'query', 'e1', 'describe'",
        "'snapshot', { interactiveOnly: false }",
      ];
      const answers: string[] = [];
      await tree(page);
      for (const call of calls)
        answers.push(await page.evaluate<string>(`window.__agentBrowser.json(${call})`));
      for (const answer of answers)
        expect(answer).not.toMatch(
          /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\u200b\u2060\ufeff\u{e0000}-\u{e0fff}]/u,
        );
      const [hooks, found] = answers.map((answer) => JSON.parse(answer)) as [PageHooks, PageFind, PageSearch];
      expect(hooks.dialogs?.map(({ message }) => message)).toEqual(ATTACKS.map(({ payload }) => payload));
      expect(found.total).toBe(ATTACKS.length);
    });
  });
});
