import type { ErrorResult } from '../../../src/contract.ts';
import { modelContextScript, pageScript, parts, readScript, registeringParts } from '../page-script.ts';
import type { TestPage } from './types.ts';

const call = (verb: string, args: unknown[]): string =>
  `window.__agentBrowser.json(${[verb, ...args].map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ')})`;

/** How an engine runs code in a page, in the page's own world. */
export interface Evaluator {
  /** The value of an expression, a string or undefined. */
  evaluate(expression: string): unknown;
  /** Runs statements at the top level of a function or of a script. */
  execute(statements: string): unknown;
  /** Runs our script, where the engine has a faster way than to execute its text. */
  inject?(): unknown;
  close(): unknown;
}

/** A ref in the code of a test: `e5` stands for the ref with the number 5 in the open document. */
const IN_CODE = /(["'`=@ ])((?:f[1-9]\d*)*)e(?=[1-9]\d*(?:["'`\]\s+.]|\\))/g;

/** Texts that the build has made, also as string literals in code: an `e5` in them is a short name and no ref. */
const BUILT = [
  pageScript,
  readScript,
  modelContextScript,
  ...Object.values(registeringParts).map((part) =>
    part.slice(part.indexOf('function('), part.lastIndexOf(')')),
  ),
].flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);

/** Applies `change` to all of the code but {@link BUILT}. */
const changeCode = (code: string, change: (text: string) => string): string => {
  const built = BUILT.find((text) => code.includes(text));
  if (built === undefined) return change(code);
  return code
    .split(built)
    .map((text) => changeCode(text, change))
    .join(built);
};

/**
 * Each document draws the two letters that its refs begin with. Tests write `e` instead, in calls and in expected
 * results.
 */
const withKnownLetters = (evaluate: Evaluator['evaluate']) => {
  let letters = '';
  return {
    async learn(): Promise<void> {
      const known = await evaluate('window.__agentBrowser ? window.__agentBrowser.document : ""');
      letters = /^[a-z]{2}/.exec(String(known))?.[0] ?? '';
    },
    toPage: (code: string): string =>
      letters ? changeCode(code, (text) => text.replace(IN_CODE, `$1$2${letters}`)) : code,
    fromPage: (text: string): string =>
      letters
        ? text.replace(new RegExp(`\\b((?:f[1-9]\\d*)*)${letters}(?=[1-9]\\d*(?![\\da-z]))`, 'g'), '$1e')
        : text,
  };
};

/** The page that an engine has opened, with our script injected. */
export const injected = async (
  { evaluate, execute, inject = () => execute(pageScript), close }: Evaluator,
  before = '',
): Promise<TestPage> => {
  const { learn, toPage, fromPage } = withKnownLetters(evaluate);
  const page: TestPage = {
    async json<T>(verb: string, ...args: unknown[]) {
      const ask = async () => JSON.parse(fromPage((await evaluate(toPage(call(verb, args)))) as string));
      const result = await ask();
      return ((await page.loadMissing(result)) ? ask() : result) as Promise<T>;
    },
    async loadMissing(result) {
      const { code, file = '' } = (result as Partial<ErrorResult>).error ?? {};
      const part = code === 'part_missing' ? parts[file] : undefined;
      if (part) await execute(part);
      return part !== undefined;
    },
    async run(code: string) {
      await execute(toPage(`(function () { ${code}\n})();`));
    },
    async evaluate<T>(expression: string) {
      // As text, so that every engine returns what a real host would get.
      const text = (await evaluate(toPage(`JSON.stringify(${expression})`))) as string | undefined;
      return (text === undefined || text === null ? undefined : JSON.parse(fromPage(text))) as T;
    },
    async evaluateText(expression: string) {
      return fromPage((await evaluate(toPage(expression))) as string);
    },
    async inject() {
      await inject();
      await learn();
    },
    async close() {
      await close();
    },
  };
  if (before) await execute(before);
  await page.inject();
  return page;
};

/** Read from the document itself: an image with the name `readyState` would shadow the property. */
export const READY_STATE = "Reflect.get(Document.prototype, 'readyState', document)";

/** Marks a document that is about to be left: the next one may have the same address. */
const LEFT = '__left';

/** The ready state of the document; false or undefined until it is the one of this address. */
export const stateAt = async (
  evaluate: (expression: string) => Promise<unknown>,
  url: string,
): Promise<unknown> => {
  try {
    return await evaluate(`location.href === ${JSON.stringify(url)} && !window.${LEFT} && ${READY_STATE}`);
  } catch {
    // The document was left during the evaluation.
    return undefined;
  }
};

/** Waits until the document is parsed (`early`), or until its resources are loaded too. */
export const untilReady = async (
  readState: () => Promise<unknown>,
  early: boolean | undefined,
): Promise<void> => {
  const ready = early ? ['interactive', 'complete'] : ['complete'];
  while (!ready.includes(String(await readState()))) await new Promise((resolve) => setTimeout(resolve, 5));
};

/**
 * Navigates and waits for the document by asking the pages themselves: drivers miss some documents (images, and pages
 * after one from the back-forward cache).
 */
export const openAnew = async (
  evaluate: (expression: string) => Promise<unknown>,
  url: string,
  go: () => unknown,
  early: boolean | undefined,
): Promise<void> => {
  await evaluate(`window.${LEFT} = true`);
  await go();
  await untilReady(() => stateAt(evaluate, url), early);
};
