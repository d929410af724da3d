import type { SnapshotNode, SnapshotTree } from '../../contract.ts';
import type { ProtocolClient } from '../driver.ts';
import { preOrder } from './distill.ts';
import type { AriaNode } from './to-tree.ts';

/** The attribute that marks elements during the look-up of their refs. */
const REF_ATTRIBUTE = 'data-agent-aria';

/**
 * Runs in the page: returns the refs that the script has for elements. Each is marked by an attribute, found by a query,
 * and unmarked.
 */
const FIND_REFS = `function (mark, ...elements) {
  // Frames of the same origin are read by the script at the top.
  const agent = window.top.__agentBrowser;
  const of = (el) => typeof el.setAttribute === 'function' ? el : el.parentElement;
  return JSON.stringify(elements.map((given, i) => {
    const el = of(given);
    if (!el) return null;
    el.setAttribute(mark, i);
    try {
      const found = JSON.parse(agent.json('query', 'css=[' + mark + '="' + i + '"]', 'describe'));
      return found.ok ? found.ref : null;
    } finally {
      el.removeAttribute(mark);
    }
  }));
}`;

/** Takes the refs of elements in one frame: `Runtime.callFunctionOn` takes only objects of one world. */
const takeRefs = async (
  protocol: ProtocolClient,
  resolved: readonly { node: AriaNode; objectId: string }[],
): Promise<void> => {
  const answer = (await protocol.send('Runtime.callFunctionOn', {
    functionDeclaration: FIND_REFS,
    objectId: resolved[0]?.objectId,
    arguments: [{ value: REF_ATTRIBUTE }, ...resolved.map(({ objectId }) => ({ objectId }))],
    returnByValue: true,
  })) as { result?: { value?: unknown } };
  const { value } = answer.result ?? {};
  // A frame that can't access the top document has no refs.
  const refs = typeof value === 'string' ? (JSON.parse(value) as (string | null)[]) : [];
  for (const [i, { node }] of resolved.entries()) {
    const ref = refs[i];
    if (typeof ref === 'string') node.node = { ref, ...node.node };
  }
};

/** Gives nodes the refs that the script has for their elements; an element that the script does not find gets none. */
export const takeRefsOfPage = async (protocol: ProtocolClient, nodes: readonly AriaNode[]): Promise<void> => {
  const objectGroup = 'agent-browser-aria';
  try {
    const resolved = await Promise.all(
      nodes.map(({ backendId }) =>
        protocol.send('DOM.resolveNode', { backendNodeId: backendId, objectGroup }).then(
          (answer) => (answer as { object?: { objectId?: string } }).object?.objectId,
          () => undefined,
        ),
      ),
    );
    const byFrame = new Map<number | undefined, { node: AriaNode; objectId: string }[]>();
    for (const [i, node] of nodes.entries()) {
      const objectId = resolved[i];
      if (objectId === undefined) continue;
      const within = node.info?.within;
      const others = byFrame.get(within);
      if (others) others.push({ node, objectId });
      else byFrame.set(within, [{ node, objectId }]);
    }
    for (const inFrame of byFrame.values()) await takeRefs(protocol, inFrame);
  } finally {
    await protocol.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined);
  }
};

const flat = (root: SnapshotNode): SnapshotNode[] => {
  const list: SnapshotNode[] = [];
  const stack = [root];
  for (let at = stack.pop(); at; at = stack.pop()) {
    list.push(at);
    for (const child of [...(at.children ?? [])].reverse()) stack.push(child);
  }
  return list;
};

/**
 * Adds the interactive elements that the script has found and the tree lacks, each behind the last element before it that
 * both have. Returns how many were added.
 */
export const supplement = (root: AriaNode, page: SnapshotTree): number => {
  const parents = new Map<string, AriaNode>();
  const nodeByRef = new Map<string, AriaNode>();
  for (const at of preOrder(root))
    for (const child of at.children)
      if (child.node.ref !== undefined) {
        parents.set(child.node.ref, at);
        nodeByRef.set(child.node.ref, child);
      }
  let [added, last] = [0, ''];
  for (const { children: _, ...node } of flat(page.tree)) {
    if (node.ref === undefined) continue;
    const inTree = nodeByRef.get(node.ref);
    // The script knows names and hints of elements without a role, which the tree lacks.
    if (inTree) {
      if (inTree.node.name === undefined && node.name !== undefined)
        inTree.node = {
          ...inTree.node,
          name: node.name,
          ...(node.nameSource && { nameSource: node.nameSource }),
        };
      if (inTree.node.hint === undefined && node.hint !== undefined) inTree.node.hint = node.hint;
    } else {
      const parent = parents.get(last) ?? root;
      const at = parent.children.findIndex((child) => child.node.ref === last);
      const addedNode: AriaNode = { node, children: [], isInteractive: true };
      parent.children.splice(at + 1, 0, addedNode);
      parents.set(node.ref, parent);
      nodeByRef.set(node.ref, addedNode);
      added++;
    }
    last = node.ref;
  }
  return added;
};
