/**
 * What roles there are and what they allow. Data only; the rules are in role.ts and name.ts.
 * Sources: https://www.w3.org/TR/wai-aria-1.3/, https://www.w3.org/TR/html-aam-1.0/#html-element-role-mappings,
 * https://www.w3.org/TR/svg-aam-1.0/, in Chromium's reading.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const mapOf = (text: string): ReadonlyMap<string, string> => {
  const map = new Map<string, string>();
  for (const group of text.split(';')) {
    const [role = '', tags = ''] = group.split(':');
    for (const tag of tags.split(' ')) map.set(tag, role);
  }
  return map;
};

/** Roles that an author may give, beside those of https://www.w3.org/TR/dpub-aria-1.1/ that start with `doc-`. */
const AUTHOR_ROLES = words(
  'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic graphics-document graphics-object graphics-symbol grid gridcell group heading image img insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter sectionheader separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem',
);

export const isAuthorRole = (token: string): boolean => AUTHOR_ROLES.has(token) || /^doc-[a-z]+$/.test(token);

/** Other words for the same role. */
export const SYNONYMS = mapOf('image:img;none:presentation;list:directory');

/** Role by tag where the tag alone decides. HTML; tags that are not listed have none, or a rule in role.ts. */
export const ROLE_BY_TAG = mapOf(
  'group:address details fieldset hgroup optgroup;article:article;blockquote:blockquote;button:button;caption:caption;code:code;deletion:del s;list:dir menu ol ul;dialog:dialog;term:dfn dt;definition:dd;emphasis:em;figure:figure;form:form;heading:h1 h2 h3 h4 h5 h6;separator:hr;image:img;insertion:ins;main:main;mark:mark;math:math;meter:meter;navigation:nav;option:option;status:output;paragraph:p;progressbar:progress;search:search;strong:strong;subscript:sub;superscript:sup;textbox:textarea;time:time',
);

/** Tags whose role depends on more than the tag. */
export const CONDITIONAL_TAGS = words(
  'a area aside footer header input li section select summary svg table tbody td tfoot th thead tr',
);

/** https://www.w3.org/TR/html-aam-1.0/#el-input-text and following. Date, time and color fields have no ARIA role; they are text boxes here, with their type among the states. */
export const ROLE_BY_INPUT_TYPE = mapOf(
  'button:button file image reset submit;checkbox:checkbox;radio:radio;slider:range;spinbutton:number;searchbox:search',
);

/** https://www.w3.org/TR/svg-aam-1.0/#mapping_role_table */
export const ROLE_BY_SVG_TAG = mapOf(
  'group:g foreignObject;graphics-symbol:circle ellipse line path polygon polyline rect;graphics-object:use;image:image svg',
);

/** An element is not presentational after all if it has one of these (https://www.w3.org/TR/wai-aria-1.2/#conflict_resolution_presentation_none). */
export const GLOBAL_ARIA = words(
  'aria-atomic aria-brailleroledescription aria-busy aria-controls aria-current aria-describedby aria-description aria-details aria-flowto aria-grabbed aria-keyshortcuts aria-label aria-labeledby aria-labelledby aria-live aria-owns aria-relevant aria-roledescription',
);

/** Named by what they contain (https://www.w3.org/TR/wai-aria-1.2/#namefromcontent). */
export const NAMED_BY_CONTENT = words(
  'button cell checkbox columnheader doc-backlink doc-biblioref doc-glossref doc-noteref doc-subtitle graphics-object gridcell heading link math menuitem menuitemcheckbox menuitemradio option radio rowheader switch tab term tooltip treeitem',
);

/** Named by nothing or by their author, and part of the name of what they stand in all the same; other roles are silent there. */
export const READ_IN_NAMES = words(
  'caption code definition deletion emphasis generic insertion list listitem mark none paragraph region strong subscript superscript time',
);

/** A tooltip does not become their name (https://www.w3.org/TR/wai-aria-1.2/#namefromprohibited). */
export const NAME_PROHIBITED = words(
  'caption code definition deletion emphasis generic insertion mark none paragraph strong subscript suggestion superscript term time',
);

/** Form controls and ARIA widgets: a name sets them off from the text around them. */
export const CONTROL_ROLES = words(
  'button checkbox combobox listbox menu menubar menuitem menuitemcheckbox menuitemradio radio scrollbar searchbox slider spinbutton switch tab textbox tree',
);
