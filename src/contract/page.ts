import type { PageCallTool, PageTools } from './page-tools.ts';
import type { Box, ElementLabel, ErrorResult, Meta, Point, Ref } from './results.ts';
import type { ScrollState } from './snapshot.ts';

export interface PageBase<Kind extends string> {
  ok: true;
  type: 'page';
  meta: Meta;
  kind: Kind;
}

export interface PageInfo extends PageBase<'info'> {
  version: string;
  viewport: { width: number; height: number };
  /** Size of the whole document. */
  size: { width: number; height: number };
  scroll: ScrollState;
  readyState: string;
  language?: string;
  focus?: ElementLabel;
  /** Open dialogs, topmost first. */
  dialogs?: ElementLabel[];
  /** Revision of the last snapshot, 0 before the first. */
  revision: number;
}

export type FindBy = 'role' | 'text' | 'label' | 'placeholder' | 'alt' | 'title' | 'testid' | 'css' | 'xpath';

export interface FindPayload {
  value: string;
  /** Default: by name or text, as a snapshot prints them; a value such as `button "Save"` is a role and a name. */
  by?: FindBy;
  /** Accessible name that the elements must have too. */
  name?: string;
  /** Match the whole text and its case. Default: a part of it in any case. */
  exact?: boolean;
  /** List hidden elements too. Default false. */
  hidden?: boolean;
  /** Most elements listed. Default 20. */
  limit?: number;
  /** Skip this many: the `after` of the last answer, with all else unchanged. */
  after?: number | string;
}

export interface PageFind extends PageBase<'find'> {
  /** In document order; each has a ref. */
  elements: ElementLabel[];
  /** How many match, listed or not. */
  total: number;
  /** How many more match but are hidden. */
  hidden?: number;
  /** The `after` of the next entries; absent at the end. */
  after?: number;
}

export interface SearchPayload {
  value: string;
  /** `value` is a regular expression (JavaScript, any case). */
  regex?: boolean;
  /** Match the case. Default: any case. */
  exact?: boolean;
  /** Characters on either side. Default 60. */
  context?: number;
  /** Most matches listed. Default 20. */
  limit?: number;
  /** Skip this many: the `after` of the last answer, with all else unchanged. */
  after?: number | string;
}

export interface SearchMatch {
  match: string;
  /** The match with the text around it, in one line. */
  text: string;
  /** The element that contains the text. */
  ref: Ref;
  /** At most three controls with which to act on the match: the one that contains it, then those nearest to it. */
  near?: ElementLabel[];
}

export interface PageSearch extends PageBase<'search'> {
  matches: SearchMatch[];
  total: number;
  /** The `after` of the next entries; absent at the end. */
  after?: number;
}

export type WaitState =
  | 'visible'
  | 'hidden'
  | 'enabled'
  | 'disabled'
  | 'checked'
  | 'unchecked'
  | 'editable'
  | 'readonly'
  | 'attached'
  | 'detached';

/** Conditions to wait for; all that are given must hold. */
export interface WaitPayload {
  /** A visible element matches this CSS selector. */
  selector?: string;
  /** The page shows this text (part of it, any case). */
  text?: string;
  /** The URL contains this text. */
  url?: string;
  /** The element of this ref is in `state`. */
  ref?: Ref;
  /** The state of the ref's element, else of the element found by selector or text. Default `visible`. */
  state?: WaitState;
  /** The DOM has not changed for this many ms; true: 500. Only with `run` and `start`. */
  quiet?: boolean | number;
  /** The page is loaded. */
  load?: boolean;
  /** Negates `selector`, `text` and `url`; without them, `ref`. */
  absent?: boolean;
  /** Default 5000. */
  timeoutMs?: number;
}

export interface PageWait extends PageBase<'wait'> {
  holds: boolean;
  /** The element that meets the condition. */
  element?: ElementLabel;
}

export interface ScrollPayload {
  /** Default `down`. */
  direction?: 'up' | 'down' | 'left' | 'right' | 'top' | 'bottom';
  /** Distance in CSS px. Default: 90 % of the visible size. */
  amount?: number;
  /** Scroll the scroll container of this element (or the element itself). Default: the page, or the largest scroll container of an app whose page does not scroll. */
  ref?: Ref;
  /** Scroll until this text is found, and bring it into view. */
  text?: string;
}

export interface PageScroll extends PageBase<'scroll'> {
  /** The scroll position after the call. */
  scroll: ScrollState;
  /** With `text`: the element that contains it. */
  element?: ElementLabel;
}

export interface KeyPayload {
  /** `Enter`, `a`, `Control+a`; `char`: the text to type. */
  key: string;
}

export interface MousePayload extends Point {
  /** `wheel`: distance in CSS px. */
  deltaX?: number;
  deltaY?: number;
}

export type InputKind =
  | 'pressKey'
  | 'keyDown'
  | 'keyUp'
  | 'char'
  | 'mouseMove'
  | 'mouseDown'
  | 'mouseUp'
  | 'mouseClick'
  | 'wheel';

export interface PageInput extends PageBase<InputKind> {
  /** The element that got the events; absent for the body. */
  target?: ElementLabel;
  /** A handler called preventDefault on the main event. */
  defaultPrevented?: boolean;
  /** The focused element after the call, where it is not the target. */
  focus?: ElementLabel;
}

export interface PageNavigation extends PageBase<'navigate' | 'back' | 'forward' | 'reload' | 'pushState'> {
  /** The URL that is loaded. The next page has another document id, unless only the fragment changes. */
  to?: string;
}

export type HookName = 'dialogs' | 'console' | 'network' | 'listeners' | 'closedShadowRoots';

/** The answer to each matching request, which is then not sent. */
export interface Mock {
  /** A part of the request's URL. */
  url: string;
  /** Default: any. */
  method?: string;
  /** Default 200. */
  status?: number;
  body?: string;
  /** Default `application/json`. */
  contentType?: string;
}

export interface HooksPayload {
  /** Answer alert, confirm and prompt: `accept` or `dismiss` (true is `dismiss`), or accept with a text for prompts. */
  dialogs?: boolean | 'accept' | 'dismiss' | { text: string };
  /** Record the console and uncaught errors. */
  console?: boolean;
  /** Record each request of fetch and XMLHttpRequest, and answer one that matches a mock. */
  network?: boolean | { mocks: Mock[] };
  /** Record which elements get click listeners from now on, so that snapshots find them. */
  listeners?: boolean;
  /** Let snapshots read closed shadow roots that are attached from now on. */
  closedShadowRoots?: boolean;
  /** Return the records, and delete them. */
  read?: boolean;
}

export interface DialogRecord {
  ts: number;
  dialog: 'alert' | 'confirm' | 'prompt';
  message: string;
  answer?: string | boolean;
}

export interface ConsoleRecord {
  ts: number;
  level: string;
  text: string;
}

export interface NetworkRecord {
  ts: number;
  method: string;
  url: string;
  /** Absent until the answer has come; 0 for a failed request. */
  status?: number;
  mocked?: boolean;
}

export interface PageHooks extends PageBase<'hooks'> {
  installed: HookName[];
  dialogs?: DialogRecord[];
  console?: ConsoleRecord[];
  network?: NetworkRecord[];
}

export interface StoragePayload {
  /** Items to write, by key. The result always has all items. */
  local?: Record<string, string>;
  session?: Record<string, string>;
  /** Remove all items of both areas first. */
  clear?: boolean;
}

export interface PageStorage extends PageBase<'storage'> {
  local?: Record<string, string>;
  session?: Record<string, string>;
}

export interface CookiesPayload {
  /** Cookies to write, each as for `document.cookie`: `theme=dark; path=/; max-age=3600`. */
  set?: string[];
}

export interface PageCookies extends PageBase<'cookies'> {
  /** The cookies that scripts may read. */
  cookies: Record<string, string>;
}

export interface HighlightPayload {
  /** Default: all interactive elements in the viewport. */
  refs?: Ref[];
  /** Remove the boxes. */
  off?: boolean;
}

export interface PageHighlight extends PageBase<'highlight'> {
  boxes: { ref: Ref; box: Box }[];
}

export interface ExtractPayload {
  /** A ref or a CSS selector. Default: the main content; where none is found, the whole page. */
  scope?: string;
  /** Skip this many characters: the `after` of the last answer, with all else unchanged. */
  after?: number | string;
  /** Default 12000. */
  maxCharsTotal?: number;
  /** Write links with their URLs: `[text](url)`. Default false: `[text]`. */
  urls?: boolean;
  boundary?: string;
}

export interface PageExtract extends PageBase<'extract'> {
  /** Markdown. The last line of a text that is cut names the `after` of the next part: `... 5300 more characters: after=11800`. */
  text: string;
  truncated: boolean;
  /** The `after` of the next part; absent at the end. */
  after?: number;
  /** The element that was read. */
  element: ElementLabel;
}

export interface PageRelease extends PageBase<'release'> {
  /** How many ref attributes were removed. */
  marks: number;
}

export type PageOk =
  | PageInfo
  | PageFind
  | PageSearch
  | PageWait
  | PageScroll
  | PageInput
  | PageNavigation
  | PageHooks
  | PageStorage
  | PageCookies
  | PageHighlight
  | PageExtract
  | PageTools
  | PageCallTool
  | PageRelease;

export type PageKind = PageOk['kind'];

/** The result of `page` for a kind. */
export type PageOf<K extends PageKind> = PageOk extends infer One
  ? One extends { kind: infer Kinds }
    ? K extends Kinds
      ? One
      : never
    : never
  : never;

export type PageResult = PageOk | ErrorResult;
