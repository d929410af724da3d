import type {
  DeltaNode,
  Format,
  RenderOptions,
  SnapshotDelta,
  SnapshotNode,
  SnapshotTree,
} from '../../src/contract.ts';
import { ATTACKS, NONCE } from '../fixtures/attacks.ts';

const base = (title: string, url: string): Omit<SnapshotTree, 'refs' | 'tree'> => ({
  ok: true,
  type: 'snapshot',
  version: 1,
  meta: {
    url,
    title,
    ts: 0,
    document: 'd',
    revision: 2,
    viewport: { width: 800, height: 600 },
    scroll: { x: 0, y: 0 },
  },
  stats: { nodesVisited: 0, nodesEmitted: 0, nodesHidden: 0, interactive: 0, truncated: false, jsTimeMs: 0 },
});

export const snapshotWith = (
  children: SnapshotNode[],
  title = 'Page',
  url = 'https://shop.example/',
): SnapshotTree => ({ ...base(title, url), refs: {}, tree: { role: 'document', tag: 'body', children } });

const FORMATS: readonly Format[] = ['tree', 'html', 'indexed', 'outline', 'yaml', 'markdown', 'json'];

/** One node per attack, with the refs `kd1`, `kd2` and so on. */
export const nodesWith = (write: (payload: string, ref: string) => SnapshotNode): SnapshotNode[] =>
  ATTACKS.map(({ payload }, i) => write(payload, `kd${i + 1}`));

type Change = (payload: string, ref: string) => DeltaNode;

const DELTAS: Readonly<Record<'added' | 'changed' | 'removed', Change>> = {
  added: (payload, ref) => ({
    parent: { role: 'region', name: payload },
    node: { role: 'button', tag: 'button', ref, name: payload },
  }),
  changed: (payload, ref) => ({
    node: { role: 'textbox', tag: 'input', ref, name: payload, value: payload },
    was: { name: payload, value: payload, text: payload, placeholder: payload, role: payload },
  }),
  removed: (payload) => ({
    parent: { role: 'list', name: `${payload} list` },
    node: { role: 'listitem', tag: 'li', name: payload },
  }),
};

/** A delta whose added, changed and removed nodes have attacks as names, and so have their parents. */
export const deltaWith = (): SnapshotDelta => {
  const changes = (write: Change): DeltaNode[] =>
    ATTACKS.map(({ payload }, i) => write(payload, `kd${i + 1}`));
  const [added, changed, removed] = [DELTAS.added, DELTAS.changed, DELTAS.removed].map(changes);
  return {
    ...base('Page', 'https://shop.example/'),
    refs: {},
    delta: { since: 1, ...(added && { added }), ...(changed && { changed }), ...(removed && { removed }) },
  };
};

/** One case of `tests/vectors` without its expected text. */
export interface AttackVector {
  title: string;
  snapshot: SnapshotTree | SnapshotDelta;
  options: RenderOptions;
}

/** Attacks per vector: few enough to find the one that fails by eye. */
const BATCH = 35;

/**
 * Vectors that renderers in other languages run too: every format, with attacks as names, and as loose text that is
 * cut short.
 */
export const attackVectors = (): AttackVector[] => {
  const options = { boundary: NONCE, maxNodes: 400, maxCharsTotal: 60_000 };
  const vectors: AttackVector[] = [];
  for (let from = 0; from < ATTACKS.length; from += BATCH) {
    const some = ATTACKS.slice(from, from + BATCH);
    const title = some[0]?.payload ?? '';
    const controls = some.map(
      ({ payload }, i): SnapshotNode => ({ role: 'link', tag: 'a', ref: `kd${i + 1}`, name: payload }),
    );
    const words = some.map(({ payload }): SnapshotNode => ({ role: 'text', text: payload }));
    const named = `${some[0]?.name} to ${some[some.length - 1]?.name}`;
    FORMATS.forEach((format, i) => {
      // Every format gets every batch; names and loose text alternate.
      const asWords = (i + from / BATCH) % 2 === 0;
      vectors.push({
        title: `${named}, ${asWords ? 'loose text' : 'names'} in ${format}`,
        snapshot: snapshotWith(asWords ? words : controls, title),
        options: { ...options, format, ...(asWords && { maxCharsTotal: 1500 }) },
      });
    });
  }
  return vectors;
};
