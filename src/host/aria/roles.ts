/** Chromium's own words for what has no ARIA role, and ours; absent: transparent, what is in it counts. */
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

/** Of no use to a reader, whole. */
export const DROPPED: ReadonlySet<string> = new Set([
  'InlineTextBox',
  'LineBreak',
  'ListMarker',
  'listmarker',
]);

/** Something to act on, whether it can have the focus or not. */
export const WIDGETS: ReadonlySet<string> = new Set(
  'button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox slider spinbutton switch tab textbox treeitem'.split(
    ' ',
  ),
);

/** Is not a thing to act on because Chromium can focus it. */
export const NEVER_ACTED_ON: ReadonlySet<string> = new Set(['document', 'iframe', 'text']);

/** Named after what is in them: their text is not said again. */
export const NAMED_BY_CONTENT: ReadonlySet<string> = new Set(
  'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem'.split(
    ' ',
  ),
);

/** What they hold is their value. */
export const FIELDS: ReadonlySet<string> = new Set(
  'textbox searchbox spinbutton slider scrollbar meter progressbar'.split(' '),
);

/** Say where something stands, in a snapshot for acting. */
export const LANDMARKS: ReadonlySet<string> = new Set(
  'alert alertdialog banner complementary contentinfo dialog form group heading list listbox log main menu menubar navigation radiogroup region search status tablist table toolbar tree'.split(
    ' ',
  ),
);

/** Printed in a snapshot for acting though nothing can be done with them. */
export const REPORTED: ReadonlySet<string> = new Set([
  'alert',
  'alertdialog',
  'dialog',
  'heading',
  'status',
  'log',
]);
