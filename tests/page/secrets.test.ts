import { beforeAll, describe, expect, it } from 'vitest';
import type { ActionOk, JobStarted, JobState, PageFind, PageWait } from '../../src/contract.ts';
import { type Engine, openEngine, type TestPage, tree, withPage } from '../support/engine.ts';
import { ASK_ALL, doAll, SECRET_FIELDS, secretPage } from '../support/secret-page.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** Secrets of equal length. No piece of one occurs in another, in a number or in the id of a document. */
const SECRET = 'ZqKxWvYtRp';
const OTHER = 'HnJwLmPyQr';
const WORDS = 'XgVkTzNjMu';

const PIECE = 4;

/** Makes the page select the third option whatever is selected. */
const REFUSE =
  "const select = document.querySelector('select'); select.onchange = () => { select.selectedIndex = 2; };";

/** For each answer with a piece of the secret, that piece with the text around it. */
const leakedPieces = (answers: readonly string[], secret: string): string[] => {
  const pieces = Array.from(secret.slice(PIECE - 1), (_, i) => secret.slice(i, i + PIECE));
  return answers.flatMap((answer) => {
    const at = Math.max(...pieces.map((piece) => answer.indexOf(piece)));
    return at < 0 ? [] : [answer.slice(Math.max(0, at - 150), at + 50)];
  });
};

const withSecrets = <T>(secret: string, use: (page: TestPage) => Promise<T>): Promise<T> => {
  const { html, script } = secretPage(secret);
  return withPage(engine, html, async (page) => {
    await page.run(script);
    return use(page);
  });
};

/** An answer without times and document id, which differ each time. */
const timeless = (answer: string): string =>
  answer.replace(/"(?:ts|jsTimeMs)":[\d.e-]+/g, '').replace(/"document":"[^"]*"/g, '');

/** Where two answers to the same question begin to differ. */
const differences = (some: readonly string[], others: readonly string[]): string[] => {
  expect(others).toHaveLength(some.length);
  const all = some.flatMap((answer, i) => {
    const [one, other] = [timeless(answer), timeless(others[i] as string)];
    if (one === other) return [];
    let at = 0;
    while (one[at] === other[at]) at++;
    return [`${one.slice(0, 20)} ... ${one.slice(Math.max(0, at - 60), at + 40)}`];
  });
  // Ten distinct differences are enough for a message.
  return Array.from(new Set(all)).slice(0, 10);
};

describe('secrets', () => {
  it('are in no answer to any read call, and change no answer', async () => {
    const ask = (secret: string): Promise<string[]> =>
      withSecrets(secret, async (page) => {
        await tree(page);
        await page.run('show()');
        await page.inject();
        return page.evaluate<string[]>(ASK_ALL);
      });
    const answers = await ask(SECRET);
    expect(answers.length).toBeGreaterThan(SECRET_FIELDS.length * 16);
    expect(leakedPieces(answers, SECRET)).toEqual([]);
    const others = await ask(OTHER);
    expect(differences(answers, others)).toEqual([]);
  });

  it('are in no answer to an action, nor is the text that was filled in', async () => {
    await withSecrets(SECRET, async (page) => {
      await tree(page);
      await page.run('show()');
      const answers = await page.evaluate<string[]>(doAll(WORDS));
      expect(leakedPieces(answers, SECRET)).toEqual([]);
      expect(leakedPieces(answers, WORDS)).toEqual([]);
      const filled = answers
        .map((answer) => JSON.parse(answer) as ActionOk)
        .filter(({ kind }) => kind === 'fill');
      expect(filled.filter(({ verified }) => verified === true).length).toBeGreaterThan(15);
      expect(filled.some(({ effect }) => effect.value === '\u2022\u2022\u2022')).toBe(true);
    });
  });

  it('are in no result of a job, nor in its delta', async () => {
    await withSecrets(SECRET, async (page) => {
      await tree(page, { format: 'text' });
      const { refs } = await tree(page, { interactiveOnly: false });
      const fields = Object.keys(refs).filter((ref) => /input|textarea/.test(refs[ref]?.tag ?? ''));
      const answers: string[] = [];
      for (const ref of [fields[0], fields[7], fields[20]]) {
        const { job } = await page.json<JobStarted>('start', 'action', ref, 'fill', { text: WORDS });
        await expect
          .poll(
            async () => {
              const state = await page.json<JobState>('poll', job);
              answers.push(JSON.stringify(state));
              return state.done;
            },
            { timeout: 20_000 },
          )
          .toBe(true);
      }
      expect(answers.filter((answer) => answer.includes('"delta":')).length).toBeGreaterThan(0);
      for (const secret of [SECRET, WORDS]) expect(leakedPieces(answers, secret)).toEqual([]);
    });
  });

  it('are not found by their text', async () => {
    await withSecrets(SECRET, async (page) => {
      const wait = await page.json<PageWait>('page', 'wait', { text: SECRET.slice(0, 6) });
      expect(wait.holds).toBe(false);
      expect(await page.json('page', 'search', SECRET.slice(0, 6))).toMatchObject({ total: 0 });
      const guess = SECRET.slice(0, 6);
      const ways = ['text', 'label', 'placeholder', 'title'].map((by): object => ({ by, value: guess }));
      for (const way of [...ways, { by: 'css', value: '*', name: guess }])
        expect(await page.json('page', 'find', { ...way, hidden: true })).toMatchObject({
          elements: [],
          total: 0,
        });
      expect(await page.json('page', 'scroll', { text: SECRET.slice(0, 6) })).toMatchObject({ ok: false });
    });
  });

  it('are not fields whose name only contains the letters of a keyword', async () => {
    const names = [
      'desktop',
      'biotpass',
      'discscore',
      'robOtps',
      'cardholder',
      'cscart',
      'gift-card',
      'number',
    ];
    const html = names.map((name) => `<input name=${name} value=told>`).join('');
    await withPage(
      engine,
      `<!doctype html><title>t</title><body>${html}<input name=card id=num value=told>`,
      async (page) => {
        const snapshot = await tree(page);
        expect(JSON.stringify(snapshot).match(/"value":"told"/g)).toHaveLength(2 * (names.length + 1));
      },
    );
  });

  it('are not the values of buttons', async () => {
    const html = '<input type=submit name=reset_password value="Reset password">';
    await withPage(engine, `<!doctype html><title>t</title><body>${html}`, async (page) => {
      const { tree: root } = await tree(page);
      expect(root.children).toEqual([expect.objectContaining({ role: 'button', name: 'Reset password' })]);
      expect(JSON.stringify(await page.json('snapshot', {}))).not.toContain('\u2022');
    });
  });

  it('of a select change no answer, whatever is asked, selected or refused', async () => {
    const page = (chosen: number): string => `<!doctype html><title>t</title><body><form>
      <select autocomplete=cc-exp-month aria-label=Month>${Array.from({ length: 32 }, (_, i) => i + 1)
        .map((n) => `<option ${n === chosen ? 'selected' : ''}>${`0${n}`.slice(-2)}</option>`)
        .join('')}</select></form>`;
    const ask = (chosen: number): Promise<string[]> =>
      withPage(engine, page(chosen), async (tab) => {
        await tree(tab);
        return tab.evaluate<string[]>(ASK_ALL);
      });
    const second = await ask(2);
    // Snapshots list the first 30 options.
    for (const other of [3, 32]) expect(differences(second, await ask(other))).toEqual([]);
    // Selects of happy-dom are proxies, to which it dispatches no events.
    if (engine.name === 'happy-dom') return;
    await withPage(engine, page(1), async (tab) => {
      await tree(tab);
      await tab.run(REFUSE);
      const refused = await tab.json<Record<string, object>>('action', 'e1', 'select', '02');
      expect(refused).toMatchObject({ ok: false, error: { code: 'value_rejected', observed: '\u2022' } });
      expect(timeless(JSON.stringify(refused))).not.toMatch(/\b03\b/);
      await tab.run("document.querySelector('select').onchange = null;");
      const done = await tab.json<ActionOk>('action', 'e1', 'select', '02');
      expect(done).toMatchObject({ ok: true, verified: true, effect: { selected: ['\u2022'] } });
      const [, option] = (
        await tab.json<PageFind>('page', 'find', { by: 'css', value: 'option', hidden: true })
      ).elements;
      await tab.run(REFUSE);
      const clicked = await tab.json('action', option?.ref, 'click');
      expect(timeless(JSON.stringify(clicked))).not.toMatch(/\b03\b/);
    });
  });
});
