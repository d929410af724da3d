import type { ProtocolClient } from '../driver.ts';

/** The fields of a node of `Accessibility.getFullAXTree` that are used. */
export interface AxNode {
  nodeId: string;
  parentId?: string;
  childIds?: string[];
  ignored?: boolean;
  role?: { value?: unknown };
  name?: { value?: unknown };
  description?: { value?: unknown };
  value?: { value?: unknown };
  properties?: { name: string; value?: { value?: unknown } }[];
  backendDOMNodeId?: number;
}

/** The fields of a node of `DOM.getDocument` that are used. */
interface DomNode {
  backendNodeId: number;
  nodeType: number;
  nodeName: string;
  attributes?: string[];
  frameId?: string;
  children?: DomNode[];
  shadowRoots?: DomNode[];
  contentDocument?: DomNode;
  pseudoElements?: DomNode[];
}

/** Facts about an element from the DOM that the accessibility tree lacks. */
export interface ElementInfo {
  /** Lower case. */
  tag: string;
  attributes: Readonly<Record<string, string>>;
  /** Frame id, for a frame element. */
  frameId?: string;
  /** Backend id of the frame element that contains it; absent in the top document. */
  within?: number;
}

/** The accessibility tree of a page, with its frames in the same process. */
export interface AxTree {
  root: AxNode;
  nodes: ReadonlyMap<string, AxNode>;
  elements: ReadonlyMap<number, ElementInfo>;
  /** Roots of frames by the backend id of their frame element. */
  frames: ReadonlyMap<number, AxNode>;
  /** Loader id of the document: it differs for another document. */
  loader: string;
  url: string;
  title: string;
}

const attributesOf = ({ attributes = [] }: DomNode): Record<string, string> => {
  const found: Record<string, string> = Object.create(null);
  for (let i = 0; i + 1 < attributes.length; i += 2)
    found[attributes[i] as string] = attributes[i + 1] as string;
  return found;
};

const elementsBelow = (root: DomNode): Map<number, ElementInfo> => {
  const elements = new Map<number, ElementInfo>();
  const todo: { at: DomNode; within?: number }[] = [{ at: root }];
  for (let top = todo.pop(); top; top = todo.pop()) {
    const { at, within } = top;
    const inside = within === undefined ? {} : { within };
    if (at.nodeType === 1)
      elements.set(at.backendNodeId, {
        tag: at.nodeName.toLowerCase(),
        attributes: attributesOf(at),
        ...(at.frameId !== undefined && { frameId: at.frameId }),
        ...inside,
      });
    for (const below of [...(at.children ?? []), ...(at.shadowRoots ?? [])])
      todo.push({ at: below, ...inside });
    if (at.contentDocument) todo.push({ at: at.contentDocument, within: at.backendNodeId });
  }
  return elements;
};

/** The root of a frame's tree. Node ids are unique only within a frame, so the frame id is put before them. */
const treeOf = async (
  protocol: ProtocolClient,
  frameId: string | undefined,
  nodes: Map<string, AxNode>,
): Promise<AxNode | undefined> => {
  const params = frameId === undefined ? {} : { frameId };
  const answer = (await protocol.send('Accessibility.getFullAXTree', params)) as { nodes: AxNode[] };
  const unique = (id: string): string => `${frameId ?? ''}/${id}`;
  let root: AxNode | undefined;
  for (const node of answer.nodes) {
    const own = {
      ...node,
      nodeId: unique(node.nodeId),
      ...(node.childIds && { childIds: node.childIds.map(unique) }),
    };
    nodes.set(own.nodeId, own);
    if (node.parentId === undefined) root ??= own;
  }
  return root;
};

/** @throws what the driver throws, or an Error where the browser returns no tree */
export const readAxTree = async (protocol: ProtocolClient): Promise<AxTree> => {
  const [{ root: document }, { frameTree }] = (await Promise.all([
    protocol.send('DOM.getDocument', { depth: -1, pierce: true }),
    protocol.send('Page.getFrameTree'),
  ])) as [{ root: DomNode }, { frameTree: { frame: { loaderId: string; url: string } } }];
  const nodes = new Map<string, AxNode>();
  const root = await treeOf(protocol, undefined, nodes);
  if (!root) throw new Error('The browser gives no accessibility tree.');
  const elements = elementsBelow(document);
  const frames = new Map<number, AxNode>();
  for (const [id, { frameId }] of elements) {
    if (frameId === undefined) continue;
    // A frame in another process has a session of its own: its tree can't be read here.
    const inside = await treeOf(protocol, frameId, nodes).catch(() => undefined);
    if (inside) frames.set(id, inside);
  }
  const { loaderId, url } = frameTree.frame;
  return { root, nodes, elements, frames, loader: loaderId, url, title: String(root.name?.value ?? '') };
};
