import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Command,
  fields,
  json,
  optionalNumber,
  optionalText,
  request,
  text,
  UsageError,
} from './command.ts';

const storageCommands = (area: 'local' | 'session'): Command[] => [
  {
    usage: `storage ${area} [key]`,
    summary: `what the page keeps in its ${area} storage`,
    peer: `storage ${area}`,
    prepare: (args) => request('getStorage', { area, key: optionalText(args[0]) }),
  },
  {
    usage: `storage ${area} set <key> <value>`,
    summary: 'write to it',
    peer: `storage ${area} set`,
    prepare: (args) => request('setStorage', { area, values: { [text(args, 0)]: text(args, 1) } }),
  },
  {
    usage: `storage ${area} clear [key]`,
    summary: 'remove from it',
    peer: `storage ${area} clear`,
    prepare: (args) => request('clearStorage', { area, key: optionalText(args[0]) }),
  },
];

export const STORAGE_COMMANDS: readonly Command[] = [
  {
    usage: 'cookies',
    summary: 'the cookies of the session',
    options: [['--url <url>', 'only those sent there']],
    peer: 'cookies',
    prepare: (_, options) => request('getCookies', { url: options.url }),
  },
  {
    usage: 'cookies set <name> <value>',
    summary: 'set a cookie',
    options: [
      ['--url <url>', ''],
      ['--domain <domain>', ''],
      ['--path <path>', ''],
      ['--expires <seconds>', 'since 1970'],
      ['--http-only', ''],
      ['--secure', ''],
      ['--same-site <how>', 'Strict, Lax or None'],
    ],
    peer: 'cookies set',
    prepare: (args, options) => {
      const cookie = fields({
        name: text(args, 0),
        value: text(args, 1),
        url: options.url,
        domain: options.domain,
        path: options.path,
        expires: optionalNumber(options.expires, '--expires'),
        httpOnly: options.httpOnly,
        secure: options.secure,
        sameSite: options.sameSite,
      });
      return request('setCookies', { cookies: [cookie] });
    },
  },
  {
    usage: 'cookies clear [name]',
    summary: 'remove cookies',
    peer: 'cookies clear',
    prepare: (args) => request('clearCookies', { name: optionalText(args[0]) }),
  },
  ...storageCommands('local'),
  ...storageCommands('session'),
  {
    usage: 'state save <path>',
    summary: 'save cookies and local storage',
    peer: 'state save',
    prepare: (args) =>
      request(
        'getState',
        {},
        {
          finish: (answer) => {
            if (!answer.ok) return answer;
            const path = resolve(text(args, 0));
            writeFileSync(path, `${JSON.stringify(answer.state, null, 2)}\n`, { mode: 0o600 });
            return { ok: true, path, text: `Saved ${path}` };
          },
        },
      ),
  },
  {
    usage: 'state load <path>',
    summary: 'load cookies and local storage',
    peer: 'state load',
    prepare: (args) => {
      const path = text(args, 0);
      try {
        return request('setState', { state: json(readFileSync(path, 'utf8'), path) });
      } catch (error) {
        throw error instanceof UsageError
          ? error
          : new UsageError(`${path} can't be read: ${(error as Error).message}.`);
      }
    },
  },
];
