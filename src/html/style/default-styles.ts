/** The part of the browser's default style sheet (https://html.spec.whatwg.org/#rendering) that is used. */

const TAGS_BY_DISPLAY: Readonly<Record<string, string>> = {
  none: 'annotation annotation-xml area base basefont datalist head link meta noembed noframes noscript param rp script style template title',
  block:
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend listing main menu nav ol optgroup option p plaintext pre search section ul xmp',
  'inline-block': 'button input meter progress select textarea',
  contents: 'slot',
  'list-item': 'li summary',
  ruby: 'ruby',
  'ruby-text': 'rt',
  table: 'table',
  'table-caption': 'caption',
  'table-cell': 'td th',
  'table-column': 'col',
  'table-column-group': 'colgroup',
  'table-footer-group': 'tfoot',
  'table-header-group': 'thead',
  'table-row': 'tr',
  'table-row-group': 'tbody',
};

const DISPLAY = new Map(
  Object.entries(TAGS_BY_DISPLAY).flatMap(([display, tags]) =>
    tags.split(' ').map((tag) => [tag, display] as const),
  ),
);

const isHiddenByAttribute = (tag: string, attribute: (name: string) => string | null): boolean =>
  attribute('hidden') !== null ||
  (tag === 'input' && attribute('type')?.toLowerCase() === 'hidden') ||
  (tag === 'dialog' && attribute('open') === null) ||
  attribute('popover') !== null;

/** The value of `display` in the default style sheet. */
export const defaultDisplay = (tag: string, attribute: (name: string) => string | null): string =>
  isHiddenByAttribute(tag, attribute) ? 'none' : (DISPLAY.get(tag) ?? 'inline');

/** Initial values of properties; for inherited ones, the value at the root. */
export const INITIAL: Readonly<Record<string, string>> = {
  'background-color': 'rgba(0, 0, 0, 0)',
  'content-visibility': 'visible',
  cursor: 'auto',
  direction: 'ltr',
  float: 'none',
  'font-size': '16px',
  opacity: '1',
  overflow: 'visible',
  'overflow-x': 'visible',
  'overflow-y': 'visible',
  'pointer-events': 'auto',
  position: 'static',
  'text-transform': 'none',
  visibility: 'visible',
  'white-space': 'normal',
};

export const INHERITED = [
  'cursor',
  'direction',
  'font-size',
  'pointer-events',
  'text-transform',
  'visibility',
  'white-space',
] as const;
