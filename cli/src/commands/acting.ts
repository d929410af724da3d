import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  act,
  type Command,
  fields,
  json,
  number,
  optionalNumber,
  optionalText,
  pair,
  place,
  request,
  TIMEOUT,
  target,
  text,
  UsageError,
} from './command.ts';

const simple = (kind: string, summary: string, peer = kind): Command => ({
  usage: `${kind} <target>`,
  summary,
  options: [TIMEOUT],
  peer,
  prepare: (args, options) => act(kind, text(args, 0), undefined, options),
});

/** A command that presses a point of an element, with modifier keys held. */
const pressing = (kind: string, summary: string, peer = kind): Command => ({
  ...simple(kind, summary, peer),
  options: [
    TIMEOUT,
    ['--modifiers <keys...>', 'such as Control Shift'],
    ['--at <x,y>', 'px in the element, from its top left corner; default: its middle'],
  ],
  prepare: (args, { modifiers, at, ...options }) =>
    act(kind, text(args, 0), fields({ modifiers, position: place(at, '--at') }), options),
});

const file = (path: string) => {
  try {
    return { name: basename(path), base64: readFileSync(path).toString('base64') };
  } catch (error) {
    throw new UsageError(`${path} can't be read: ${(error as Error).message}.`);
  }
};

const BUTTON = '[button]';

export const ACTING_COMMANDS: readonly Command[] = [
  {
    ...simple('click', 'click an element'),
    options: [
      TIMEOUT,
      ['--button <which>', 'left (default) or right'],
      ['--modifiers <keys...>', 'such as Control Shift'],
      ['--at <x,y>', 'px in the element, from its top left corner; default: its middle'],
    ],
    prepare: (args, options) => {
      const { button, modifiers, at } = options;
      return act('click', text(args, 0), fields({ button, modifiers, position: place(at, '--at') }), options);
    },
  },
  pressing('dblclick', 'double-click an element'),
  pressing('contextmenu', 'open the context menu of an element', ''),
  simple('longpress', 'press an element for long, with a finger', ''),
  simple('tap', 'tap an element with a finger', ''),
  simple('hover', 'move the mouse over an element'),
  simple('focus', 'give an element the focus'),
  simple('blur', 'take the focus from an element', ''),
  simple('check', 'check a check box, radio button or switch'),
  simple('uncheck', 'uncheck a check box or switch'),
  simple('clear', 'empty a field', ''),
  simple('submit', 'submit the form of an element', ''),
  {
    usage: 'fill <target> <text>',
    summary: 'replace what a field holds',
    options: [TIMEOUT],
    peer: 'fill',
    prepare: (args, options) => act('fill', text(args, 0), { text: text(args, 1) }, options),
  },
  {
    usage: 'type <target> <text>',
    summary: 'type behind what a field holds, key by key',
    options: [TIMEOUT, ['--delay <ms>', 'between keys']],
    peer: 'type',
    prepare: (args, options) => {
      const delayMs = optionalNumber(options.delay, '--delay');
      return act(
        'type',
        text(args, 0),
        { text: text(args, 1), ...(delayMs !== undefined && { delayMs }) },
        options,
      );
    },
  },
  {
    usage: 'press <key>',
    summary: 'press a key or chord: Enter, Control+a',
    options: [['--target <target>', 'where; without it, what has the focus'], TIMEOUT],
    peer: 'press',
    prepare: (args, options) => {
      const where = optionalText(options.target);
      const key = text(args, 0);
      return where === undefined
        ? request('keyboard', { type: 'press', key })
        : act('press', where, { key }, options);
    },
  },
  {
    usage: 'select <target> <options...>',
    summary: 'choose options by their labels: where several can be chosen, these and no others',
    options: [['--value', 'by their values instead'], TIMEOUT],
    peer: 'select',
    prepare: (args, options) =>
      act('select', text(args, 0), { [options.value === true ? 'value' : 'label']: args[1] }, options),
  },
  {
    usage: 'selecttext <target> [text]',
    summary: 'select a part of the text of an element, or all of it',
    options: [['--range <start,end>', 'by positions in the text, in UTF-16 code units'], TIMEOUT],
    peer: '',
    prepare: (args, options) => {
      const [start, end] = pair(options.range, '--range', ['start', 'end']) ?? [];
      return act('selectText', text(args, 0), fields({ text: args[1], start, end }), options);
    },
  },
  {
    usage: 'drag <from> [to]',
    summary: 'drag an element onto another, or by px',
    options: [
      TIMEOUT,
      ['--by <dx,dy>', 'so far, instead of onto an element (px)'],
      ['--from <x,y>', 'where in the element it is taken; default: its middle'],
      ['--at <x,y>', 'where in the other one it is let go; default: its middle'],
    ],
    peer: 'drag',
    prepare: (args, options) => {
      const to = optionalText(args[1]);
      const [dx, dy] = pair(options.by, '--by') ?? [];
      const payload = fields({
        to: to && target(to),
        dx,
        dy,
        from: place(options.from, '--from'),
        position: place(options.at, '--at'),
      });
      return act('drag', text(args, 0), payload, options);
    },
  },
  {
    usage: 'swipe <target> <direction>',
    summary: 'swipe over an element with a finger: left, right, up, down',
    options: [TIMEOUT],
    peer: '',
    prepare: (args, options) => act('swipe', text(args, 0), { direction: text(args, 1) }, options),
  },
  {
    usage: 'upload <target> <files...>',
    summary: 'choose files in a file field',
    peer: 'upload',
    prepare: (args) =>
      request('upload', { ref: target(text(args, 0)), files: (args[1] as readonly string[]).map(file) }),
  },
  {
    usage: 'drop <target> [files...]',
    summary: 'drop files, or a text, from outside of the page onto an element',
    options: [
      ['--text <text>', 'this text instead of files'],
      ['--type <type>', 'the MIME type of the text; default: text/plain'],
      TIMEOUT,
    ],
    peer: '',
    prepare: (args, options) => {
      const files = (args[1] ?? []) as readonly string[];
      const dropped = optionalText(options.text);
      if ((dropped === undefined) === (files.length === 0)) throw new UsageError('Give files, or --text.');
      if (options.type !== undefined && dropped === undefined)
        throw new UsageError('--type is that of --text.');
      const { type = 'text/plain' } = options;
      const payload = dropped === undefined ? { files: files.map(file) } : { data: { [`${type}`]: dropped } };
      return act('drop', text(args, 0), payload, options);
    },
  },
  {
    usage: 'dispatch <target> <event>',
    summary: 'dispatch one event of any type at an element, without checks',
    options: [['--init <json>', 'the event\'s fields, such as {"key": "a"}'], TIMEOUT],
    peer: '',
    prepare: (args, options) => {
      const init = options.init === undefined ? undefined : json(String(options.init), '--init');
      return act('dispatch', text(args, 0), fields({ type: args[1], init }), options);
    },
  },
  {
    usage: 'scroll [direction] [px]',
    summary: 'scroll the page or a box: down (default), up, left, right, top, bottom',
    options: [
      ['--target <target>', 'an element in the box to scroll'],
      ['--until-text <text>', 'until this text shows'],
    ],
    peer: 'scroll',
    prepare: (args, options) => {
      const where = optionalText(options.target);
      const payload = {
        direction: optionalText(args[0]),
        amount: optionalNumber(args[1], 'px'),
        ref: where && target(where),
        text: optionalText(options.untilText),
      };
      return request('page', {
        kind: 'scroll',
        payload: Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined)),
      });
    },
  },
  {
    usage: 'scrollintoview <target>',
    summary: 'bring an element into view',
    peer: 'scrollintoview',
    prepare: (args) => act('scrollIntoView', text(args, 0)),
  },
  {
    usage: 'mouse move <x> <y>',
    summary: 'move the mouse (CSS px of the viewport)',
    peer: 'mouse move',
    prepare: (args) => request('mouse', { type: 'move', x: number(args[0], 'x'), y: number(args[1], 'y') }),
  },
  ...(['down', 'up'] as const).map(
    (type): Command => ({
      usage: `mouse ${type} ${BUTTON}`,
      summary: type === 'down' ? 'press a mouse button: left, middle, right' : 'release it',
      peer: `mouse ${type}`,
      prepare: (args) => request('mouse', { type, button: optionalText(args[0]) }),
    }),
  ),
  {
    usage: 'mouse click <x> <y>',
    summary: 'click at a point',
    options: [
      ['--button <which>', ''],
      ['--count <n>', '2: a double click'],
    ],
    peer: '',
    prepare: (args, options) =>
      request('mouse', {
        type: 'click',
        x: number(args[0], 'x'),
        y: number(args[1], 'y'),
        button: options.button,
        count: optionalNumber(options.count, '--count'),
      }),
  },
  {
    usage: 'mouse wheel <dy> [dx]',
    summary: 'turn the wheel (px)',
    peer: 'mouse wheel',
    prepare: (args) =>
      request('mouse', {
        type: 'wheel',
        deltaY: number(args[0], 'dy'),
        deltaX: optionalNumber(args[1], 'dx'),
      }),
  },
  ...(['press', 'down', 'up'] as const).map(
    (type): Command => ({
      usage: `keyboard ${type} <key>`,
      summary: type === 'press' ? 'press a key or chord' : type === 'down' ? 'hold a key' : 'release a key',
      peer: type === 'press' ? 'press' : '',
      prepare: (args) => request('keyboard', { type, key: text(args, 0) }),
    }),
  ),
  {
    usage: 'keyboard type <text>',
    summary: 'type into what has the focus',
    peer: 'keyboard type',
    prepare: (args) => request('keyboard', { type: 'type', text: text(args, 0) }),
  },
  {
    usage: 'keyboard inserttext <text>',
    summary: 'insert a text without keys',
    peer: 'keyboard inserttext',
    prepare: (args) => request('keyboard', { type: 'insertText', text: text(args, 0) }),
  },
];
