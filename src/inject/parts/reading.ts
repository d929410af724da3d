import { coreFormats } from '../../render/core.ts';
import type { Composition, VerbPart } from '../composition.ts';
import { extract } from '../page/extract.ts';
import { find } from '../page/find.ts';
import { highlight } from '../page/highlight.ts';
import { info } from '../page/info.ts';
import type { PageKinds } from '../page/page.ts';
import { release } from '../page/release.ts';
import { search } from '../page/search.ts';
import { query } from '../query/query.ts';
import { takeSnapshot } from '../snapshot/snapshot.ts';

/** The verbs that only read: none waits or acts. */
export const readingVerbs: Readonly<Record<'snapshot' | 'query', VerbPart>> = {
  snapshot: { now: (agent, [options]) => takeSnapshot(agent, options) },
  query: { now: (agent, [ref, kind, payload]) => query(agent, ref, kind, payload) },
};

export const readingKinds: PageKinds = { info, find, search, extract, highlight, release };

export const readingFormats: Composition['formats'] = coreFormats;
