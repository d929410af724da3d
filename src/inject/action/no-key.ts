import { cut } from '../dom/cut.ts';
import { wrongArgument } from '../payload.ts';
import { type Failure, quoted } from '../result.ts';
import { KEY_NAMES } from './keys.ts';

/** The error for a key or a chord that does not exist. */
export const noKey = (key: string): Failure =>
  wrongArgument(
    'key',
    `There is no key ${quoted(cut(key, 40))}. A key is a character or a name such as Enter, after modifiers: "Control+Shift+A".`,
    KEY_NAMES,
  );
