import { ENGINE } from './engine.ts';

const isChromium = ENGINE === 'chromium' || ENGINE === 'mobile';

/** Types of input that the engine does not know: they are text fields there. */
export const UNKNOWN_TYPES: readonly string[] = ENGINE === 'firefox' ? ['month', 'week'] : [];

/**
 * The value of a number field that holds 7 after letters are typed: Chromium drops the letters, the others keep them,
 * and what is no number reads as empty.
 */
export const NUMBER_AFTER_LETTERS = isChromium ? '7' : '';

/**
 * Editors that read lines which they have not made themselves from mutation records: WebKit delivers these only after
 * the task.
 */
export const LATE_EDITORS: readonly string[] = ENGINE === 'webkit' ? ['prosemirror', 'codemirror'] : [];

/** Only Chromium has EditContext, for text that a script draws. */
export const HAS_EDIT_CONTEXT = isChromium;

/** Only Chromium has CloseWatcher, which receives close requests. */
export const HAS_CLOSE_WATCHERS = isChromium;

/** Firefox lays the parts of a formula out within the line, the others in boxes of their own. */
export const FORMULA_HAS_BOXES = ENGINE !== 'firefox';

/** WebKitGTK has no `navigation` yet, so nothing tells whether the history has a next page. */
export const TELLS_WHAT_IS_AHEAD = ENGINE !== 'webkit';

/** WebKit gives no `offsetParent` for a fixed box whose containing block is a transformed element. */
export const KNOWS_HOLDER_OF_FIXED = ENGINE !== 'webkit';

/** Firefox goes to a fragment in a later task than that of the click. */
export const FRAGMENT_AT_ONCE = ENGINE !== 'firefox';

/** WebKit tells of a point in a text field only the field, not the letter. */
export const TELLS_LETTER_IN_FIELD = ENGINE !== 'webkit';

/** WebKit drops the selected text when an element gets the focus. */
export const FOCUS_KEEPS_SELECTION = ENGINE !== 'webkit';

/** WebKit slides a range by the events of a script too, on its thumb as well, and knows no range that goes down. */
export const SLIDES_BY_ITSELF = ENGINE === 'webkit';

/** Tests that can't run in an engine, by name, and why. */
const CANNOT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'an address that never answers': {
    chromium: 'its driver waits for the answer',
    mobile: 'its driver waits for the answer',
  },
  'draft: fill a blank line first': {
    firefox: 'its paragraphs are made by the engine, and the editor loses track',
  },
  'the history of the page': {
    firefox: 'its Navigation API loses track once an address was loaded twice in the same tab',
  },
  'closes the window': { firefox: 'a page may close a window that the driver has opened' },
  'acting on a form': { 'happy-dom': 'its forms are proxies, which its own events refuse' },
};

/** Tests that break built-ins of the page, on which WebKit's driver runs. */
const WEBKIT_CANNOT: readonly string[] = [
  'breaks what lists are made of',
  'what comes in a page that has broken its lists',
  'setters of indices',
  'a species of its own',
  'lists that give nothing',
  'promises that never call',
  'no classes',
];

export const canTry = (what: string): boolean =>
  CANNOT[what]?.[ENGINE] === undefined && !(ENGINE === 'webkit' && WEBKIT_CANNOT.includes(what));

/** Megabytes of one text that are tried: WebKit takes half a minute to lay out ten. */
export const LONG_TEXT_MB = 2;

/**
 * How deep boxes are nested. Gecko gives no box to elements deeper than some hundred levels, WebKit to those below
 * 512.
 */
export const DEPTH = isChromium ? 1500 : ENGINE === 'webkit' ? 400 : 150;
