import type { SnapshotNode, SnapshotTree } from '../../contract.ts';
import type { ProtocolClient } from '../driver.ts';
import { preOrder } from './distill.ts';
import type { AriaNode } from './to-tree.ts';

/** What marks elements for a moment, in the page. */
const REF_ATTRIBUTE = 'data-agent-aria';

/**
 * Asks the script in the page for the refs of elements: each is marked for a moment, looked up, and the mark taken back.
 * Runs in the page.
 */
const ASK = `function (mark, ...elements) {
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

/** Objects of one world at a time: the protocol takes no others together. */
const askForRefs = async (
  protocol: ProtocolClient,
  known: readonly { node: AriaNode; objectId: string }[],
): Promise<void> => {
  const answer = (await protocol.send('Runtime.callFunctionOn', {
    functionDeclaration: ASK,
    objectId: known[0]?.objectId,
    arguments: [{ value: REF_ATTRIBUTE }, ...known.map(({ objectId }) => ({ objectId }))],
    returnByValue: true,
  })) as { result?: { value?: unknown } };
  const { value } = answer.result ?? {};
  // A frame that may not look at the top has no refs.
  const refs = typeof value === 'string' ? (JSON.parse(value) as (string | null)[]) : [];
  for (const [i, { node }] of known.entries()) {
    const ref = refs[i];
    if (typeof ref === 'string') node.node = { ref, ...node.node };
  }
};

/** Gives nodes the refs that the script in the page has for their elements; what it does not see keeps none. */
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
    for (const known of byFrame.values()) await askForRefs(protocol, known);
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
 * Adds what can be acted on by what the script has found in the page, and the tree does not have: behind the last thing
 * before it that both know. Says how many.
 */
export const supplement = (root: AriaNode, page: SnapshotTree): number => {
  const parents = new Map<string, AriaNode>();
  const known = new Map<string, AriaNode>();
  for (const at of preOrder(root))
    for (const child of at.children)
      if (child.node.ref !== undefined) {
        parents.set(child.node.ref, at);
        known.set(child.node.ref, child);
      }
  let [added, last] = [0, ''];
  for (const { children: _, ...node } of flat(page.tree)) {
    if (node.ref === undefined) continue;
    const same = known.get(node.ref);
    // What the page knows better: what a thing without a role is, and what it is called.
    if (same) {
      if (same.node.name === undefined && node.name !== undefined)
        same.node = {
          ...same.node,
          name: node.name,
          ...(node.nameSource && { nameSource: node.nameSource }),
        };
      if (same.node.hint === undefined && node.hint !== undefined) same.node.hint = node.hint;
    } else {
      const parent = parents.get(last) ?? root;
      const at = parent.children.findIndex((child) => child.node.ref === last);
      const one: AriaNode = { node, children: [], isInteractive: true };
      parent.children.splice(at + 1, 0, one);
      parents.set(node.ref, parent);
      known.set(node.ref, one);
      added++;
    }
    last = node.ref;
  }
  return added;
};
