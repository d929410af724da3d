import type { RenderOptions, SnapshotDelta, SnapshotTree } from '../contract.ts';
import { coreFormats, rendererOf } from './core.ts';
import { moreFormats } from './more-formats.ts';

export * from './core.ts';
export { moreFormats } from './more-formats.ts';

/** Renders a snapshot in any format: {@link rendererOf} with all of them. */
export const renderSnapshot = rendererOf({ ...coreFormats, ...moreFormats });

/** Only the text of {@link renderSnapshot}. */
export const renderSnapshotText = (snapshot: SnapshotTree | SnapshotDelta, options?: RenderOptions): string =>
  renderSnapshot(snapshot, options).text;
