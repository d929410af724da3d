/**
 * Tables of roles and what they allow. Data only; the rules are in role.ts and name.ts.
 * Sources: https://www.w3.org/TR/wai-aria-1.3/, https://www.w3.org/TR/html-aam-1.0/#html-element-role-mappings,
 * https://www.w3.org/TR/svg-aam-1.0/, in Chromium's reading.
 */

/** A set of words, written as a text. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** A map from tag to role, written as `role:tag tag;role:tag`. An entry without tags is a role of the tag of the same name. */
const mapOf = (text: string): ReadonlyMap<string, string> => {
  const map = new Map<string, string>();
  for (const group of text.split(';')) {
    const [role = '', tags = role] = group.split(':');
    for (const tag of tags.split(' ')) map.set(tag, role);
  }
  return map;
};

/** Roles of text and its formatting. */
const PROSE =
  'caption code definition deletion emphasis generic insertion mark none paragraph strong subscript superscript time ';

const BUTTONS = 'button checkbox menuitem menuitemcheckbox menuitemradio radio switch tab ';

const CONTROLS = `${BUTTONS}combobox listbox menu menubar scrollbar searchbox slider spinbutton textbox tree `;

/** Roles named from content. */
const CONTENT = `${BUTTONS}cell columnheader doc-backlink doc-biblioref doc-glossref doc-noteref doc-subtitle graphics-object gridcell heading link math option rowheader term tooltip treeitem`;

/** Roles that an author may give, beside those of https://www.w3.org/TR/dpub-aria-1.1/ that start with `doc-`. */
const AUTHOR_ROLES = words(
  `${PROSE}${CONTROLS}${CONTENT} alert alertdialog application article banner blockquote comment complementary contentinfo dialog directory document feed figure form graphics-document graphics-symbol grid group image img list listitem log main marquee meter navigation note presentation progressbar radiogroup region row rowgroup search sectionfooter sectionheader separator status suggestion table tablist tabpanel timer toolbar treegrid`,
);

export const isAuthorRole = (token: string): boolean => AUTHOR_ROLES.has(token) || /^doc-[a-z]+$/.test(token);

/** Synonyms of roles. */
export const SYNONYMS = mapOf('image:img;none:presentation;list:directory');

/** The role of an HTML tag where the tag alone decides. Other tags have no role, or a rule in role.ts. */
export const ROLE_BY_TAG = mapOf(
  'group:address details fieldset hgroup optgroup;article;blockquote;button;caption;code;deletion:del s;list:dir menu ol ul;dialog;term:dfn dt;definition:dd;emphasis:em;figure;form;heading:h1 h2 h3 h4 h5 h6;separator:hr;image:img;insertion:ins;main;mark;math;meter;navigation:nav;option;status:output;paragraph:p;progressbar:progress;search;strong;subscript:sub;superscript:sup;textbox:textarea;time',
);

/**
 * https://www.w3.org/TR/html-aam-1.0/#el-input-text and following. Date, time and color fields have no ARIA role; they
 * are text boxes here, with their type among the states.
 */
export const ROLE_BY_INPUT_TYPE = mapOf(
  'button:button file image reset submit;checkbox;radio;slider:range;spinbutton:number;searchbox:search',
);

/** https://www.w3.org/TR/svg-aam-1.0/#mapping_role_table */
export const ROLE_BY_SVG_TAG = mapOf(
  'group:g foreignObject;graphics-symbol:circle ellipse line path polygon polyline rect;graphics-object:use;image:image svg',
);

/**
 * Global ARIA attributes: an element with one of them keeps its role in spite of `role=none`
 * (https://www.w3.org/TR/wai-aria-1.2/#conflict_resolution_presentation_none).
 */
export const isGlobalAria = (name: string): boolean =>
  /^aria-(?:atomic|brailleroledescription|busy|controls|current|describedby|description|details|flowto|grabbed|keyshortcuts|label|labell?edby|live|owns|relevant|roledescription)$/.test(
    name,
  );

/** Roles named from content (https://www.w3.org/TR/wai-aria-1.2/#namefromcontent). */
export const NAMED_BY_CONTENT = words(CONTENT);

/** Roles not named from content whose text is part of the name of an ancestor all the same; the text of other roles is not. */
export const READ_IN_NAMES = words(`${PROSE}list listitem region`);

/** Roles that prohibit a name: a tooltip does not name them (https://www.w3.org/TR/wai-aria-1.2/#namefromprohibited). */
export const NAME_PROHIBITED = words(`${PROSE}suggestion term`);

/** Form controls and ARIA widgets: in a name, a space separates them from the text around them. */
export const CONTROL_ROLES = words(CONTROLS.trim());
