/** The part of happy-dom's window that is used. */
interface HappyWindow {
  happyDOM?: { settings?: Record<string, unknown> };
  HTMLLinkElement?: { prototype: object };
}

/** happy-dom's settings that let its parser load resources or run scripts. */
const DISABLED_SETTINGS = [
  'enableJavaScriptEvaluation',
  'enableCSSFileLoading',
  'enableImageFileLoading',
  'enableIframePageLoading',
];

/**
 * Runs `parse` without requests and scripts: happy-dom's parser loads the targets of `link` elements, and runs scripts where
 * its window allows it. Its settings and its class of links are restored afterwards. Other DOMs do neither.
 */
export const withoutLoading = <T>(view: object, parse: () => T): T => {
  const { happyDOM, HTMLLinkElement: link } = view as HappyWindow;
  const settings = happyDOM?.settings;
  if (!settings || !link) return parse();
  const before = DISABLED_SETTINGS.map((name) => [name, settings[name]] as const);
  const prototype = link.prototype as { getAttribute?: (name: string) => string | null };
  const own = Object.getOwnPropertyDescriptor(prototype, 'getAttribute');
  const read = prototype.getAttribute as (name: string) => string | null;
  for (const name of DISABLED_SETTINGS) settings[name] = false;
  prototype.getAttribute = function (this: object, name: string) {
    // A link without `rel` loads nothing.
    return name === 'rel' ? null : read.call(this, name);
  };
  try {
    return parse();
  } finally {
    for (const [name, value] of before) settings[name] = value;
    if (own) Object.defineProperty(prototype, 'getAttribute', own);
    else delete prototype.getAttribute;
  }
};
