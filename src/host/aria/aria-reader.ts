import type { RefEntry, SnapshotNode, SnapshotOptions, SnapshotTree } from '../../contract.ts';
import { chainOf, cutBefore, limitTree, placeOf } from '../../render/index.ts';
import type { ProtocolClient } from '../driver.ts';
import { nodeWithRef, onlyForActing, preOrder } from './distill.ts';
import { supplement, takeRefsOfPage } from './page-refs.ts';
import { readAxTree } from './read-tree.ts';
import { type AriaNode, toAriaTree } from './to-tree.ts';

/** The element of a ref that was issued for the accessibility tree. */
export interface AriaTarget {
  backendId: number;
  role: string;
  tag: string;
  name?: string;
  checked?: unknown;
}

export interface AriaReading {
  snapshot: SnapshotTree;
  /** How many elements were added from the script's snapshot, since the tree lacks them. */
  supplemented: number;
}

const DEFAULT_NODES = 500;

const TEXT_CHARS = { acting: 200, reading: 4000 };

const CONSONANTS = 'bcdfghjklmnpqrstvwxz';

/** Two letters for the refs of a document, derived from its loader id. */
const lettersOf = (loader: string): string => {
  let hash = 7;
  for (let i = 0; i < loader.length; i++) hash = (hash * 31 + loader.charCodeAt(i)) >>> 0;
  const { length } = CONSONANTS;
  return `${CONSONANTS[hash % length]}${CONSONANTS[Math.floor(hash / length) % length]}`;
};

const entryOf = ({ node, info }: AriaNode): RefEntry => ({
  ref: node.ref as string,
  tag: node.tag ?? info?.tag ?? '',
  role: node.role,
  ...(node.name !== undefined && { name: node.name }),
});

const withChildren = (root: AriaNode): SnapshotNode => {
  const list = preOrder(root);
  const written = new Map<AriaNode, SnapshotNode>();
  for (const at of list.reverse()) {
    const children = at.children.map((child) => written.get(child) as SnapshotNode);
    written.set(at, { ...at.node, ...(children.length > 0 && { children }) });
  }
  return written.get(root) as SnapshotNode;
};

/**
 * Reads the browser's accessibility tree as a snapshot. Refs are those of the script where it works in the page, otherwise
 * issued here ({@link AriaReader.targetOf}).
 */
export class AriaReader {
  readonly #refs = new Map<number, string>();
  readonly #targets = new Map<string, AriaTarget>();
  #loader = '';
  #last = 0;
  #revision = 0;

  constructor(readonly protocol: ProtocolClient) {}

  /** The element of a ref that was issued here, in the document that was last read. */
  targetOf(ref: string): AriaTarget | undefined {
    return this.#targets.get(ref.trim().replace(/^(?:@|\[?\s*ref=)|\]$/g, ''));
  }

  /**
   * @param page the script's snapshot for acting; absent where the script does not work in the page
   * @throws what the driver throws; an Error where the browser returns no tree
   */
  async read(how: SnapshotOptions, page?: SnapshotTree): Promise<AriaReading> {
    const tree = await readAxTree(this.protocol);
    if (tree.loader !== this.#loader) {
      this.#loader = tree.loader;
      this.#refs.clear();
      this.#targets.clear();
      this.#last = 0;
    }
    const forActing = how.interactiveOnly ?? true;
    const maxChars = how.maxTextPerNode ?? (forActing ? TEXT_CHARS.acting : TEXT_CHARS.reading);
    const root = toAriaTree(tree, maxChars);
    const interactive = preOrder(root).filter(
      ({ isInteractive, backendId }) => isInteractive && backendId !== undefined,
    );
    if (page) await takeRefsOfPage(this.protocol, interactive);
    else this.#giveRefs(interactive);
    const supplemented = page ? supplement(root, page) : 0;
    if (forActing) onlyForActing(root);
    if (!how.urls) for (const { node } of preOrder(root)) if (node.name) delete node.url;
    const scoped = how.scope === undefined ? root : nodeWithRef(root, how.scope.trim());
    if (!scoped)
      throw new Error('The scope of a snapshot of the accessibility tree has to be a ref that it shows');
    return { snapshot: this.#snapshot(root, scoped, how, tree, page), supplemented };
  }

  #giveRefs(nodes: readonly AriaNode[]): void {
    const letters = lettersOf(this.#loader);
    for (const at of nodes) {
      const id = at.backendId as number;
      let ref = this.#refs.get(id);
      if (ref === undefined) {
        ref = `${letters}${++this.#last}`;
        this.#refs.set(id, ref);
      }
      at.node = { ref, ...at.node };
      const { role, name, checked } = at.node;
      this.#targets.set(ref, {
        backendId: id,
        role,
        tag: at.info?.tag ?? '',
        checked,
        ...(name !== undefined && { name }),
      });
    }
  }

  #snapshot(
    root: AriaNode,
    scoped: AriaNode,
    how: SnapshotOptions,
    { url, title, loader }: { url: string; title: string; loader: string },
    page: SnapshotTree | undefined,
  ): SnapshotTree {
    const whole = withChildren(scoped);
    const top = scoped === root ? whole : { role: 'document', children: [whole] };
    const place = how.after === undefined ? undefined : placeOf(top, how.after);
    const rest = place ? cutBefore(top, place) : top;
    const { maxNodes = DEFAULT_NODES, maxJsonBytes } = how;
    const limits = { maxNodes, ...(maxJsonBytes !== undefined && { maxJsonBytes }) };
    const { tree, next, omitted } = limitTree(rest, { ...limits, ...(place && { after: how.after }) });
    const shown = preOrder(root);
    const refs: Record<string, RefEntry> = {};
    for (const at of shown) if (at.node.ref !== undefined) refs[at.node.ref] = entryOf(at);
    const focused = shown.find(({ node }) => node.focused && node.ref !== undefined)?.node.ref;
    const own = {
      url,
      title,
      ts: Date.now(),
      document: lettersOf(loader) + loader.toLowerCase(),
      viewport: { width: 0, height: 0 },
      scroll: { x: 0, y: 0 },
    };
    return {
      ok: true,
      type: 'snapshot',
      version: 1,
      meta: {
        ...(page?.meta ?? own),
        revision: page?.meta.revision ?? ++this.#revision,
        ...(focused !== undefined && { focus: focused }),
      },
      stats: {
        nodesVisited: shown.length,
        nodesEmitted: chainOf(tree).order.length,
        nodesHidden: 0,
        interactive: Object.keys(refs).length,
        truncated: next !== undefined,
        ...(next && omitted && { truncateReasons: ['maxNodes' as const], omitted, next }),
        ...(place && { after: how.after as string }),
        jsTimeMs: 0,
      },
      refs,
      tree,
    };
  }
}
