import type { ExtractPayload, PageExtract } from '../../contract.ts';
import type { FrameDriver } from '../driver.ts';
import { Page } from './page.ts';

/** So much `extract` gives by default (characters). */
const DEFAULT_CHARS = 12_000;

/** What is left of a budget is not worth a frame's beginning below so many characters. */
const LEAST_CHARS = 500;

const MOST_FRAMES = 10;

/** The line of `extract` that says how to go on. */
const CONTINUES = /^\.\.\. .*after=\d+$/m;
const MORE = '... more is in this frame: take a snapshot for reading.';

/** A frame that does not answer by then is left out (ms). */
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
 * What `extract` gave, with what the frames of other origins say behind it, each under a line that names its origin, as far
 * as the budget goes. Only where all of the page is there, and the driver gets into its frames.
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
  for (const frame of frames.slice(0, MOST_FRAMES)) {
    const lead = `\n\nFrame of ${frame.origin}:\n\n`;
    const rest = maxCharsTotal - text.length - lead.length;
    if (truncated || rest < LEAST_CHARS) return { ...result, text: text + lead + MORE, truncated: true };
    const article = await articleOf(page, frame, { ...payload, maxCharsTotal: rest });
    if (!article?.text.trim()) continue;
    // Where the frame's text goes on nobody can ask: `after` is the page's.
    text += lead + article.text.replace(CONTINUES, MORE);
    truncated = article.truncated;
  }
  return { ...result, text, truncated };
};
