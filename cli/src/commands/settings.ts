import type { Answer } from '../client/request.ts';
import { type Command, json, number, optionalText, request, text, UsageError } from './command.ts';
import { SESSION_OPTIONS, sessionSettings } from './navigation.ts';

const isOn = (written: string): boolean => {
  if (written === '' || written === 'on') return true;
  if (written === 'off') return false;
  throw new UsageError('set offline is on or off.');
};

export const SETTING_COMMANDS: readonly Command[] = [
  {
    usage: 'set viewport <width> <height>',
    summary: '',
    peer: 'set viewport',
    prepare: (args) =>
      request('configure', {
        viewport: { width: number(args[0], 'width'), height: number(args[1], 'height') },
      }),
  },
  {
    usage: 'set device <name>',
    summary: 'such as "iPhone 15"; the page is loaded again',
    peer: 'set device',
    prepare: (args) => request('configure', { device: text(args, 0) }),
  },
  {
    usage: 'set geo <latitude> <longitude>',
    summary: '',
    peer: 'set geo',
    prepare: (args) =>
      request('configure', {
        geolocation: { latitude: number(args[0], 'latitude'), longitude: number(args[1], 'longitude') },
      }),
  },
  {
    usage: 'set offline [on]',
    summary: 'on (default) or off',
    peer: 'set offline',
    prepare: (args) => request('configure', { offline: isOn(text(args, 0)) }),
  },
  {
    usage: 'set headers <json>',
    summary: 'sent with every request',
    peer: 'set headers',
    prepare: (args) => request('configure', { headers: json(text(args, 0), 'headers') }),
  },
  {
    usage: 'set credentials <user> <password>',
    summary: 'for what asks for a log-in over HTTP',
    peer: 'set credentials',
    prepare: (args) =>
      request('configure', { credentials: { username: text(args, 0), password: text(args, 1) } }),
  },
  {
    usage: 'set media <what...>',
    summary: 'dark, light, reduced-motion, print, screen',
    peer: 'set media',
    prepare: (args) => {
      const settings: Record<string, unknown> = {};
      for (const one of args[0] as readonly string[]) {
        if (one === 'dark' || one === 'light' || one === 'no-preference') settings.colorScheme = one;
        else if (one === 'reduced-motion') settings.reducedMotion = 'reduce';
        else if (one === 'print' || one === 'screen') settings.media = one;
        else
          throw new UsageError(`set media knows dark, light, reduced-motion, print, screen; not "${one}".`);
      }
      return request('configure', settings);
    },
  },
];

const sessionLines = (answer: Answer): Answer => {
  const sessions = (answer.sessions ?? []) as { name: string; state: string; url: string; tabs: number }[];
  const lines = sessions.map(({ name, state, url, tabs }) => `${name} ${state} ${tabs} tab(s) ${url}`);
  return { ...answer, text: lines.join('\n') || 'No session is open. Open one: inpage open URL.' };
};

export const SESSION_COMMANDS: readonly Command[] = [
  {
    usage: 'session list',
    summary: 'the sessions that are open',
    peer: 'session list',
    prepare: () => request('listSessions', {}, { finish: sessionLines }),
  },
  {
    usage: 'session open [name]',
    options: SESSION_OPTIONS,
    summary: 'open a session without a page',
    prepare: (args, options) =>
      request(
        'openSession',
        { name: optionalText(args[0]) ?? options.session, ...sessionSettings(options) },
        {
          finish: (answer) => (answer.ok ? { ...answer, text: 'The session is open.' } : answer),
        },
      ),
  },
  {
    usage: 'close',
    summary: 'close the session with its tabs',
    options: [['--all', 'all sessions, and the server']],
    peer: 'close',
    prepare: (_, options) =>
      options.all === true
        ? request(
            'shutdown',
            {},
            { finish: (answer) => (answer.ok ? { ...answer, text: 'All sessions are closed.' } : answer) },
          )
        : request(
            'closeSession',
            {},
            { finish: (answer) => (answer.ok ? { ...answer, text: 'The session is closed.' } : answer) },
          ),
  },
];
