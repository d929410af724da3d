/** Roles for Chromium's internal ones that ARIA lacks. Any other internal role becomes `generic`. */
export const ROLE_OF: Readonly<Record<string, string>> = {
  RootWebArea: 'document',
  PdfRoot: 'document',
  StaticText: 'text',
  Iframe: 'iframe',
  IframePresentational: 'iframe',
  DisclosureTriangle: 'button',
  DisclosureTriangleGrouped: 'button',
  ToggleButton: 'button',
  PopUpButton: 'button',
  ColorWell: 'button',
  Date: 'textbox',
  DateTime: 'textbox',
  InputTime: 'textbox',
  SvgRoot: 'image',
  Canvas: 'image',
  img: 'image',
  Video: 'video',
  Audio: 'audio',
  EmbeddedObject: 'embedded',
  PluginObject: 'embedded',
  Legend: 'legend',
  Figcaption: 'caption',
  DescriptionListTerm: 'term',
  DescriptionListDetail: 'definition',
};

/** Chromium's roles of nodes that are dropped with their descendants. */
export const DROPPED: ReadonlySet<string> = new Set([
  'InlineTextBox',
  'LineBreak',
  'ListMarker',
  'listmarker',
]);

/** Widget roles: interactive even where not focusable. */
export const WIDGETS: ReadonlySet<string> = new Set(
  'button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox slider spinbutton switch tab textbox treeitem'.split(
    ' ',
  ),
);

/** Roles that are never interactive, though Chromium reports them as focusable. */
export const NEVER_ACTED_ON: ReadonlySet<string> = new Set(['document', 'iframe', 'text']);

/** Roles named from content: text in them repeats the name and is left out. */
export const NAMED_BY_CONTENT: ReadonlySet<string> = new Set(
  'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem'.split(
    ' ',
  ),
);

/** Roles whose content is their value. */
export const FIELDS: ReadonlySet<string> = new Set(
  'textbox searchbox spinbutton slider scrollbar meter progressbar'.split(' '),
);

/** Roles of containers that are kept in a snapshot for acting, if they have a name. */
export const LANDMARKS: ReadonlySet<string> = new Set(
  'alert alertdialog banner complementary contentinfo dialog form group heading list listbox log main menu menubar navigation radiogroup region search status tablist table toolbar tree'.split(
    ' ',
  ),
);

/** Roles that are kept in a snapshot for acting though they are not interactive. */
export const REPORTED: ReadonlySet<string> = new Set([
  'alert',
  'alertdialog',
  'dialog',
  'heading',
  'status',
  'log',
]);
