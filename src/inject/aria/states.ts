import type { NodeStates, Tristate } from '../../contract.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { tagOf } from '../dom/flat-tree.ts';
import { invokedBy } from '../dom/invoked-by.ts';
import { matched } from '../dom/matched.ts';
import {
  closestTo,
  inputTypeOf,
  isMatch,
  isNativeModal,
  isSvg,
  keyword,
  parentNodeOf,
  prop,
  props,
} from '../dom/read.ts';
import { isDisabled, isInvalid, isReadOnly, isRequired, validationMessageOf } from './field-states.ts';
import { fromInternals, type InternalsName } from './internals.ts';
import { levelOf } from './level.ts';
import { hasAria } from './references.ts';
import { isSecret } from './secret.ts';
import { urlOf } from './url.ts';
import { boundOf, fieldValue, placeholderOf } from './value.ts';

/**
 * The current states and properties of an element, each only where the role has it and it has a value worth printing.
 * Not here: `focused`, `description` and `without`. https://www.w3.org/TR/wai-aria-1.2/#state_prop_def
 */
export const statesOf = (
  el: Element,
  role: string,
  cache: DomCache,
  without?: keyof NodeStates | false,
): NodeStates => {
  const states: Record<string, unknown> = {};
  const rows = rowsOf(role);
  // A text field has a value also under a role without one, such as `alert`.
  const usedRows = rows === COMMON_ROWS && isTextControl(el) ? rowsOf('textbox') : rows;
  const isMarked = hasAria(el);
  if (usedRows === COMMON_ROWS && !isMarked) return states;
  for (const [name, roles, read] of usedRows) {
    if (name === without || (roles === ALL && !isMarked)) continue;
    const value = read(el, role, cache);
    if (value !== undefined && value !== '') states[name] = value;
  }
  return states;
};

/** Reads one state: undefined or an empty text where the element does not have it. */
type Reader = (el: Element, role: string, cache: DomCache) => string | number | boolean | undefined;

const isTextControl = (el: Element): boolean => !isSvg(el) && /^(?:input|textarea)$/.test(tagOf(el));

const isTrue = (el: Element, name: string): boolean => keyword(el, name) === 'true';

/** A state that is printed only when it is true. */
const flag = (isSet: boolean): true | undefined => isSet || undefined;

const stateOf = (el: Element, name: InternalsName): string => keyword(el, name) || fromInternals(el, name);

/** The boolean value of an ARIA state; undefined where it is neither `true` nor `false`. */
const booleanState = (el: Element, name: InternalsName): boolean | undefined => {
  const value = stateOf(el, name);
  return value === 'true' || (value === 'false' ? false : undefined);
};

/** Not for a select without `aria-expanded`: its popup is the browser's own, and its options can't be clicked. */
const expandedOf: Reader = (el) => {
  const tag = tagOf(el);
  const parent = parentNodeOf(el) as Element | null;
  if (tag === 'summary' && parent && tagOf(parent) === 'details')
    return prop(parent as HTMLDetailsElement, 'open');
  const popover =
    /^(?:button|input)$/.test(tag) && /-popover$|^$/.test(keyword(el, 'command')) && invokedBy(el);
  return booleanState(el, 'aria-expanded') ?? (popover ? isMatch(popover, ':popover-open') : undefined);
};

/** `mixed` only for roles that support it (https://www.w3.org/TR/wai-aria-1.2/#aria-checked). */
const checkedOf = (el: Element, role: string): Tristate | undefined => {
  const { checked, indeterminate } = props(el as HTMLInputElement, 'checked', 'indeterminate');
  const type = inputTypeOf(el);
  if (type === 'checkbox' || type === 'radio') {
    return indeterminate && type === 'checkbox' ? 'mixed' : checked;
  }
  if (stateOf(el, 'aria-checked') === 'mixed' && /^(?:checkbox|menuitemcheckbox|treeitem)$/.test(role))
    return 'mixed';
  return booleanState(el, 'aria-checked') ?? (role === 'option' || role === 'treeitem' ? undefined : false);
};

/** Which option of a secret field is selected is secret too. */
const selectedOf: Reader = (el, role) => {
  if (tagOf(el) === 'option') {
    const select = closestTo(el, 'select');
    return select && isSecret(select) ? undefined : prop(el as HTMLOptionElement, 'selected');
  }
  const isBox = /^(?:radio|checkbox)$/.test(inputTypeOf(el));
  // Tabs that work without script are radio buttons.
  if (isBox && role === 'tab') return prop(el as HTMLInputElement, 'checked');
  return booleanState(el, 'aria-selected') ?? (role === 'tab' || role === 'option' ? false : undefined);
};

/** The type of an input where the role does not imply it, such as `date`. */
const typeOf: Reader = (el) =>
  inputTypeOf(el).replace(/^(?:text|search|checkbox|radio|button|submit|reset|image|hidden)$/, '');

const liveOf: Reader = (el, role) => {
  const live = keyword(el, 'aria-live');
  const implied = role === 'alert' ? 'assertive' : role === 'status' || role === 'log' ? 'polite' : '';
  return /^(?:polite|assertive)$/.test(live) && live !== implied ? live : undefined;
};

const currentOf: Reader = (el) => {
  const current = keyword(el, 'aria-current');
  return /^(?:|page|step|location|date|time)$/.test(current) ? current : flag(current !== 'false') && 'true';
};

const popupOf: Reader = (el) => {
  const popup = keyword(el, 'aria-haspopup');
  return popup === 'true' ? 'menu' : /^(?:menu|listbox|tree|grid|dialog)$/.test(popup) ? popup : undefined;
};

const TEXT = 'textbox searchbox combobox spinbutton';
const RANGE = 'slider progressbar meter scrollbar separator';
const CHECKABLE = 'checkbox radio switch menuitemcheckbox menuitemradio option treeitem';
const HEADER = 'columnheader rowheader';
/** Roles of fields, which may be required, read-only or invalid. */
const FILLABLE = `${TEXT} checkbox switch radiogroup listbox slider gridcell tree treegrid grid ${HEADER}`;
/** In place of roles: every role has the state. */
const ALL = '';

type Row = readonly [name: keyof NodeStates, roles: string, read: Reader];

/** Each state, the roles that have it, and how it is read. */
const STATES: readonly Row[] = [
  ['value', `${TEXT} ${RANGE} listbox button`, fieldValue],
  ['placeholder', TEXT, placeholderOf],
  ['type', 'textbox combobox button', typeOf],
  ['url', 'link', urlOf],
  ['level', 'heading treeitem row listitem', levelOf],
  ['checked', CHECKABLE, checkedOf],
  ['selected', `option tab treeitem row gridcell ${HEADER}`, selectedOf],
  [
    'expanded',
    `application button checkbox combobox gridcell link listitem menuitem menuitemcheckbox menuitemradio row switch tab treeitem ${HEADER}`,
    expandedOf,
  ],
  [
    'pressed',
    'button',
    (el) => (stateOf(el, 'aria-pressed') === 'mixed' ? 'mixed' : booleanState(el, 'aria-pressed')),
  ],
  [
    'disabled',
    `${FILLABLE} ${CHECKABLE} button link group menuitem tab tablist toolbar scrollbar menu menubar`,
    (el) => flag(isDisabled(el)),
  ],
  ['readonly', FILLABLE, (el) => flag(isReadOnly(el))],
  ['required', FILLABLE, (el) => flag(isRequired(el))],
  ['invalid', `${FILLABLE} radio`, (el) => flag(isInvalid(el))],
  ['validationMessage', `${FILLABLE} radio`, validationMessageOf],
  ['haspopup', ALL, popupOf],
  ['current', ALL, currentOf],
  ['modal', 'dialog alertdialog', (el) => flag(isTrue(el, 'aria-modal') || isNativeModal(el))],
  [
    'multiselectable',
    'listbox grid treegrid tree tablist',
    (el) => flag(isTrue(el, 'aria-multiselectable') || prop(el as HTMLSelectElement, 'multiple') === true),
  ],
  ['busy', ALL, (el) => flag(isTrue(el, 'aria-busy'))],
  ['live', ALL, liveOf],
  ['sort', HEADER, (el) => matched(/^(?:ascending|descending|other)$/, keyword(el, 'aria-sort'))],
  ['valuemin', `${RANGE} spinbutton`, (el) => boundOf(el, 'min')],
  ['valuemax', `${RANGE} spinbutton`, (el) => boundOf(el, 'max')],
];

/** The states of every role. */
const COMMON_ROWS = STATES.filter(([, roles]) => roles === ALL);

const MAX_ROLES = 200;
const rowsByRole = new Map<string, readonly Row[]>();

/** The rows of a role; {@link COMMON_ROWS} where it has none of its own. */
const rowsOf = (role: string): readonly Row[] => {
  let rows = rowsByRole.get(role);
  if (!rows) {
    rows = STATES.filter(([, roles]) => roles === ALL || roles.split(' ').includes(role));
    if (rows.length === COMMON_ROWS.length) rows = COMMON_ROWS;
    // Any role that begins with `doc-` is accepted, so a page may invent any number of them.
    if (rowsByRole.size < MAX_ROLES) rowsByRole.set(role, rows);
  }
  return rows;
};

/** States that pages set on elements of any role. */
const STATES_OF_ANY_ROLE = ['checked', 'selected', 'expanded', 'pressed'] as const;

/** The ARIA states on a clickable element whose role does not support them: ARIA ignores them, but their authors meant them. */
export const statesBeyondRole = (el: Element): NodeStates => {
  const states: NodeStates = {};
  for (const name of STATES_OF_ANY_ROLE) {
    const value = booleanState(el, `aria-${name}`);
    if (value !== undefined) states[name] = value;
  }
  // ARIA ignores `aria-disabled` there too, but the checks before an action respect it.
  if (isDisabled(el)) states.disabled = true;
  return states;
};
