import type { Answer } from '../client/request.ts';
import {
  type Command,
  type Options,
  optionalNumber,
  optionalText,
  request,
  saving,
  text,
  UsageError,
} from './command.ts';

const logOptions = [
  ['--clear', 'forget them'],
  ['--filter <text>', 'only what holds this'],
  ['--limit <n>', 'the last so many (default 200)'],
  ['--after <id>', 'only what comes after it'],
] as const;

const logInput = (options: Options): Record<string, unknown> => ({
  filter: options.filter,
  limit: optionalNumber(options.limit, '--limit'),
  after: optionalNumber(options.after, '--after'),
});

const mockOptions = [
  ['--method <method>', 'only this one'],
  ['--resource <type>', 'only this: document, script, fetch, image, ...'],
] as const;

const headersOf = (given: unknown): Record<string, string> | undefined =>
  Array.isArray(given)
    ? Object.fromEntries(
        given.map((line: string) => {
          const at = line.indexOf(':');
          if (at < 1) throw new UsageError(`--header is "Name: value", not "${line}".`);
          return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
        }),
      )
    : undefined;

export const LOG_COMMANDS: readonly Command[] = [
  {
    usage: 'console',
    summary: 'what pages wrote to the console',
    options: logOptions,
    peer: 'console',
    prepare: (_, options) =>
      options.clear === true ? request('clearConsole') : request('listConsole', logInput(options)),
  },
  {
    usage: 'errors',
    summary: 'errors of pages that nobody caught',
    options: logOptions,
    peer: 'errors',
    prepare: (_, options) =>
      options.clear === true ? request('clearErrors') : request('listErrors', logInput(options)),
  },
  {
    usage: 'network requests',
    summary: 'the requests of the session',
    options: logOptions,
    peer: 'network requests',
    prepare: (_, options) =>
      options.clear === true ? request('clearRequests') : request('listRequests', logInput(options)),
  },
  {
    usage: 'network request <id>',
    summary: 'one request with its headers and bodies',
    peer: 'network request',
    prepare: (args) =>
      request(
        'getRequest',
        { id: text(args, 0) },
        {
          finish: (answer) =>
            answer.ok
              ? {
                  ...answer,
                  text: JSON.stringify({ request: answer.request, response: answer.response }, null, 2),
                }
              : answer,
        },
      ),
  },
  {
    usage: 'network mock <url>',
    summary: 'answer requests in the place of the network (a glob, or a part of the address)',
    options: [
      ...mockOptions,
      ['--body <text>', ''],
      ['--status <n>', 'default 200'],
      ['--content-type <type>', ''],
      ['--header <line...>', 'Name: value'],
    ],
    peer: 'network route --body',
    prepare: (args, options) =>
      request('addMock', {
        url: text(args, 0),
        method: options.method,
        resource: options.resource,
        body: options.body,
        status: optionalNumber(options.status, '--status'),
        contentType: options.contentType,
        headers: headersOf(options.header),
      }),
  },
  {
    usage: 'network block <url>',
    summary: 'block requests',
    options: mockOptions,
    peer: 'network route --abort',
    prepare: (args, options) =>
      request('addMock', {
        url: text(args, 0),
        block: true,
        method: options.method,
        resource: options.resource,
      }),
  },
  {
    usage: 'network unmock [url]',
    summary: 'end what is mocked or blocked',
    peer: 'network unroute',
    prepare: (args) => request('removeMocks', { url: optionalText(args[0]) }),
  },
  {
    usage: 'network mocks',
    summary: 'what is mocked and blocked',
    peer: '',
    prepare: () => request('listMocks'),
  },
  {
    usage: 'network har start',
    summary: 'start an HTTP archive',
    options: [['--filter <glob>', 'only these addresses']],
    peer: 'network har start',
    prepare: (_, options) => request('startHar', { filter: options.filter }),
  },
  {
    usage: 'network har stop [path]',
    summary: 'end it and save it',
    peer: 'network har stop',
    prepare: (args) => request('stopHar', {}, { finish: saving(optionalText(args[0]), 'requests', 'har') }),
  },
  {
    usage: 'download list',
    summary: 'the downloads of the session',
    options: logOptions.slice(1),
    peer: '',
    prepare: (_, options) => request('listDownloads', logInput(options)),
  },
  {
    usage: 'download save <id> [path]',
    summary: 'save the file of a download',
    peer: 'download',
    prepare: (args) =>
      request(
        'getDownload',
        { id: text(args, 0) },
        {
          finish: (answer) => saving(optionalText(args[1]) ?? fileName(answer), 'download', 'bin')(answer),
        },
      ),
  },
];

/** The name of a downloaded file. A page chooses it, so folders and leading dots are removed. */
const fileName = ({ file }: Answer): string | undefined =>
  typeof file === 'string' ? file.replace(/^.*[/\\]/, '').replace(/^\.+/, '') || undefined : undefined;
