import { existsSync } from 'node:fs';
import { SessionError } from '../sessions/session-error.ts';

/** The part of the core's `html` module that is used here. */
interface HtmlModule {
  extractHtml(
    html: string,
    options: {
      url?: string;
      window: object;
      scope?: string;
      urls?: boolean;
      after?: number;
      maxCharsTotal?: number;
    },
  ):
    | { ok: true; text: string; truncated?: boolean; after?: number }
    | { ok: false; error: { code: string; message: string } };
}

export interface ReadOptions {
  scope?: string | undefined;
  urls?: boolean | undefined;
  after?: number | undefined;
  maxCharsTotal?: number | undefined;
}

/**
 * Where the core's `html` module is: beside the built command and its chunks, or in the project's `dist` where the
 * sources run without a build.
 */
const PLACES = ['./page/html.js', '../page/html.js', '../../../dist/html.js'];

const loadHtml = async (): Promise<HtmlModule> => {
  const place = PLACES.map((one) => new URL(one, import.meta.url)).find((one) => existsSync(one));
  if (!place)
    throw new SessionError(
      'not_allowed',
      "This build can't read without a browser. Open the address, then: inpage read.",
    );
  return import(place.href);
};

/** Most characters of an answer, as for articles. */
const DEFAULT_CHARS = 12_000;

/** A part of a text that is no HTML (JSON, Markdown, CSV), as it is. */
const readText = (whole: string, url: string, { after = 0, maxCharsTotal = DEFAULT_CHARS }: ReadOptions) => {
  const wanted = after + maxCharsTotal;
  // Not between the two halves of a character.
  const end = /[\ud800-\udbff]/.test(whole[wanted - 1] ?? '') ? wanted - 1 : wanted;
  const text = whole.slice(after, end);
  if (end >= whole.length) return { url, text };
  const more = `... ${whole.length - end} more characters: after=${end}`;
  return { url, text: `${text}\n${more}`, truncated: true, after: end };
};

/** A document of a media type as text for a model: HTML as Markdown, another text as it is. */
export const readDocument = async (text: string, type: string, url: string, options: ReadOptions) =>
  /html/i.test(type) ? readHtml(text, url, options) : readText(text, url, options);

/** The article of an HTML document, or all of it, as Markdown. Its scripts do not run, and nothing is loaded. */
const readHtml = async (html: string, url: string, options: ReadOptions) => {
  const [{ extractHtml }, { Window }] = await Promise.all([loadHtml(), import('happy-dom')]);
  const window = new Window({
    settings: { disableJavaScriptFileLoading: true, disableCSSFileLoading: true },
  });
  try {
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    const result = extractHtml(html, { ...given, window, ...(/^https?:/.test(url) && { url }) });
    if (!result.ok)
      return {
        ok: false,
        error: result.error,
        url,
        text: `Error ${result.error.code}: ${result.error.message}`,
      };
    const { text, truncated, after } = result;
    return { url, text, ...(truncated && { truncated, after }) };
  } finally {
    await window.happyDOM.close();
  }
};
