import { type Command, optionalText, request, text } from './command.ts';
import { addressOf } from './navigation.ts';

export const TAB_COMMANDS: readonly Command[] = [
  {
    usage: 'tab [id]',
    summary: 'list the tabs, or go on in another one',
    peer: 'tab',
    prepare: (args) => {
      const id = optionalText(args[0]);
      return id === undefined ? request('listTabs') : request('selectTab', { tab: id });
    },
  },
  { usage: 'tab list', summary: 'list the tabs', peer: 'tab list', prepare: () => request('listTabs') },
  {
    usage: 'tab new [url]',
    summary: 'open a tab and go on in it',
    peer: 'tab new',
    prepare: (args) => {
      const url = optionalText(args[0]);
      return request('openTab', { url: url && addressOf(url) });
    },
  },
  {
    usage: 'tab close <id>',
    summary: 'close a tab',
    peer: 'tab close',
    prepare: (args) => request('closeTab', { tab: text(args, 0) }),
  },
  {
    usage: 'window list',
    summary: 'list the windows with their tabs',
    peer: '',
    prepare: () => request('listWindows'),
  },
  {
    usage: 'window new [url]',
    summary: 'open a window and go on in it',
    peer: 'window new',
    prepare: (args) => {
      const url = optionalText(args[0]);
      return request('openWindow', { url: url && addressOf(url) });
    },
  },
  {
    usage: 'frame <target>',
    summary: 'limit snapshots to a frame or element; main: the whole page',
    peer: 'frame',
    prepare: (args) => request('setFrame', { scope: text(args, 0) === 'main' ? null : text(args, 0) }),
  },
  {
    usage: 'dialog list',
    summary: 'the dialogs that were answered',
    peer: 'dialog status',
    prepare: () => request('listDialogs'),
  },
  {
    usage: 'dialog accept [text]',
    summary: 'accept the next dialog (alerts always are), with a text for a prompt',
    options: [['--always', 'every dialog from now on']],
    peer: 'dialog accept',
    prepare: (args, options) =>
      request('answerDialogs', { accept: true, text: optionalText(args[0]), once: options.always !== true }),
  },
  {
    usage: 'dialog dismiss',
    summary: 'dismiss the next dialog',
    options: [['--always', 'every dialog from now on']],
    peer: 'dialog dismiss',
    prepare: (_, options) => request('answerDialogs', { accept: false, once: options.always !== true }),
  },
];
