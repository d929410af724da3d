import { connectAgentBrowser } from '../peers/agent-browser.mjs';
import * as playwright from '../peers/playwright.mjs';
import { snapshotText, whole } from './read.mjs';
import { contentOfYaml, sizeOf } from './text.mjs';
import { missingWords, words } from './visible-words.mjs';

/**
 * Tokens of the text for acting without limits, of agent-browser's `-i`, of the text for reading without limits, of
 * Playwright's `ai` snapshot, and of the default text; `sameWords`: the share of Playwright's words in the text for
 * reading.
 * @typedef {{ acting: number, agentBrowser?: number, reading: number, playwright: number, default: number, sameWords: number }} Tokens
 */

/**
 * @param {import('../pages/open.mjs').OpenPage} open the only page of its browser
 * @param {{ script: string, port: number }} peers Playwright's script, and the port at which the browser can be reached
 * @returns {Promise<Tokens & { error?: string }>}
 */
export async function measureTokens(open, { script, port }) {
  const acting = await snapshotText(open, { ...whole, urls: false });
  const reading = await snapshotText(open, { interactiveOnly: false, ...whole, urls: false });
  const usual = await snapshotText(open, {});
  const theirs = await open.evaluate(`${script}\n;${playwright.snapshotInPage}`);
  const { pieces } = contentOfYaml(theirs);
  const wordCount = pieces.flatMap(words).length;
  const tokens = {
    acting: sizeOf(acting).tokens,
    reading: sizeOf(reading).tokens,
    playwright: sizeOf(theirs).tokens,
    default: sizeOf(usual).tokens,
    sameWords: wordCount === 0 ? 1 : 1 - missingWords(pieces, reading).length / wordCount,
  };
  const agentBrowser = connectAgentBrowser(port);
  try {
    const { text } = await agentBrowser.snapshot('-i');
    return { ...tokens, agentBrowser: sizeOf(text).tokens };
  } catch (error) {
    return { ...tokens, error: error instanceof Error ? error.message : String(error) };
  } finally {
    await agentBrowser.close();
  }
}
