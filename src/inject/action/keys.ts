import { matched } from '../dom/matched.ts';
/** A key as pages see it: `key` and `code` of UI Events, and the legacy numbers as Chromium fills them in. */
export interface Key {
  key: string;
  code: string;
  keyCode: number;
  /** 1: the left key of a pair, for modifiers. */
  location?: number;
}

/** Keys that print nothing, with their `keyCode`; `code` is the same word. */
const NAMED: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Pause: 19,
  CapsLock: 20,
  Escape: 27,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  PrintScreen: 44,
  Insert: 45,
  Delete: 46,
  ContextMenu: 93,
  NumLock: 144,
  ScrollLock: 145,
};

export const MODIFIERS: Readonly<Record<string, number>> = { Shift: 16, Control: 17, Alt: 18, Meta: 91 };

const ALIASES: Readonly<Record<string, string>> = {
  __proto__: null as never,
  esc: 'Escape',
  return: 'Enter',
  del: 'Delete',
  pgup: 'PageUp',
  pgdn: 'PageDown',
  pgdown: 'PageDown',
  numpadenter: 'Enter',
  ins: 'Insert',
  space: ' ',
  spacebar: ' ',
  plus: '+',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  ctrl: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  win: 'Meta',
  option: 'Alt',
};

/** Keys of the US layout: what they print, with Shift, `code`, `keyCode`. */
const PRINTED: readonly (readonly [plain: string, shifted: string, code: string, keyCode: number])[] = [
  ['`', '~', 'Backquote', 192],
  ['-', '_', 'Minus', 189],
  ['=', '+', 'Equal', 187],
  ['[', '{', 'BracketLeft', 219],
  [']', '}', 'BracketRight', 221],
  ['\\', '|', 'Backslash', 220],
  [';', ':', 'Semicolon', 186],
  ["'", '"', 'Quote', 222],
  [',', '<', 'Comma', 188],
  ['.', '>', 'Period', 190],
  ['/', '?', 'Slash', 191],
];
const SHIFTED_DIGITS = ')!@#$%^&*(';

/** The key that prints a character; one that is on no key of the US layout has no code. */
const printing = (char: string, shift: boolean): Key => {
  if (/^[a-z]$/i.test(char)) {
    const upper = char.toUpperCase();
    return { key: shift ? upper : char, code: `Key${upper}`, keyCode: upper.charCodeAt(0) };
  }
  const digit = /^\d$/.test(char) ? Number(char) : SHIFTED_DIGITS.indexOf(char);
  if (digit >= 0) {
    return {
      key: shift ? (SHIFTED_DIGITS[digit] as string) : char,
      code: `Digit${digit}`,
      keyCode: 48 + digit,
    };
  }
  if (char === ' ') return { key: char, code: 'Space', keyCode: 32 };
  for (const [plain, shifted, code, keyCode] of PRINTED) {
    if (char === plain || char === shifted) return { key: shift ? shifted : char, code, keyCode };
  }
  return { key: char, code: '', keyCode: 0 };
};

/** The keys that have a name. */
const NAMED_KEYS = Object.keys(NAMED).concat(Object.keys(MODIFIERS));

const named = (word: string): Key | undefined => {
  const number = matched(/^f([1-9]|1[0-9]|2[0-4])$/i, word, 1);
  if (number) return { key: `F${number}`, code: `F${number}`, keyCode: 111 + Number(number) };
  const key = NAMED_KEYS.find((name) => name.toLowerCase() === word.toLowerCase());
  if (!key) return undefined;
  const modifier = MODIFIERS[key];
  return modifier
    ? { key, code: `${key}Left`, keyCode: modifier, location: 1 }
    : { key, code: key, keyCode: NAMED[key] as number };
};

/** One character, or the name of a key in any case and spelling; undefined where there is no such key. */
export const keyOf = (word: string, shift = false): Key | undefined => {
  if (Array.from(word).length === 1) return printing(word, shift);
  const bare = word.toLowerCase().replace(/[\s_-]/g, '');
  const printed = /^(?:key([a-z])|(?:digit|numpad)(\d))$/.exec(bare);
  const name = printed?.[1] ?? printed?.[2] ?? (ALIASES[bare] || bare);
  return Array.from(name).length === 1 ? printing(name, shift) : named(name);
};

/** The key that writes a character of a text. */
export const keyForChar = (char: string): Key | undefined =>
  keyOf(char === '\n' ? 'Enter' : char === '\t' ? 'Tab' : char);

const isMac = (): boolean => /^Mac|^iP/.test(navigator.platform);

/** The modifier key of a name; `Mod` is Meta on a Mac and Control elsewhere. */
export const modifierOf = (word: string, mac = isMac): Key | undefined => {
  const portable = /^(?:mod|controlormeta|cmdorctrl)$/i.test(word) ? (mac() ? 'Meta' : 'Control') : word;
  const key = keyOf(portable);
  return key?.location ? key : undefined;
};

/** Names for the message about a key that does not exist. */
export const KEY_NAMES = NAMED_KEYS.concat('Space', 'F1');

/** `Control+Shift+A`: the keys in the order in which they go down, the last one alone at the end. */
export const chordOf = (spelled: string, mac = isMac): { held: Key[]; last: Key } | undefined => {
  // The plus key itself stands last: `Control++`.
  const words = (spelled === '+' ? ['+'] : spelled.replace(/\+\+$/, '+plus').split('+')).map(
    // Blanks around a name are removed; a blank alone is the Space key.
    (word) => word.trim() || word,
  );
  const last = words.pop() as string;
  const held: Key[] = [];
  for (const word of words) {
    const key = modifierOf(word, mac);
    if (!key) return undefined;
    held.push(key);
  }
  const shift = held.some((modifier) => modifier.key === 'Shift');
  // Without Shift, a keyboard gives small letters: Control+A is the key "a".
  const key = keyOf(held.length > 0 && !shift && last.length === 1 ? last.toLowerCase() : last, shift);
  return key && { held, last: key };
};
