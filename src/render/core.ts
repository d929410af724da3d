import type {
  Format as FormatName,
  RenderOptions,
  RenderResult,
  SnapshotDelta,
  SnapshotTree,
} from '../contract.ts';
import type { Format } from './format.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import { resolveRenderOptions } from './options.ts';
import { render } from './render.ts';
import { deltaText, tree } from './rows.ts';

export { type Chain, chainOf, cursorAt, type Place, parseCursor, placeOf } from './chain.ts';
export { cutBefore, type LimitedTree, limitTree, type TreeLimits } from './limit-tree.ts';
export { oneLine } from './one-line.ts';
export { FORMATS, RENDER_OPTIONS, type ResolvedRenderOptions, resolveRenderOptions } from './options.ts';
export { edgesOf } from './render.ts';
export { toJson } from './to-json.ts';

/** Formats by name. */
export type Formats = Partial<Record<FormatName, Format>>;

/** The formats that every page file has; `moreFormats` are the others. */
export const coreFormats: Formats = { tree, markdown, json };

/**
 * A renderer of these formats; a format that is added to the object later counts too.
 *
 * It returns a snapshot as text for a language model: one node a line, never longer than `maxCharsTotal` UTF-16 code
 * units, never cut inside a line that fits, with lines about everything that is left out and the option that shows the
 * rest. The grammar of each format is in `docs/text-format.md`; a delta has one grammar in all formats but `json`.
 *
 * Pure: the same arguments give the same text, on every engine and in every language this is ported to.
 * Throws a TypeError if an option is wrong; {@link resolveRenderOptions} returns the same error without throwing.
 */
export const rendererOf =
  (formats: Formats) =>
  (snapshot: SnapshotTree | SnapshotDelta, options?: RenderOptions): RenderResult => {
    const resolved = resolveRenderOptions(options);
    if ('code' in resolved) throw new TypeError(resolved.message);
    const format = 'delta' in snapshot && resolved.format !== 'json' ? deltaText : formats[resolved.format];
    if (!format) throw new TypeError(`The format ${resolved.format} is in a part that is not there.`);
    return render(snapshot, resolved, format);
  };
