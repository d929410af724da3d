import { cut } from '../../dom/cut.ts';
import type { Hooked } from '../../state.ts';
import { keep, patch } from './patch.ts';

const LEVELS = ['debug', 'log', 'info', 'warn', 'error'];

const toText = (value: unknown): string => {
  try {
    const isData = typeof value === 'object' && value !== null && !(value instanceof Error);
    return (isData && JSON.stringify(value)) || String(value);
  } catch {
    return typeof value;
  }
};

/** Records the console, uncaught errors and unhandled rejections. */
export const hookConsole = (hooked: Hooked): (() => void)[] => {
  const add = (level: string, values: unknown[]): void => {
    keep(hooked.console, { ts: Date.now(), level, text: cut(values.map(toText).join(' '), 500) });
  };
  const listen = (type: string, describe: (event: Event) => unknown): (() => void) => {
    const listener = (event: Event): void => add('uncaught', [describe(event)]);
    window.addEventListener(type, listener);
    return () => window.removeEventListener(type, listener);
  };
  return [
    ...LEVELS.map((level) =>
      patch(console, level, (_self, args, original) => {
        add(level, args);
        return original();
      }),
    ),
    listen('error', (event) => {
      const { message, filename, lineno } = event as ErrorEvent;
      return filename ? `${message} (${filename}:${lineno})` : message;
    }),
    listen('unhandledrejection', (event) => (event as PromiseRejectionEvent).reason),
  ];
};
