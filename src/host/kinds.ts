import type {
  ActionKind,
  Box,
  CallToolPayload,
  CookiesPayload,
  Description,
  ExtractPayload,
  FindPayload,
  HighlightPayload,
  HooksPayload,
  InputKind,
  KeyPayload,
  MousePayload,
  OptionInfo,
  PageKind,
  PageOf,
  Point,
  QueryKind,
  QueryOk,
  QueryPayload,
  QueryValue,
  Ref,
  ScrollPayload,
  SearchPayload,
  StoragePayload,
  ToolsPayload,
  Tristate,
  WaitPayload,
} from '../contract.ts';

/** A file for `upload` and `drop`; `base64` or `text` is its content. */
export interface FilePayload {
  name: string;
  /** MIME type. Default: by the extension, for common ones. */
  type?: string;
  base64?: string;
  text?: string;
}

interface PressPayload {
  /** CSS px from the top left corner of the element. Default: its hit point. */
  position?: Point;
  modifiers?: string | string[];
}

/** Payloads of actions; a kind that is not listed has none. For most, the first field may be given alone as a plain value. */
export interface ActionPayloads {
  click: PressPayload & { button?: 'left' | 'right' };
  dblclick: PressPayload;
  contextmenu: PressPayload;
  longpress: { ms?: number } | number;
  swipe: {
    direction?: 'left' | 'right' | 'up' | 'down';
    amount?: number;
    dx?: number;
    dy?: number;
    from?: Point;
    ms?: number;
  };
  fill: { text: string } | string;
  type: { text: string; delayMs?: number } | string;
  press: { key: string } | string;
  select:
    | { label?: string | string[]; value?: string | string[]; index?: number | number[] }
    | string
    | string[];
  selectText: { text?: string; start?: number; end?: number } | string;
  setChecked: { checked: boolean } | boolean;
  upload: { files: FilePayload[] };
  drop: { files?: FilePayload[]; data?: Record<string, string> };
  drag: { to?: Ref; position?: Point; dx?: number; dy?: number; from?: Point; holdMs?: number } | Ref;
  scroll: Omit<ScrollPayload, 'ref'> & { dx?: number; dy?: number };
  scrollIntoView: { block: 'start' | 'center' | 'end' | 'nearest' };
  dispatch: { type: string; init?: Record<string, unknown> };
}

/** The field that a plain payload stands for, by the kind of the action or page verb in lower case. */
const FIRST_FIELDS: Readonly<Record<string, string>> = {
  longpress: 'ms',
  swipe: 'direction',
  fill: 'text',
  type: 'text',
  press: 'key',
  select: 'label',
  selecttext: 'text',
  setchecked: 'checked',
  upload: 'files',
  drop: 'files',
  drag: 'to',
  scroll: 'direction',
  scrollintoview: 'block',
  dispatch: 'type',
  find: 'value',
  search: 'value',
  wait: 'selector',
  extract: 'scope',
  navigate: 'url',
  pushstate: 'url',
  presskey: 'key',
  keydown: 'key',
  keyup: 'key',
  char: 'text',
};

/** The payload as an object, so that fields can be added; a plain value for a kind without fields is returned as it is. */
export const payloadByFields = (kind: string, payload: unknown): unknown => {
  if (payload === undefined || payload === null) return {};
  if (typeof payload === 'object' && !Array.isArray(payload)) return payload;
  const field = FIRST_FIELDS[kind.replace(/[_\s-]/g, '').toLowerCase()];
  return field ? { [field]: payload } : payload;
};

/** The payload of an action. */
export type ActionPayload<K extends ActionKind> = K extends keyof ActionPayloads
  ? ActionPayloads[K]
  : undefined;

/** The payload of a page verb. */
export type PagePayload<K extends PageKind> = K extends keyof PagePayloads
  ? PagePayloads[K]
  : K extends InputKind
    ? MousePayload
    : undefined;

interface PagePayloads {
  find: FindPayload;
  search: SearchPayload;
  wait: WaitPayload;
  scroll: ScrollPayload;
  pressKey: KeyPayload;
  keyDown: KeyPayload;
  keyUp: KeyPayload;
  char: KeyPayload;
  navigate: { url: string };
  pushState: { url: string };
  hooks: HooksPayload;
  storage: StoragePayload;
  cookies: CookiesPayload;
  highlight: HighlightPayload;
  extract: ExtractPayload;
  tools: ToolsPayload;
  callTool: CallToolPayload;
}

/** The result of a page verb. */
export type PageAnswer<K extends PageKind> = PageOf<K>;

interface QueryValues {
  attrs: Record<string, string>;
  styles: Record<string, string>;
  box: Box;
  options: OptionInfo[];
  describe: Description;
  isVisible: boolean;
  isEnabled: boolean;
  isEditable: boolean;
  isChecked: Tristate;
  count: number;
}

/** The result of a query. */
export type QueryAnswer<K extends QueryKind> = Omit<QueryOk, 'kind' | 'value'> & {
  kind: K;
  value: K extends keyof QueryValues ? QueryValues[K] : Extract<QueryValue, string>;
};

/** The payload of a query, without the fields that the session adds. */
export type QueryInput = Omit<QueryPayload, 'document' | 'channelProof'>;
