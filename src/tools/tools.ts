/** A parameter of a tool, in the part of JSON Schema that every model vendor supports. */
export interface Parameter {
  type: 'string' | 'number' | 'boolean' | 'array' | 'object';
  description?: string;
  enum?: readonly string[];
  items?: { type: 'string' };
}

/** A tool that a model can call. */
export interface Tool {
  name: string;
  description: string;
  parameters: Readonly<Record<string, Parameter>>;
  required: readonly string[];
  /** Offered only if the host enables it, since it can do more than a person at the page. */
  optIn?: true;
}

const text = (description?: string): Parameter => ({ type: 'string', ...(description && { description }) });
const number = (description?: string): Parameter => ({ type: 'number', ...(description && { description }) });
const flag = (description?: string): Parameter => ({ type: 'boolean', ...(description && { description }) });
const oneOf = (...values: string[]): Parameter => ({ type: 'string', enum: values });

/** A ref, without a description: the first tools describe refs, which is enough for a model. */
const REF = text();

const tool = (
  name: string,
  description: string,
  parameters: Tool['parameters'] = {},
  required: readonly string[] = Object.keys(parameters),
): Tool => ({ name, description, parameters, required });

/**
 * The tools for a model, one task each. Every answer is text; after an action it lists the changes, so that a new snapshot
 * is rarely needed. Kotlin reads the same data (`kotlin/src/main/resources`, written by the build).
 */
export const TOOLS: readonly Tool[] = [
  tool('web_open', 'Open a URL: gives a snapshot.', { url: text() }),
  tool('web_back', 'Go back.'),
  tool('web_forward', 'Go forward.'),
  tool('web_reload', 'Reload the page.'),
  tool(
    'web_snapshot',
    'See the page as text: one element a line; other tools take its [ref=kd5], valid until it goes. Actions tell what changed: use it when you lost track or a "... more" line says so.',
    {
      all: flag('Texts and images too.'),
      scope: text('A ref or CSS selector.'),
      after: text('A ref: goes on there.'),
      maxNodes: number('Default 200.'),
      maxDepth: number(),
      maxCharsTotal: number('Default 12000.'),
    },
    [],
  ),
  tool(
    'web_find',
    'Find elements, cheaper than a snapshot.',
    {
      value: text('Name or text; with by=role the role.'),
      by: oneOf('text', 'role', 'label', 'placeholder', 'alt', 'title', 'testid', 'css', 'xpath'),
      name: text('With by=role.'),
      after: number(),
    },
    ['value'],
  ),
  tool(
    'web_read',
    'Read the main content as Markdown.',
    {
      scope: text(),
      urls: flag('With addresses.'),
      after: number(),
    },
    [],
  ),
  tool(
    'web_click',
    'Click an element (at x, y px in it). Tells what changed.',
    { ref: text('e.g. "kd5"'), x: number(), y: number() },
    ['ref'],
  ),
  tool('web_dblclick', 'Double-click.', { ref: REF }),
  tool('web_context_menu', 'Right-click.', { ref: REF }),
  tool('web_long_press', 'Press and hold.', { ref: REF }),
  tool('web_hover', 'Hover.', { ref: REF }),
  tool('web_fill', 'Replace what a field holds; empty text clears it. Dates: 2026-12-31.', {
    ref: REF,
    text: text(),
  }),
  tool('web_type', 'Type behind what a field holds, key by key.', {
    ref: REF,
    text: text('A line feed is Enter.'),
  }),
  tool(
    'web_press_key',
    'Press a key or chord: Enter, ArrowDown, Control+A.',
    { key: text(), ref: text('Default: the focus.') },
    ['key'],
  ),
  tool('web_select', 'Choose options by label, deselecting others.', {
    ref: REF,
    options: { type: 'array', items: { type: 'string' } },
  }),
  tool('web_check', 'Check a checkbox, radio or switch.', { ref: REF }),
  tool('web_uncheck', 'Uncheck a checkbox or switch.', { ref: REF }),
  tool('web_upload', 'Give a field/button files.', {
    ref: REF,
    files: { type: 'array', items: { type: 'string' }, description: 'Paths.' },
  }),
  tool(
    'web_drag',
    'Drag an element (from x, y in it) onto another or by px.',
    { ref: REF, to: REF, dx: number(), dy: number(), x: number(), y: number() },
    ['ref'],
  ),
  tool('web_swipe', 'Swipe over an element.', {
    ref: REF,
    direction: oneOf('left', 'right', 'up', 'down'),
  }),
  tool(
    'web_scroll',
    'Scroll the page, or the box of a ref, by a screen or until a text shows.',
    {
      direction: oneOf('down', 'up', 'left', 'right', 'top', 'bottom'),
      ref: REF,
      amount: number(),
      text: text(),
    },
    [],
  ),
  tool('web_scroll_into_view', 'Bring into view.', { ref: REF }),
  tool(
    'web_wait',
    'Wait until all given holds, or for any change.',
    {
      text: text(),
      selector: text('CSS.'),
      url: text(),
      ref: REF,
      state: oneOf('visible', 'hidden', 'enabled', 'disabled', 'checked', 'unchecked', 'detached'),
      absent: flag('Gone instead.'),
      timeoutMs: number('Max 30000.'),
    },
    [],
  ),
  tool(
    'web_query',
    'Ask about an element.',
    {
      ref: REF,
      kind: oneOf(
        'text',
        'value',
        'attrs',
        'html',
        'styles',
        'box',
        'options',
        'describe',
        'isVisible',
        'isEnabled',
        'isChecked',
        'isEditable',
      ),
      after: number(),
    },
    ['ref', 'kind'],
  ),
  tool(
    'web_dialog',
    'Answer dialogs so from now on; else they are dismissed.',
    { accept: flag(), text: text() },
    ['accept'],
  ),
  tool(
    'web_tabs',
    'List tabs; or open, select or close one.',
    {
      action: oneOf('list', 'open', 'select', 'close'),
      tab: number(),
      url: text(),
    },
    [],
  ),
  tool('web_page_tools', 'List the tools= of a snapshot.', { after: number() }, []),
  tool(
    'web_call_page_tool',
    'Call a page tool: surer than clicks.',
    { name: text(), input: { type: 'object' }, after: number() },
    ['name'],
  ),
  tool('web_screenshot', 'See an image with each ref in a numbered box.'),
  {
    ...tool('web_eval', 'Evaluate JavaScript; gives JSON.', {
      expression: text(),
    }),
    optIn: true,
  },
  tool('web_close', 'Close the page.'),
];
