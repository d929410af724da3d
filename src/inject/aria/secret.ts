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

/** Autocomplete tokens of secret fields, also where the page shows the value as plain text. */
const SECRET_WORDS =
  /(?:^|\s)(?:cc-(?:number|csc|exp|exp-month|exp-year|name|given-name|additional-name|family-name|type)|one-time-code|current-password|new-password)(?:\s|$)/i;

/** Words in the name or id of a secret field: a password shown as text, a card number without autocomplete. */
const SECRET_NAME = /passw(?:or)?d|passphrase|passcode|card[\W_]{0,3}num/i;

/** Words that are too short to be searched for inside of other words. */
const SECRET_SHORT_NAME = /(?:^|[^a-z])(?:cvv|cvc|csc|otp)(?![a-z])/i;

/** The end of a word in a camel-case name: `otpCode`, `CVVField`. */
const WORD_ENDS = /([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g;

const namesSecret = (name: string): boolean =>
  name !== '' && (SECRET_NAME.test(name) || SECRET_SHORT_NAME.test(name.replace(WORD_ENDS, '$& ')));

/**
 * A one-time code in boxes of one character each: words in the names of the boxes or their group, how many boxes, how
 * far up the group.
 */
const CODE_NAME = /(?:^|[^a-z])(?:otp|pin|pincode|passcode|[2mt]fa|code|verif[a-z]*|token)s?(?![a-z])/i;
const MIN_CODE_BOXES = 4;
const MAX_CODE_BOXES = 10;
const MAX_GROUP_DISTANCE = 3;

const hasNameOfCode = (el: Element): boolean =>
  ['class', 'id', 'name', 'aria-label'].some((name) =>
    CODE_NAME.test(listAttr(el, name).replace(WORD_ENDS, '$& ')),
  );

/** Whether a field is one of the boxes of a one-time code, which hold one character each. */
const isBoxOfCode = (el: Element): boolean => {
  if (attr(el, 'maxlength') !== '1') return false;
  let isNamedCode = false;
  let at: Element | null = el;
  for (let i = 0; at && i <= MAX_GROUP_DISTANCE; i++, at = parentElementOf(at)) {
    isNamedCode ||= hasNameOfCode(at);
    const boxes = findAll(at, 'input').length;
    if (boxes > MAX_CODE_BOXES) return false;
    if (isNamedCode && boxes >= MIN_CODE_BOXES) return findAll(at, 'input[maxlength="1"]').length === boxes;
  }
  return false;
};

/** Fields that were password fields: they stay secret while the page shows them as text ("show password"). */
let passwords = new WeakSet<Element>();

/** Takes over the password fields that an earlier injection has recorded. */
export const usePasswords = (known: WeakSet<Element>): void => {
  passwords = known;
};

const DOTS = '-webkit-text-security';

/** Whether a style sheet masks a text field with dots, as pages do to keep password managers away. */
const isDrawnAsDots = (el: Element): boolean => {
  const mask = computedStyle(el).getPropertyValue(DOTS);
  return mask !== '' && mask !== 'none';
};

/** Whether the value of a field must never leave the page: passwords, one-time codes, card fields. */
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
  // The value of an input button is its label: `<input type=submit name=reset_password value="Reset password">`.
  if (isButtonInput(el)) return false;
  const autocomplete = attr(el, 'autocomplete');
  if (autocomplete !== null && SECRET_WORDS.test(autocomplete)) {
    // `new-password` on a search field is a trick against the browser's own suggestions (antd).
    return !(/^new-password$/i.test(autocomplete) && keyword(el, 'role') === 'combobox');
  }
  return namesSecret(listAttr(el, 'name')) || namesSecret(listAttr(el, 'id')) || isBoxOfCode(el);
};

/**
 * The masked value of a secret: its length class, which shows whether and roughly how much was typed.
 * Empty: nothing; 1 to 4 characters: `•`; 5 to 8: `••`; 9 to 16: `•••`; more: `••••`.
 */
export const maskedValue = (value: string | undefined): string => {
  // An element `input` in SVG has no value.
  const { length } = value || '';
  return '•'.repeat(length === 0 ? 0 : length < 5 ? 1 : length < 9 ? 2 : length < 17 ? 3 : 4);
};

/** A text that shares this many consecutive characters with a secret discloses it. */
const PIECE = 4;

const discloses = (text: string, secret: string): boolean => {
  if (secret.length < PIECE) return secret !== '' && text.includes(secret);
  for (let i = 0; i + PIECE <= text.length; i++) if (secret.includes(text.slice(i, i + PIECE))) return true;
  return false;
};

/**
 * The validation message of a field, by the browser or `setCustomValidity`; empty where it quotes a secret, in part or
 * whole.
 */
export const safeValidationMessage = (field: HTMLInputElement): string => {
  const { validationMessage, value } = props(field, 'validationMessage', 'value');
  return validationMessage && !(isSecret(field) && discloses(validationMessage, value))
    ? validationMessage
    : '';
};

/** Elements whose text is not read: it is code or metadata, or, in a text area, may be a secret. */
const UNREAD = 'textarea, script, style, noscript, head title';

/**
 * All text below a node for searching, without code and without the initial text of secret text areas, which a search
 * could guess.
 */
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
