import { words } from '../aria/role-data.ts';

const FULL = 'heading dialog alertdialog alert status log marquee timer tooltip';

/** Roles whose whole content is shown in an interactive snapshot: they are short, and most tell what just happened. */
const FULL_CONTENT = words(FULL);

/** Roles that an interactive snapshot shows around controls, where they are not empty. */
const CONTEXT_ROLES = words(
  `${FULL} main navigation banner contentinfo complementary search form region radiogroup toolbar menu menubar listbox tree treegrid grid tablist tabpanel iframe document application feed`,
);

/** Text-level roles: their content reads as part of the sentence around them. */
const TEXT_LEVEL_ROLES = words(
  'generic none presentation strong emphasis code subscript superscript mark time term definition text',
);

/** Roles that tell nothing beyond their content where they have no name. */
const MERE_BOXES = words('group rowgroup image form graphics-document graphics-object graphics-symbol');

const CELLS = 'cell gridcell columnheader rowheader';

/** Roles named from content that is shown below them anyway. */
const NAMED_BY_CELL_CONTENT = words(`${CELLS} row tooltip`);

/** Roles that are shown even when empty: their position tells something. */
const KEPT_EMPTY = words(`${CELLS} separator image progressbar meter`);

export const isContextRole = (role: string, named: boolean): boolean =>
  CONTEXT_ROLES.has(role) || (role === 'group' && named);

export const showsFullContent = (role: string): boolean => FULL_CONTENT.has(role);

export const isTextLevel = (role: string): boolean => TEXT_LEVEL_ROLES.has(role);

export const isKeptWhenEmpty = (role: string): boolean => KEPT_EMPTY.has(role);

export const isMereBox = (role: string): boolean => MERE_BOXES.has(role);

export const isNamedByCellContent = (role: string): boolean => NAMED_BY_CELL_CONTENT.has(role);

/** Besides the text-level roles, those that tell less about a clickable element than that it is clickable. */
const LESS_THAN_CLICKABLE = /^(?:paragraph|list(?:item)?|group|blockquote|graphics-.*)$/;

/**
 * The role that is shown: `generic` for a clickable shape or paragraph. `isClickable`: known by something else than its
 * role.
 */
export const shownRole = (role: string, isClickable: boolean): string =>
  role === 'none' ||
  role === 'presentation' ||
  (isClickable && (isTextLevel(role) || LESS_THAN_CLICKABLE.test(role)))
    ? 'generic'
    : role;

/** Items that are clicked as a whole. */
export const CLICKED_WHOLE = /^(?:option|tab|menuitem|treeitem)$/;

/** Roles that are always either checked or not. */
export const CHECKABLE_ROLE = /^(?:checkbox|radio|switch)$/;

/** The same, with the checkable items of menus. */
export const CHECKED_ROLE = /^(?:switch|(?:menuitem)?(?:checkbox|radio))$/;

/** Roles of the options of a list, native or drawn. */
export const OPTION_ROLE = /^(?:option|menuitem(?:checkbox|radio)?|treeitem|radio)$/;

/** Roles of what a page draws itself to be clicked. */
export const DRAWN_CONTROL_ROLE = /^(?:generic|button|link)$/;

/** Roles that navigate or act at a click. */
export const LINK_OR_BUTTON = /^(?:button|link)$/;

/** Fields for text, with a list or without. */
export const TEXT_FIELD_ROLE = /^(?:textbox|searchbox|combobox|spinbutton)$/;
