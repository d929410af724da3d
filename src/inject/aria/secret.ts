import { tagOf } from '../dom/flat-tree.ts';
import { isButtonInput } from '../dom/input-type.ts';
import {
  attr,
  computedStyle,
  elementsIn,
  findAll,
  inputTypeOf,
  keyword,
  listAttr,
  parentElementOf,
  parentNodeOf,
  props,
  textOf,
  typeOfNode,
  walkerOver,
} from '../dom/read.ts';

/** Autocomplete words whose field holds a secret, also while a page shows it as plain text. */
const SECRET_WORDS =
  /(?:^|\s)(?:cc-(?:number|csc|exp|exp-month|exp-year|name|given-name|additional-name|family-name|type)|one-time-code|current-password|new-password)(?:\s|$)/i;

/** A password that the page shows as text, a card field without autocomplete: known by name or id. */
const SECRET_NAME = /passw(?:or)?d|passphrase|passcode|card[\W_]{0,3}num/i;

/** The same by a word that is too short to look for within others. */
const SECRET_SHORT_NAME = /(?:^|[^a-z])(?:cvv|cvc|csc|otp)(?![a-z])/i;

/** `otpCode`, `CVVField`: where one word of a name ends and the next begins. */
const WORD_ENDS = /([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g;

const namesSecret = (name: string): boolean =>
  name !== '' && (SECRET_NAME.test(name) || SECRET_SHORT_NAME.test(name.replace(WORD_ENDS, '$& ')));

/** What boxes for the signs of a code are called, or what they are in. */
const CODE_NAME = /(?:^|[^a-z])(?:otp|pin|pincode|passcode|[2mt]fa|code|verif[a-z]*|token)s?(?![a-z])/i;
const LEAST_CODE_BOXES = 4;
const MOST_CODE_BOXES = 10;
const CODE_GROUP_DISTANCE = 3;

const isCalledCode = (el: Element): boolean =>
  ['class', 'id', 'name', 'aria-label'].some((name) =>
    CODE_NAME.test(listAttr(el, name).replace(WORD_ENDS, '$& ')),
  );

/** One of several boxes for one sign each: what is typed from a text message or an app. */
const isBoxOfCode = (el: Element): boolean => {
  if (attr(el, 'maxlength') !== '1') return false;
  let isCalled = false;
  let at: Element | null = el;
  for (let i = 0; at && i <= CODE_GROUP_DISTANCE; i++, at = parentElementOf(at)) {
    isCalled ||= isCalledCode(at);
    const boxes = findAll(at, 'input').length;
    if (boxes > MOST_CODE_BOXES) return false;
    if (isCalled && boxes >= LEAST_CODE_BOXES) return findAll(at, 'input[maxlength="1"]').length === boxes;
  }
  return false;
};

/** Passwords stay passwords while a page shows them as text ("show password"). */
let passwords = new WeakSet<Element>();

/** Those that the document knows already; also after a second injection. */
export const usePasswords = (known: WeakSet<Element>): void => {
  passwords = known;
};

const DOTS = '-webkit-text-security';

/** A style sheet shows dots for what is typed, so that no password manager asks for it. */
const isDrawnAsDots = (el: Element): boolean => {
  const drawn = computedStyle(el).getPropertyValue(DOTS);
  return drawn !== '' && drawn !== 'none';
};

/** Whether a field's text must never leave the page: passwords, one-time codes, card fields. */
export const isSecret = (el: Element): boolean => {
  const tag = tagOf(el);
  if (tag !== 'input' && tag !== 'textarea' && tag !== 'select') return false;
  if (passwords.has(el)) return true;
  const isPassword =
    tag === 'input' && (inputTypeOf(el) === 'password' || keyword(el, 'type') === 'password');
  if (isPassword || (tag !== 'select' && isDrawnAsDots(el))) {
    passwords.add(el);
    return true;
  }
  // What it holds is what stands on it: `<input type=submit name=reset_password value="Reset password">`.
  if (isButtonInput(el)) return false;
  const autocomplete = attr(el, 'autocomplete');
  if (autocomplete !== null && SECRET_WORDS.test(autocomplete)) {
    // `new-password` on a search field is a trick against the browser's own suggestions (antd).
    return !(/^new-password$/i.test(autocomplete) && keyword(el, 'role') === 'combobox');
  }
  return namesSecret(listAttr(el, 'name')) || namesSecret(listAttr(el, 'id')) || isBoxOfCode(el);
};

/**
 * What is said of a secret: its length class, so that one sees whether and roughly how much was typed.
 * Empty: nothing; 1 to 4 characters: `•`; 5 to 8: `••`; 9 to 16: `•••`; more: `••••`.
 */
export const maskedValue = (value: string | undefined): string => {
  // What is called `input` in a drawing has none.
  const { length } = value || '';
  return '•'.repeat(length === 0 ? 0 : length < 5 ? 1 : length < 9 ? 2 : length < 17 ? 3 : 4);
};

/** A piece of a secret so long gives it away. */
const PIECE = 4;

const tells = (text: string, secret: string): boolean => {
  if (secret.length < PIECE) return secret !== '' && text.includes(secret);
  for (let i = 0; i + PIECE <= text.length; i++) if (secret.includes(text.slice(i, i + PIECE))) return true;
  return false;
};

/** What the page or the browser says about the value of a field; nothing where it quotes a secret, in part or whole. */
export const saidOfValue = (field: HTMLInputElement): string => {
  const { validationMessage, value } = props(field, 'validationMessage', 'value');
  return validationMessage && !(isSecret(field) && tells(validationMessage, value)) ? validationMessage : '';
};

/** What is in them is no text of the page, but for text areas. */
const UNREAD = 'textarea, script, style, noscript, head title';

/** All text below a node but that of scripts, and what a secret text area began with, so that nobody finds it by guessing. */
export const readableTextOf = (root: Element | ShadowRoot): string => {
  if (typeOfNode(root) === 1 && isSecret(root as Element)) return '';
  const unread = new Set<Node | null>();
  for (const el of elementsIn(root, UNREAD)) if (tagOf(el) !== 'textarea' || isSecret(el)) unread.add(el);
  if (unread.size === 0) return textOf(root);
  const walker = walkerOver(root, 4 /* text */);
  let text = '';
  for (let at = walker.nextNode(); at; at = walker.nextNode())
    if (!unread.has(parentNodeOf(at))) text += (at as Text).data;
  return text;
};
