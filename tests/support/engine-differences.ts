import { ENGINE } from './engine.ts';

const isChromium = ENGINE === 'chromium' || ENGINE === 'mobile';

/** Types of input that the engine does not know: they are text fields there. */
export const UNKNOWN_TYPES: readonly string[] = ENGINE === 'firefox' ? ['month', 'week'] : [];

/** What a number field that holds 7 says after letters are typed: Chromium drops them, others keep what is no number. */
export const NUMBER_AFTER_LETTERS = isChromium ? '7' : '';

/** Editors that read lines they have not made themselves from mutations: WebKit tells of them after the task only. */
export const LATE_EDITORS: readonly string[] = ENGINE === 'webkit' ? ['prosemirror', 'codemirror'] : [];

/** Text that is drawn by script (EditContext) is only known to Chromium. */
export const HAS_EDIT_CONTEXT = isChromium;

/** So is what hears close requests (CloseWatcher). */
export const HAS_CLOSE_WATCHERS = isChromium;

/** Firefox has the parts of a formula stand in the line, others in boxes of their own. */
export const FORMULA_HAS_BOXES = ENGINE !== 'firefox';

/** WebKitGTK has no `navigation` yet, so nothing tells whether there is a page ahead in the history. */
export const TELLS_WHAT_IS_AHEAD = ENGINE !== 'webkit';

/** WebKit gives no `offsetParent` for a fixed box that something transformed holds. */
export const KNOWS_HOLDER_OF_FIXED = ENGINE !== 'webkit';

/** Firefox goes to a place within the page in a later task than that of the click. */
export const FRAGMENT_AT_ONCE = ENGINE !== 'firefox';

/** WebKit says of a point in a field only that it is in the field, not at which letter. */
export const TELLS_LETTER_IN_FIELD = ENGINE !== 'webkit';

/** WebKit forgets what is selected where something gets the focus. */
export const FOCUS_KEEPS_SELECTION = ENGINE !== 'webkit';

/** WebKit slides a range by the events of a script too, on its thumb as well, and knows no range that goes down. */
export const SLIDES_BY_ITSELF = ENGINE === 'webkit';

/** What can't be tried in an engine, and why. */
const CANNOT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'an address that never answers': {
    chromium: 'its driver waits for the answer',
    mobile: 'its driver waits for the answer',
  },
  'draft: fill a blank line first': {
    firefox: 'its paragraphs are made by the engine, and the editor loses track',
  },
  'closes the window': { firefox: 'a page may close a window that the driver has opened' },
  'acting on a form': { 'happy-dom': 'its forms are proxies, which its own events refuse' },
};

/** What leaves WebKit's driver nothing to work with: it runs on the built-ins of the page. */
const ITS_DRIVER_NEEDS: readonly string[] = [
  'breaks what lists are made of',
  'what comes in a page that has broken its lists',
  'setters of indices',
  'a species of its own',
  'lists that give nothing',
  'promises that never call',
  'no classes',
];

export const canTry = (what: string): boolean =>
  CANNOT[what]?.[ENGINE] === undefined && !(ENGINE === 'webkit' && ITS_DRIVER_NEEDS.includes(what));

/** Megabytes of one text that are tried: WebKit lays out ten for half a minute. */
export const LONG_TEXT_MB = ENGINE === 'webkit' ? 2 : 4;

/** How many boxes in boxes are tried. Gecko gives no box to what is deeper than some hundred, WebKit than 512. */
export const DEPTH = isChromium ? 1500 : ENGINE === 'webkit' ? 400 : 150;
