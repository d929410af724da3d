import type {
  Format as FormatName,
  RenderOptions,
  RenderResult,
  SnapshotDelta,
  SnapshotTree,
} from '../contract.ts';
import type { Format } from './format.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import { resolveRenderOptions } from './options.ts';
import { render } from './render.ts';
import { deltaText, indexed, outline, tree } from './rows.ts';
import { yaml } from './yaml.ts';

export { oneLine } from './one-line.ts';
export { type ResolvedRenderOptions, resolveRenderOptions } from './options.ts';
export { toJson } from './to-json.ts';

const FORMATS: Readonly<Record<FormatName, Format>> = { tree, html, indexed, outline, yaml, markdown, json };

/**
 * A snapshot as text for a language model: one node a line, never longer than `maxCharsTotal` UTF-16 code units,
 * never cut inside a line, with a line about everything that is left out. The grammar of each format is in
 * `docs/text-format.md`; a delta has one grammar in all formats but `json`.
 *
 * Pure: the same arguments give the same text, on every engine and in every language this is ported to.
 * Throws a TypeError if an option is wrong; {@link resolveRenderOptions} says the same without throwing.
 */
export const renderSnapshot = (
  snapshot: SnapshotTree | SnapshotDelta,
  options?: RenderOptions,
): RenderResult => {
  const resolved = resolveRenderOptions(options);
  if ('code' in resolved) throw new TypeError(resolved.message);
  const format = 'delta' in snapshot && resolved.format !== 'json' ? deltaText : FORMATS[resolved.format];
  return render(snapshot, resolved, format);
};

/** Only the text of {@link renderSnapshot}. */
export const renderSnapshotText = (snapshot: SnapshotTree | SnapshotDelta, options?: RenderOptions): string =>
  renderSnapshot(snapshot, options).text;
