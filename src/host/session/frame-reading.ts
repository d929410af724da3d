import type { ExtractPayload, PageExtract } from '../../contract.ts';
import type { FrameDriver } from '../driver.ts';
import { Page } from './page.ts';

/** The default budget of `extract`, in characters. */
const DEFAULT_CHARS = 12_000;

/** With less than this left of the budget, no frame is begun. */
const MIN_FRAME_CHARS = 500;

const MAX_FRAMES = 10;

/** The line of `extract` that names the `after` of the next part. */
const CONTINUES = /^\.\.\. .*after=\d+$/m;
const MORE_NOTE = '... more is in this frame: take a snapshot for reading.';

/** A frame that has not answered after this many ms is left out. */
const FRAME_MS = 3_000;

const articleOf = async (
  page: Page,
  { evaluate }: FrameDriver,
  payload: object,
): Promise<PageExtract | undefined> => {
  const answer = await new Page({ evaluate }, page.options).run(FRAME_MS, 'page', 'extract', payload);
  const { json } = answer.type === 'given' ? answer : { json: undefined };
  return json?.ok && typeof json.text === 'string' ? (json as unknown as PageExtract) : undefined;
};

/**
 * The result of `extract` with the articles of frames of other origins appended, each below a line with its origin, as far
 * as the budget allows. Only where the page's own text is complete and the driver can evaluate in frames.
 */
export const withFrames = async (
  page: Page,
  result: PageExtract,
  payload: ExtractPayload,
): Promise<PageExtract> => {
  const { scope, after, maxCharsTotal = DEFAULT_CHARS } = payload;
  if (scope !== undefined || after !== undefined || result.truncated || !page.driver.frames) return result;
  const frames = await page.frames(FRAME_MS);
  let { text } = result;
  let truncated = false;
  for (const frame of frames.slice(0, MAX_FRAMES)) {
    const lead = `\n\nFrame of ${frame.origin}:\n\n`;
    const rest = maxCharsTotal - text.length - lead.length;
    if (truncated || rest < MIN_FRAME_CHARS)
      return { ...result, text: text + lead + MORE_NOTE, truncated: true };
    const article = await articleOf(page, frame, { ...payload, maxCharsTotal: rest });
    if (!article?.text.trim()) continue;
    // The frame's own `after` can't be used: `after` is about the page's text.
    text += lead + article.text.replace(CONTINUES, MORE_NOTE);
    truncated = article.truncated;
  }
  return { ...result, text, truncated };
};
