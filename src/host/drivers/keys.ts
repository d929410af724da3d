/** A key as the protocols of browsers name it. */
export interface NamedKey {
  /** As `KeyboardEvent.key` says it. */
  key: string;
  /** `KeyboardEvent.code`, for keys that type nothing and for those of the US layout. */
  code: string;
  /** `KeyboardEvent.keyCode`, which Chromium wants with it. */
  keyCode: number;
  /** What WebDriver calls it (Actions, "normalised key value"); the key itself where it types something. */
  webdriver: string;
  /** What it types. */
  text?: string;
  /** The bit of a modifier in `Input.dispatchKeyEvent`. */
  modifier?: number;
}

/** `key: [code, keyCode, WebDriver's code point, modifier bit]`; the code is the key itself where it is empty. */
const NAMED: Readonly<
  Record<string, readonly [code: string, keyCode: number, webdriver: number, bit?: number]>
> = {
  Enter: ['', 13, 0xe007],
  Tab: ['', 9, 0xe004],
  Escape: ['', 27, 0xe00c],
  Backspace: ['', 8, 0xe003],
  Delete: ['', 46, 0xe017],
  Insert: ['', 45, 0xe016],
  Home: ['', 36, 0xe011],
  End: ['', 35, 0xe010],
  PageUp: ['', 33, 0xe00e],
  PageDown: ['', 34, 0xe00f],
  ArrowLeft: ['', 37, 0xe012],
  ArrowUp: ['', 38, 0xe013],
  ArrowRight: ['', 39, 0xe014],
  ArrowDown: ['', 40, 0xe015],
  Alt: ['AltLeft', 18, 0xe00a, 1],
  Control: ['ControlLeft', 17, 0xe009, 2],
  Meta: ['MetaLeft', 91, 0xe03d, 4],
  Shift: ['ShiftLeft', 16, 0xe008, 8],
};

const functionKey = (key: string): NamedKey | undefined => {
  const number = Number(/^F(\d{1,2})$/.exec(key)?.[1]);
  return number >= 1 && number <= 12
    ? { key, code: key, keyCode: 111 + number, webdriver: String.fromCharCode(0xe030 + number) }
    : undefined;
};

/** A key by its name, or by what it types. */
export const namedKey = (name: string): NamedKey => {
  const spelled = name === 'Space' ? ' ' : name === 'Return' ? 'Enter' : name === 'Esc' ? 'Escape' : name;
  const known = NAMED[spelled];
  if (known) {
    const [code, keyCode, point, modifier] = known;
    const text = spelled === 'Enter' ? '\r' : undefined;
    return {
      key: spelled,
      code: code || spelled,
      keyCode,
      webdriver: String.fromCharCode(point),
      ...(text && { text }),
      ...(modifier && { modifier }),
    };
  }
  const upper = spelled.toUpperCase();
  const code = /^[A-Z]$/.test(upper) ? `Key${upper}` : /^\d$/.test(upper) ? `Digit${upper}` : '';
  const plain = {
    key: spelled,
    code: spelled === ' ' ? 'Space' : code,
    keyCode: code || spelled === ' ' ? upper.charCodeAt(0) : 0,
    webdriver: spelled,
    text: spelled,
  };
  return functionKey(spelled) ?? plain;
};

/** The keys of `Control+Shift+a`, `Control++`: those that are held, and the one that is pressed. */
export const chordOf = (chord: string): { held: NamedKey[]; key: NamedKey } => {
  const names = chord.split(/\+(?!$)/);
  const last = names.pop() as string;
  return { held: names.map(namedKey), key: namedKey(last) };
};
