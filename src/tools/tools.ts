/** A value that a tool takes: the part of JSON Schema that every model vendor reads. */
export interface Parameter {
  type: 'string' | 'number' | 'boolean' | 'array';
  description?: string;
  enum?: readonly string[];
  items?: { type: 'string' };
}

/** One thing that a model can do with a page. */
export interface Tool {
  name: string;
  description: string;
  parameters: Readonly<Record<string, Parameter>>;
  required: readonly string[];
  /** Only offered if the host says so: it can do more than a person at the page. */
  optIn?: true;
}

const text = (description?: string): Parameter => ({ type: 'string', ...(description && { description }) });
const number = (description: string): Parameter => ({ type: 'number', description });
const flag = (description: string): Parameter => ({ type: 'boolean', description });
const oneOf = (...values: string[]): Parameter => ({ type: 'string', enum: values });

/** What it is was said in the text of the first tools; a model needs it once. */
const REF = text();

const tool = (
  name: string,
  description: string,
  parameters: Tool['parameters'] = {},
  required: readonly string[] = Object.keys(parameters),
): Tool => ({ name, description, parameters, required });

/**
 * The tools for a model, one job each. Every answer is text; after an action it says what changed, so that a new
 * snapshot is rarely needed. Kotlin reads the same data (`kotlin/src/main/resources`, written by the build).
 */
export const TOOLS: readonly Tool[] = [
  tool('web_open', 'Open a URL (http or https) and get a snapshot of the page.', { url: text() }),
  tool('web_back', 'Go back in history.'),
  tool('web_forward', 'Go forward in history.'),
  tool('web_reload', 'Load the page again.'),
  tool(
    'web_snapshot',
    'See the page as text: one element a line; [ref=kd5] is the handle that other tools take. Refs stay valid until their element goes. Actions already tell what changed; use this when you lost track or a "... more" line says how to see the rest.',
    {
      all: flag('Also headings, texts and images, not only what can be acted on.'),
      scope: text('A ref or CSS selector: only that part.'),
      after: text('A ref: go on after it.'),
      maxNodes: number('Most elements, 200 by default.'),
      maxDepth: number('Most levels, 12 by default.'),
      maxCharsTotal: number('Most characters, 12000 by default.'),
    },
    [],
  ),
  tool(
    'web_find',
    'Find elements when you know what they are called; cheaper than a snapshot of a long page. Gives refs.',
    {
      value: text('Part of the name, text or label; with by=role the role, e.g. "button".'),
      by: oneOf('text', 'role', 'label', 'placeholder', 'alt', 'title', 'testid', 'css', 'xpath'),
      name: text('With by=role: part of its name.'),
      after: number('From the last answer: goes on there.'),
    },
    ['value'],
  ),
  tool(
    'web_read',
    'Read the article or main part of the page as Markdown.',
    {
      scope: text('A ref or CSS selector: only that part.'),
      urls: flag('Links with their addresses.'),
      after: number('From the last line of the last answer: goes on there.'),
    },
    [],
  ),
  tool('web_click', 'Click an element. The answer tells what changed.', { ref: text('e.g. "kd5"') }),
  tool('web_dblclick', 'Double-click an element.', { ref: REF }),
  tool('web_hover', 'Move the pointer over an element, e.g. to open a hover menu.', { ref: REF }),
  tool('web_fill', 'Replace what a field holds. Empty text clears it. Dates: 2026-12-31.', {
    ref: REF,
    text: text(),
  }),
  tool(
    'web_type',
    'Type behind what a field holds, key by key: for fields that react to keys. Otherwise use web_fill.',
    {
      ref: REF,
      text: text('A line feed is Enter.'),
    },
  ),
  tool(
    'web_press_key',
    'Press a key or chord: Enter, Escape, Tab, ArrowDown, Control+A.',
    { key: text(), ref: text('Where; without it, what has the focus.') },
    ['key'],
  ),
  tool('web_select', 'Choose options of a list or combobox by their labels.', {
    ref: REF,
    options: { type: 'array', items: { type: 'string' }, description: 'One, or several if it allows.' },
  }),
  tool('web_check', 'Check a checkbox, radio or switch.', { ref: REF }),
  tool('web_uncheck', 'Uncheck a checkbox or switch.', { ref: REF }),
  tool('web_drag', 'Drag an element onto another.', { ref: REF, to: text('Ref of the target.') }),
  tool('web_swipe', 'Swipe over an element with a finger: carousels, rows with hidden buttons, maps.', {
    ref: REF,
    direction: oneOf('left', 'right', 'up', 'down'),
  }),
  tool(
    'web_scroll',
    'Scroll the page, or the box that an element is in, by about one screen; or until a text is there.',
    {
      direction: oneOf('down', 'up', 'left', 'right', 'top', 'bottom'),
      ref: text('An element in the box to scroll.'),
      amount: number('px'),
      text: text('Scroll until this text shows; loads lists that grow.'),
    },
    [],
  ),
  tool('web_scroll_into_view', 'Bring an element into view. Actions do so by themselves.', { ref: REF }),
  tool(
    'web_wait',
    'Wait until all that is given holds; at most timeoutMs (5000).',
    {
      text: text('The page shows it.'),
      selector: text('CSS: something visible matches.'),
      url: text('The address holds it.'),
      ref: text('With state.'),
      state: oneOf('visible', 'hidden', 'enabled', 'disabled', 'checked', 'unchecked', 'detached'),
      absent: flag('text, selector and url must be gone instead.'),
      timeoutMs: number('At most 30000.'),
    },
    [],
  ),
  tool(
    'web_query',
    'Ask for one detail of an element that the snapshot does not show.',
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
      after: number('From an answer that was cut: goes on there.'),
    },
    ['ref', 'kind'],
  ),
  tool(
    'web_screenshot',
    'See the page as an image, with a numbered box around each ref: for canvases, maps and pictures.',
  ),
  {
    ...tool('web_eval', 'Evaluate a JavaScript expression in the page; gives its value as JSON.', {
      expression: text(),
    }),
    optIn: true,
  },
  tool('web_close', 'Close the page when the task is done.'),
];
