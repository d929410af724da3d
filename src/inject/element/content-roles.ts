/** Inside of these, everything is shown: they are short and about what just happened. */
const FULL_CONTENT = new Set('heading dialog alertdialog alert status log marquee timer tooltip'.split(' '));

/** Roles that an interactive snapshot shows around what can be acted on, where something is in them. */
const CONTEXT_ROLES = new Set(
  Array.from(FULL_CONTENT).concat(
    (
      'main navigation banner contentinfo complementary search form region ' +
      'radiogroup toolbar menu menubar listbox tree treegrid grid tablist tabpanel iframe document application feed'
    ).split(' '),
  ),
);

/** Text-level roles: what they hold reads as part of the sentence around. */
const TEXT_LEVEL_ROLES = new Set(
  'generic none presentation strong emphasis code subscript superscript mark time term definition text'.split(
    ' ',
  ),
);

/** Without a name, what they hold says as much without them. */
const MERE_BOXES = new Set(
  'group rowgroup image form graphics-document graphics-object graphics-symbol'.split(' '),
);

/** Named after their content, which is shown below them anyway. */
const NAMED_BY_CELL_CONTENT = new Set('cell gridcell row columnheader rowheader tooltip'.split(' '));

/** Shown even when nothing is in them: where they stand says something. */
const KEPT_EMPTY = new Set(
  'cell gridcell columnheader rowheader separator image progressbar meter'.split(' '),
);

export const isContextRole = (role: string, named: boolean): boolean =>
  CONTEXT_ROLES.has(role) || (role === 'group' && named);

export const showsFullContent = (role: string): boolean => FULL_CONTENT.has(role);

export const isTextLevel = (role: string): boolean => TEXT_LEVEL_ROLES.has(role);

export const isKeptWhenEmpty = (role: string): boolean => KEPT_EMPTY.has(role);

export const isMereBox = (role: string): boolean => MERE_BOXES.has(role);

export const isNamedByCellContent = (role: string): boolean => NAMED_BY_CELL_CONTENT.has(role);

/** With the text-level roles these say less about something to press than that it can be pressed. */
const LESS_THAN_CLICKABLE = /^(?:paragraph|list(?:item)?|group|blockquote|graphics-.*)$/;

/** The role that is shown: a shape or a paragraph with a handler is something to press. */
export const shownRole = (role: string, byEvidence: boolean): string =>
  role === 'none' ||
  role === 'presentation' ||
  (byEvidence && (isTextLevel(role) || LESS_THAN_CLICKABLE.test(role)))
    ? 'generic'
    : role;

/** Items that are pressed as a whole. */
export const CLICKED_WHOLE = /^(?:option|tab|menuitem|treeitem)$/;

/** What is either checked or not. */
export const CHECKABLE_ROLE = /^(?:checkbox|radio|switch)$/;

/** The same, in a menu too: what ARIA gives `aria-checked` to, and what holds nothing but itself. */
export const CHECKED_ROLE = /^(?:switch|(?:menuitem)?(?:checkbox|radio))$/;

/** What leads somewhere or does something once it is pressed. */
export const LINK_OR_BUTTON = /^(?:button|link)$/;
