/** What is used of happy-dom's window. */
interface HappyWindow {
  happyDOM?: { settings?: Record<string, unknown> };
  HTMLLinkElement?: { prototype: object };
}

/** What may load or run while happy-dom parses, as its settings call it. */
const OFF = [
  'enableJavaScriptEvaluation',
  'enableCSSFileLoading',
  'enableImageFileLoading',
  'enableIframePageLoading',
];

/**
 * Runs `parse` without a request and without a script: happy-dom's parser loads what links name, and runs scripts where its
 * window may. Its settings, and its class of links, are as before afterwards. Other DOMs do neither.
 */
export const withoutLoading = <T>(view: object, parse: () => T): T => {
  const { happyDOM, HTMLLinkElement: link } = view as HappyWindow;
  const settings = happyDOM?.settings;
  if (!settings || !link) return parse();
  const before = OFF.map((name) => [name, settings[name]] as const);
  const prototype = link.prototype as { getAttribute?: (name: string) => string | null };
  const own = Object.getOwnPropertyDescriptor(prototype, 'getAttribute');
  const read = prototype.getAttribute as (name: string) => string | null;
  for (const name of OFF) settings[name] = false;
  prototype.getAttribute = function (this: object, name: string) {
    // A link that is of no kind loads nothing.
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
