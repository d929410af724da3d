import type { NodeStates, SnapshotNode } from '../../contract.ts';
import type { AxNode, AxTree, ElementInfo } from './read-tree.ts';
import { DROPPED, FIELDS, NAMED_BY_CONTENT, NEVER_ACTED_ON, ROLE_OF, WIDGETS } from './roles.ts';

/** A node of a snapshot with its origin in the accessibility tree. */
export interface AriaNode {
  node: SnapshotNode;
  children: AriaNode[];
  /** Backend id of its element. */
  backendId?: number;
  info?: ElementInfo | undefined;
  /** Whether it can be acted on. */
  isInteractive: boolean;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\s+/g, ' ').trim() : '';

const cut = (text: string, maxChars: number): string =>
  text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, '')}…`;

const isTrue = (value: unknown): boolean => value === true || value === 'true';

const tristate = (value: unknown): boolean | 'mixed' => (value === 'mixed' ? 'mixed' : isTrue(value));

/** Values of `autocomplete` for secrets. */
const SECRET = /^(?:cc-|one-time-code|current-password|new-password)/;

const isSecret = ({ attributes }: ElementInfo): boolean =>
  attributes.type?.toLowerCase() === 'password' ||
  (attributes.autocomplete ?? '').split(/\s+/).some((word) => SECRET.test(word.toLowerCase()));

const masked = ({ length }: string): string =>
  '•'.repeat(length === 0 ? 0 : length < 5 ? 1 : length < 9 ? 2 : length < 17 ? 3 : 4);

/** Boolean properties that are reported only when they are true. */
const FLAGS = ['disabled', 'readonly', 'required', 'focused', 'modal', 'multiselectable', 'busy'] as const;

const REPORTED_TYPES = /^(?:date|time|month|week|datetime-local|color|file|password|email|tel|url)$/;

const POPUPS = /^(?:menu|listbox|tree|grid|dialog)$/;

const statesOf = (ax: AxNode, role: string, info: ElementInfo | undefined, maxChars: number): NodeStates => {
  const given = new Map((ax.properties ?? []).map(({ name, value }) => [name, value?.value]));
  const states: NodeStates = {};
  const isWidget = WIDGETS.has(role);
  for (const flag of FLAGS) if (isTrue(given.get(flag))) states[flag] = true;
  if (given.has('checked')) states.checked = tristate(given.get('checked'));
  if (given.has('pressed')) states.pressed = tristate(given.get('pressed'));
  // A native select is open only during a choice, so its state is of no use.
  const isSelect = info?.tag === 'select';
  if (given.has('expanded') && !isSelect) states.expanded = isTrue(given.get('expanded'));
  if (given.has('selected') && isWidget) states.selected = isTrue(given.get('selected'));
  const invalid = given.get('invalid');
  if (invalid !== undefined && invalid !== 'false' && invalid !== false && invalid !== '')
    states.invalid = true;
  const level = Number(given.get('level'));
  if (level > 0) states.level = level;
  const popup = given.get('hasPopup');
  if (
    !isSelect &&
    typeof popup === 'string' &&
    POPUPS.test(popup) &&
    !(role === 'combobox' && popup === 'listbox')
  )
    states.haspopup = popup;
  if (FIELDS.has(role)) {
    for (const edge of ['valuemin', 'valuemax'] as const)
      if (typeof given.get(edge) === 'number' && role !== 'textbox') states[edge] = given.get(edge) as number;
  }
  const value = textOf(ax.value?.value);
  if (value !== '' && (FIELDS.has(role) || role === 'combobox'))
    states.value = info && isSecret(info) ? masked(value) : cut(value, Math.max(maxChars, 4000));
  const placeholder = info?.attributes.placeholder;
  if (placeholder && FIELDS.has(role)) states.placeholder = cut(textOf(placeholder), maxChars);
  const type = info?.tag === 'input' ? (info.attributes.type?.toLowerCase() ?? '') : '';
  if (REPORTED_TYPES.test(type)) states.type = type;
  const current = info?.attributes['aria-current'];
  if (current && current !== 'false') states.current = current;
  return states;
};

const urlOf = (ax: AxNode, base: string): string | undefined => {
  const url = textOf(ax.properties?.find(({ name }) => name === 'url')?.value?.value);
  if (url === '' || /^\s*javascript:/i.test(url)) return undefined;
  const [, origin] = /^(https?:\/\/[^/]+)\//.exec(base) ?? [];
  return origin && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
};

const has = (ax: AxNode, name: string): boolean =>
  isTrue(ax.properties?.find((property) => property.name === name)?.value?.value);

/** Joins neighbouring text nodes. */
const joined = (children: AriaNode[], maxChars: number): AriaNode[] => {
  const list: AriaNode[] = [];
  for (const child of children) {
    const last = list[list.length - 1];
    if (child.node.role === 'text' && last?.node.role === 'text')
      last.node = { role: 'text', text: cut(`${last.node.text} ${child.node.text}`, maxChars) };
    else list.push(child);
  }
  return list;
};

const OPAQUE = { access: 'opaque', reason: 'cross_origin' } as const;

/** The nodes that one node of the accessibility tree becomes: itself, its children, or none. */
const convert = (ax: AxNode, children: AriaNode[], tree: AxTree, maxChars: number): AriaNode[] => {
  const given = textOf(ax.role?.value);
  if (DROPPED.has(given)) return [];
  if (ax.ignored) return children;
  const { backendDOMNodeId: backendId } = ax;
  const info = backendId === undefined ? undefined : tree.elements.get(backendId);
  const name = cut(textOf(ax.name?.value), maxChars);
  if (given === 'StaticText') {
    return name === '' ? [] : [{ node: { role: 'text', text: name }, children: [], isInteractive: false }];
  }
  const role = ROLE_OF[given] ?? (/^[a-z]+$/.test(given) ? given : 'generic');
  const isEditable =
    info !== undefined && /^(?:|true|plaintext-only)$/.test(info.attributes.contenteditable ?? 'no');
  const shown = isEditable && role === 'generic' ? 'textbox' : role;
  const isInteractive =
    !NEVER_ACTED_ON.has(shown) &&
    (WIDGETS.has(shown) || (has(ax, 'focusable') && shown !== 'generic') || isEditable);
  const isFocusable = !isInteractive && shown === 'generic' && has(ax, 'focusable');
  const isFrame = shown === 'iframe';
  const isOpaque = isFrame && backendId !== undefined && !tree.frames.has(backendId);
  const below = joined(FIELDS.has(shown) || info?.tag === 'input' ? [] : children, maxChars);
  const isPlain = shown === 'generic' || shown === 'none' || shown === 'presentation';
  if (isPlain && !isFocusable) return below;
  const isNamedByText = NAMED_BY_CONTENT.has(shown) && below.every(({ node }) => node.role === 'text');
  const [only] = below;
  const isText = below.length === 1 && only?.node.role === 'text';
  const kept = isNamedByText && name !== '' ? [] : isText ? [] : below;
  const url = shown === 'link' ? urlOf(ax, tree.url) : undefined;
  const own = isText && !isNamedByText && only.node.text !== name ? only.node.text : undefined;
  const node: SnapshotNode = {
    ...(info && { tag: info.tag }),
    role: shown,
    ...(name !== '' && shown !== 'document' && { name }),
    ...(own !== undefined && { text: own }),
    ...(isFocusable && { hint: 'focusable' as const }),
    ...statesOf(ax, shown, info, maxChars),
    ...(url !== undefined && { url }),
    ...(isOpaque && { frame: { ...OPAQUE, ...(info?.attributes.src && { src: info.attributes.src }) } }),
  };
  return [
    {
      node,
      children: kept,
      info,
      isInteractive: isInteractive || isFocusable,
      ...(backendId !== undefined && { backendId }),
    },
  ];
};

/** The accessibility tree in the shape of a snapshot. Without recursion, since pages are deep. */
export const toAriaTree = (tree: AxTree, maxChars: number): AriaNode => {
  const results = new Map<string, AriaNode[]>();
  const stack: { ax: AxNode; isOpen: boolean }[] = [{ ax: tree.root, isOpen: false }];
  const below = (ax: AxNode): AxNode[] => {
    const frame = ax.backendDOMNodeId === undefined ? undefined : tree.frames.get(ax.backendDOMNodeId);
    const own = (ax.childIds ?? []).flatMap((id) => tree.nodes.get(id) ?? []);
    return frame && ROLE_OF[textOf(ax.role?.value)] === 'iframe' ? [frame] : own;
  };
  for (let top = stack[stack.length - 1]; top; top = stack[stack.length - 1]) {
    const { ax } = top;
    if (!top.isOpen) {
      top.isOpen = true;
      for (const child of below(ax)) if (!results.has(child.nodeId)) stack.push({ ax: child, isOpen: false });
      continue;
    }
    stack.pop();
    const children = below(ax).flatMap((child) => results.get(child.nodeId) ?? []);
    const isFrameRoot = ax !== tree.root && textOf(ax.role?.value) === 'RootWebArea';
    results.set(ax.nodeId, isFrameRoot ? children : convert(ax, children, tree, maxChars));
  }
  const [root] = results.get(tree.root.nodeId) ?? [];
  return root?.node.role === 'document'
    ? root
    : { node: { role: 'document' }, children: results.get(tree.root.nodeId) ?? [], isInteractive: false };
};
