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
  /** Default: what it is called or says, as a snapshot prints it; `button "Save"` is a role and a name. */
  by?: FindBy;
  /** Accessible name, to narrow any of them. */
  name?: string;
  /** The whole text in the same case; default: part of it in any case. */
  exact?: boolean;
  /** List hidden elements too. Default false. */
  hidden?: boolean;
  /** Most elements listed. Default 20. */
  limit?: number;
  /** Go on behind so many: the `after` of the last answer, with everything else as it was. */
  after?: number | string;
}

export interface PageFind extends PageBase<'find'> {
  /** In document order; each has a ref. */
  elements: ElementLabel[];
  /** How many match, listed or not. */
  total: number;
  /** How many more match and are not shown on the page. */
  hidden?: number;
  /** Where the list goes on; absent at its end. */
  after?: number;
}

export interface SearchPayload {
  value: string;
  /** `value` is a regular expression (JavaScript, any case). */
  regex?: boolean;
  /** The same case. */
  exact?: boolean;
  /** Characters on either side. Default 60. */
  context?: number;
  /** Most matches listed. Default 20. */
  limit?: number;
  /** Go on behind so many: the `after` of the last answer, with everything else as it was. */
  after?: number | string;
}

export interface SearchMatch {
  match: string;
  /** The match with what stands around it, in one line. */
  text: string;
  /** The element that the text stands in. */
  ref: Ref;
  /** What can be acted on there, three at most: what the text stands in, then what is nearest to it in there. */
  near?: ElementLabel[];
}

export interface PageSearch extends PageBase<'search'> {
  matches: SearchMatch[];
  total: number;
  /** Where the list goes on; absent at its end. */
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

/** All that is given must hold. */
export interface WaitPayload {
  /** Something visible matches this CSS selector. */
  selector?: string;
  /** The page shows this text (part of it, any case). */
  text?: string;
  /** The address holds this. */
  url?: string;
  /** The element of this ref is in `state`. */
  ref?: Ref;
  /** Of the ref, else of what the selector or the text finds. Default `visible`. */
  state?: WaitState;
  /** The DOM has not changed for so many ms; true: 500. Only with `run` and `start`. */
  quiet?: boolean | number;
  /** The page is loaded. */
  load?: boolean;
  /** `selector`, `text` and `url` must not hold; a `ref` alone neither. */
  absent?: boolean;
  /** Default 5000. */
  timeoutMs?: number;
}

export interface PageWait extends PageBase<'wait'> {
  holds: boolean;
  /** What was found. */
  element?: ElementLabel;
}

export interface ScrollPayload {
  /** Default `down`. */
  direction?: 'up' | 'down' | 'left' | 'right' | 'top' | 'bottom';
  /** px. Default: 90 % of what is seen. */
  amount?: number;
  /** Scroll what this element is in (or is). Default: the page, or what scrolls in its place. */
  ref?: Ref;
  /** Scroll until this text is there and bring it into view. */
  text?: string;
}

export interface PageScroll extends PageBase<'scroll'> {
  /** Where what was scrolled stands now. */
  scroll: ScrollState;
  /** With `text`: where it stands. */
  element?: ElementLabel;
}

export interface KeyPayload {
  /** `Enter`, `a`, `Control+a`; `char`: the text to type. */
  key: string;
}

export interface MousePayload extends Point {
  /** `wheel`: how far (px). */
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
  /** What got the events; absent: the body. */
  target?: ElementLabel;
  /** A handler called preventDefault on the main event. */
  defaultPrevented?: boolean;
  /** What has the focus now, where that is something else. */
  focus?: ElementLabel;
}

export interface PageNavigation extends PageBase<'navigate' | 'back' | 'forward' | 'reload' | 'pushState'> {
  /** Where it goes; the page that answers next has another document id, unless only the fragment changes. */
  to?: string;
}

export type HookName = 'dialogs' | 'console' | 'network' | 'listeners' | 'closedShadowRoots';

/** The answer that a matching request gets without leaving the page. */
export interface Mock {
  /** Part of the address. */
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
  /** Answer alert, confirm and prompt: `accept` or `dismiss` (what true means), or the text for prompts. */
  dialogs?: boolean | 'accept' | 'dismiss' | { text: string };
  /** Keep what goes to the console, and uncaught errors. */
  console?: boolean;
  /** Keep a log of fetch and XMLHttpRequest, and answer some of them. */
  network?: boolean | { mocks: Mock[] };
  /** See who listens for presses from now on, so that snapshots find them. */
  listeners?: boolean;
  /** See into closed shadow roots that are attached from now on. */
  closedShadowRoots?: boolean;
  /** Give what was kept, and forget it. */
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
  /** Absent while the answer is due; 0: it failed. */
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
  /** Items to write; none of the two: export. */
  local?: Record<string, string>;
  session?: Record<string, string>;
  /** Empty it first. */
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
  /** Those that scripts may see. */
  cookies: Record<string, string>;
}

export interface HighlightPayload {
  /** Default: all that can be acted on in the viewport. */
  refs?: Ref[];
  /** Take the boxes away. */
  off?: boolean;
}

export interface PageHighlight extends PageBase<'highlight'> {
  boxes: { ref: Ref; box: Box }[];
}

export interface ExtractPayload {
  /** A ref or a CSS selector. Default: the article; where there is none, all of the page. */
  scope?: string;
  /** Go on behind so many characters: the `after` of the last answer, with everything else as it was. */
  after?: number | string;
  /** Default 12000. */
  maxCharsTotal?: number;
  /** Links with their addresses: `[text](url)`. Default false: `[text]`. */
  urls?: boolean;
  boundary?: string;
}

export interface PageExtract extends PageBase<'extract'> {
  /** Markdown. Of a text that is cut, the last line says how to go on: `... 5300 more characters: after=11800`. */
  text: string;
  truncated: boolean;
  /** Where the next part begins; absent at the end. */
  after?: number;
  /** What was read. */
  element: ElementLabel;
}

export interface PageRelease extends PageBase<'release'> {
  /** Marks that were taken away. */
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

/** What a verb of a kind gives. */
export type PageOf<K extends PageKind> = PageOk extends infer One
  ? One extends { kind: infer Kinds }
    ? K extends Kinds
      ? One
      : never
    : never
  : never;

export type PageResult = PageOk | ErrorResult;
