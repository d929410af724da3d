import { readFileSync, writeFileSync } from 'node:fs';
import type { Answer } from '../client/request.ts';
import {
  type Command,
  optionalNumber,
  optionalText,
  request,
  saving,
  target,
  text,
  UsageError,
} from './command.ts';
import { addressOf } from './navigation.ts';

const boxWords = (answer: Answer): Answer => {
  const boxes = (answer.boxes ?? []) as { ref: string }[];
  return boxes.length > 0 ? { ...answer, text: `Boxes: ${boxes.map(({ ref }) => ref).join(', ')}` } : answer;
};

export const PICTURE_COMMANDS: readonly Command[] = [
  {
    usage: 'screenshot [path]',
    summary: 'a picture of the page (- is standard output)',
    options: [
      ['--full', 'the whole page'],
      ['--annotate', 'boxes with refs around what can be acted on'],
      ['--target <target>', 'only this element'],
      ['--jpeg', 'as JPEG'],
      ['--quality <n>', 'of a JPEG, 0 to 100'],
    ],
    peer: 'screenshot',
    prepare: (args, options) => {
      const path = optionalText(args[0]);
      const format = options.jpeg === true || /\.jpe?g$/i.test(path ?? '') ? 'jpeg' : 'png';
      const where = optionalText(options.target);
      const save = saving(path, 'screenshot', format === 'jpeg' ? 'jpg' : 'png');
      const input = {
        full: options.full,
        annotate: options.annotate,
        ref: where && target(where),
        format,
        quality: optionalNumber(options.quality, '--quality'),
      };
      return request('screenshot', input, { finish: (answer) => save(boxWords(answer)) });
    },
  },
  {
    usage: 'pdf [path]',
    summary: 'save the page as PDF',
    options: [
      ['--landscape', ''],
      ['--paper <format>', 'A4 (default), Letter, ...'],
    ],
    peer: 'pdf',
    prepare: (args, options) =>
      request(
        'pdf',
        { landscape: options.landscape, format: options.paper },
        { finish: saving(optionalText(args[0]), 'page', 'pdf') },
      ),
  },
  {
    usage: 'highlight [targets...]',
    summary: 'draw boxes around elements (default: all that can be acted on), for a person to see',
    options: [['--off', 'take them away']],
    peer: 'highlight',
    prepare: (args, options) => {
      const refs = ((args[0] ?? []) as readonly string[]).map(target);
      return request('highlight', { refs: refs.length > 0 ? refs : undefined, off: options.off });
    },
  },
  {
    usage: 'diff snapshot',
    summary: 'what has changed since the last snapshot',
    options: [
      ['--since <revision>', ''],
      ['--baseline <file>', 'compare with this text instead'],
    ],
    peer: 'diff snapshot',
    prepare: (_, options) => {
      const file = optionalText(options.baseline);
      return request('diff', {
        of: 'snapshot',
        since: optionalNumber(options.since, '--since'),
        baseline: file && readFileSync(file, 'utf8'),
      });
    },
  },
  {
    usage: 'diff screenshot',
    summary: 'how the picture differs from another one',
    options: [
      ['--baseline <file>', 'a PNG (needed)'],
      ['--full', 'the whole page'],
      ['--output <path>', 'save the difference'],
      ['--tolerance <n>', 'of each color, 0 to 255 (default 16)'],
    ],
    peer: 'diff screenshot',
    prepare: (_, options) => {
      const file = optionalText(options.baseline);
      if (file === undefined)
        throw new UsageError('diff screenshot needs --baseline FILE, a PNG of earlier.');
      const input = {
        of: 'screenshot',
        baseline: readFileSync(file).toString('base64'),
        full: options.full,
        tolerance: optionalNumber(options.tolerance, '--tolerance'),
      };
      const finish = ({ picture, ...answer }: Answer): Answer => {
        const path = optionalText(options.output);
        if (path !== undefined && typeof picture === 'string')
          writeFileSync(path, Buffer.from(picture, 'base64'));
        return answer as Answer;
      };
      return request('diff', input, { finish, exit: ({ same }) => (same === true ? 0 : 1) });
    },
  },
  {
    usage: 'diff url <a> <b>',
    summary: 'what is different between two addresses',
    options: [['-i, --interactive', 'only what can be acted on']],
    peer: 'diff url',
    prepare: (args, options) =>
      request('diff', {
        of: 'url',
        a: addressOf(text(args, 0)),
        b: addressOf(text(args, 1)),
        all: options.interactive !== true,
      }),
  },
  {
    usage: 'trace start',
    summary: 'start a trace',
    peer: 'trace start',
    prepare: () => request('startTrace'),
  },
  {
    usage: 'trace stop [path]',
    summary: 'end it and save it (npx playwright show-trace FILE)',
    peer: 'trace stop',
    prepare: (args) => request('stopTrace', {}, { finish: saving(optionalText(args[0]), 'trace', 'zip') }),
  },
];
