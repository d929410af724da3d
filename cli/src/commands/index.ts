import { ACTING_COMMANDS } from './acting.ts';
import type { Command } from './command.ts';
import { LOG_COMMANDS } from './logs.ts';
import { NAVIGATION_COMMANDS } from './navigation.ts';
import { PICTURE_COMMANDS } from './pictures.ts';
import { READING_COMMANDS } from './reading.ts';
import { SESSION_COMMANDS, SETTING_COMMANDS } from './settings.ts';
import { STORAGE_COMMANDS } from './storage.ts';
import { TAB_COMMANDS } from './tabs.ts';

/** The commands that are one request each, by subject: the groups of the help. */
export const COMMAND_GROUPS: readonly (readonly [title: string, commands: readonly Command[]])[] = [
  ['Pages', NAVIGATION_COMMANDS],
  ['Reading', READING_COMMANDS],
  ['Acting', ACTING_COMMANDS],
  ['Tabs, windows, frames, dialogs', TAB_COMMANDS],
  ['Console, errors, network, downloads', LOG_COMMANDS],
  ['Cookies, storage, state', STORAGE_COMMANDS],
  ['Pictures, differences, traces', PICTURE_COMMANDS],
  ['Settings', SETTING_COMMANDS],
  ['Sessions', SESSION_COMMANDS],
];

export const COMMANDS: readonly Command[] = COMMAND_GROUPS.flatMap(([, commands]) => commands);
