import { keyOf } from '../../inject/action/keys.ts';

/** A key with its names in the protocols of browsers. */
export interface NamedKey {
  /** `KeyboardEvent.key`. */
  key: string;
  /** `KeyboardEvent.code`, for keys that type no text and those of the US layout; else empty. */
  code: string;
  /** `KeyboardEvent.keyCode`, which Chromium requires; 0 where it is not known. */
  keyCode: number;
  /** WebDriver's code point of the key (Actions, "normalised key value"), or the text that it types. */
  webdriver: string;
  /** The text that it types; absent for keys that type none. */
  text?: string;
  /** The bit of a modifier in `Input.dispatchKeyEvent`. */
  modifier?: number;
}

/** WebDriver's code points of keys that type no text, and of Enter (Actions, "normalised key value"). */
const WEBDRIVER: Readonly<Record<string, number>> = {
  Backspace: 0xe003,
  Tab: 0xe004,
  Enter: 0xe007,
  Shift: 0xe008,
  Control: 0xe009,
  Alt: 0xe00a,
  Pause: 0xe00b,
  Escape: 0xe00c,
  PageUp: 0xe00e,
  PageDown: 0xe00f,
  End: 0xe010,
  Home: 0xe011,
  ArrowLeft: 0xe012,
  ArrowUp: 0xe013,
  ArrowRight: 0xe014,
  ArrowDown: 0xe015,
  Insert: 0xe016,
  Delete: 0xe017,
  Meta: 0xe03d,
};
const F1 = 0xe031;
const MAX_FUNCTION_KEY = 12;

/** The bits of modifiers in `Input.dispatchKeyEvent`. */
const BITS: Readonly<Record<string, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

const webdriverKey = (key: string): string => {
  const number = Number(/^F(\d{1,2})$/.exec(key)?.[1]);
  const point = number <= MAX_FUNCTION_KEY ? F1 + number - 1 : WEBDRIVER[key];
  return point === undefined ? key : String.fromCharCode(point);
};

/** A key by its name, or by the text that it types. */
export const namedKey = (name: string): NamedKey => {
  const { key, code, keyCode } = keyOf(name) ?? { key: name, code: '', keyCode: 0 };
  const text = key === 'Enter' ? '\r' : Array.from(key).length === 1 ? key : undefined;
  const modifier = BITS[key];
  return {
    key,
    code,
    keyCode,
    webdriver: webdriverKey(key),
    ...(text !== undefined && { text }),
    ...(modifier !== undefined && { modifier }),
  };
};

/** The keys of a chord such as `Control+Shift+A` or `Control++`: the held modifiers, and the key that is pressed. */
export const chordOf = (chord: string): { held: NamedKey[]; key: NamedKey } => {
  const names = chord.split(/\+(?!$)/);
  const last = names.pop() as string;
  return { held: names.map(namedKey), key: namedKey(last) };
};

/** The part of Playwright's and Puppeteer's keyboards that is used. */
interface Keyboard {
  down(key: never): Promise<void>;
  up(key: never): Promise<void>;
}

/** Runs `work` while modifiers are held. */
export const whileHeld = async (
  keyboard: Keyboard,
  held: readonly string[],
  work: () => Promise<void>,
): Promise<void> => {
  for (const key of held) await keyboard.down(key as never);
  try {
    await work();
  } finally {
    for (const key of [...held].reverse()) await keyboard.up(key as never);
  }
};
