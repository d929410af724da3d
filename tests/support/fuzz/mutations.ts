import { attachHandler, forge } from './handlers.ts';
import { markup, randomAttribute, TEXTS } from './markup.ts';
import { elementsOf, holds } from './page.ts';
import type { Random } from './random.ts';

/** The page that a mutation changes. */
export interface Scene {
  random: Random;
  all: readonly Element[];
  /** On a page with more elements, `insert` removes one instead. */
  mostElements: number;
  /** A random element of the page; the body where there is none. */
  some(): Element;
  /** Elements whose marks are not ours: the page has copied or planted them. */
  forged: WeakSet<Element>;
  log(words: string): void;
}

const VOID = /^(?:input|img|br|rect|option|progress|meter)$/;

const parse = (scene: Scene, into: ParentNode & Node, html: string): void => {
  const template = document.createElement('template');
  template.innerHTML = html;
  const made = Array.from(template.content.querySelectorAll('*'));
  for (const el of made) if (el.hasAttribute('data-agent-ref')) scene.forged.add(el);
  into.appendChild(template.content);
  for (const el of made) grow(scene, el);
};

/**
 * Keeps submits and clicks in a shadow tree or frame from leaving the page: the window does not get all of their
 * events.
 */
const stayHere = (tree: ShadowRoot | Document): void => {
  tree.addEventListener('submit', (event) => event.preventDefault(), true);
  if (tree.nodeType === 9) tree.addEventListener('click', (event) => event.preventDefault(), true);
};

/** Gives hosts a shadow root and frames a content, and some elements a handler. */
const grow = (scene: Scene, el: Element): void => {
  const { random } = scene;
  if (el.localName === 'x-host' && el instanceof HTMLElement && !el.shadowRoot && random.chance(0.8)) {
    const tree = el.attachShadow({ mode: random.chance(0.9) ? 'open' : 'closed' });
    stayHere(tree);
    parse(scene, tree, `<slot></slot>${markup(random, 2)}<slot name=s></slot>`);
  }
  if (el.localName === 'iframe' && random.chance(0.8)) {
    const inner = (el as HTMLIFrameElement).contentDocument;
    if (inner) stayHere(inner);
    if (inner?.body) parse(scene, inner.body, markup(random, 2));
  }
  if (random.chance(0.08)) scene.log(`  on ${el.localName}: ${attachHandler(random, el, scene.forged)}`);
};

type Mutation = (scene: Scene, el: Element) => void;

const insert: Mutation = (scene, el) => {
  const { random, all, mostElements } = scene;
  if (all.length > mostElements) return el.remove();
  const parent = VOID.test(el.localName) || random.chance(0.3) ? document.body : (el.shadowRoot ?? el);
  const html = markup(random, 3);
  scene.log(`  ${html.slice(0, 300)}`);
  parse(scene, parent, html);
};

const move: Mutation = (scene, el) => {
  const to = scene.some();
  if (holds(el, to) || VOID.test(to.localName)) return;
  const target = scene.random.chance(0.3)
    ? (to.shadowRoot ?? (to as HTMLIFrameElement).contentDocument?.body ?? to)
    : to;
  target.insertBefore(el, scene.random.chance(0.5) ? target.firstChild : null);
};

const swap: Mutation = (scene, el) => {
  const other = scene.some();
  if (holds(el, other) || holds(other, el)) return;
  const place = document.createComment('');
  el.replaceWith(place);
  other.replaceWith(el);
  place.replaceWith(other);
};

const clone: Mutation = (scene, el) => {
  const copy = el.cloneNode(true) as Element;
  forge(scene.forged, copy);
  if (scene.random.chance(0.5)) el.after(copy);
  else el.replaceWith(copy);
};

const rebuild: Mutation = (scene, el) => {
  // A frame or a long page inside would only be lost or doubled.
  const { innerHTML } = el;
  el.textContent = '';
  parse(scene, el as ParentNode & Element, innerHTML);
  for (const child of Array.from(el.children)) forge(scene.forged, child);
};

const setAttribute: Mutation = (scene, el) => {
  const [name, value] = randomAttribute(scene.random);
  scene.log(`  ${name}="${value.slice(0, 40)}"`);
  if (name === 'data-agent-ref') scene.forged.add(el);
  Element.prototype.setAttribute.call(el, name, value);
};

const removeAttribute: Mutation = ({ random }, el) => {
  const names = el.getAttributeNames();
  if (names.length > 0) el.removeAttribute(random.pick(names));
};

const setText: Mutation = ({ random }, el) => {
  if (el.children.length === 0) el.textContent = random.pick(TEXTS);
};

const setState: Mutation = ({ random }, el) => {
  const field = el as HTMLInputElement & HTMLDetailsElement & { selectedIndex: number };
  if (field.type === 'file') return;
  if ('value' in field && typeof field.value === 'string') field.value = random.pick(TEXTS);
  if ('checked' in field) field.checked = random.chance(0.5);
  if ('indeterminate' in field) field.indeterminate = random.chance(0.2);
  if ('selectedIndex' in field) field.selectedIndex = random.int(4) - 1;
  if ('disabled' in field) field.disabled = random.chance(0.2);
  if ('open' in field) field.open = random.chance(0.5);
};

/** Reuses a row for another record. */
const recycle: Mutation = ({ random }, el) => {
  for (const one of [el, ...Array.from(el.querySelectorAll('*'))]) {
    if (one.hasAttribute('aria-label')) one.setAttribute('aria-label', random.pick(TEXTS));
    for (const node of Array.from(one.childNodes))
      if (node.nodeType === 3) (node as Text).data = random.pick(TEXTS);
  }
};

const plantMark: Mutation = (scene, el) => {
  const other = scene.some();
  const mine = el.getAttribute('data-agent-ref');
  const theirs = other.getAttribute('data-agent-ref');
  scene.forged.add(el).add(other);
  if (theirs) Element.prototype.setAttribute.call(el, 'data-agent-ref', theirs);
  if (mine && scene.random.chance(0.5)) Element.prototype.setAttribute.call(other, 'data-agent-ref', mine);
};

const toggleDialog: Mutation = ({ random, all }) => {
  const dialogs = all.filter((el) => el.localName === 'dialog') as HTMLDialogElement[];
  if (dialogs.length === 0) return;
  const dialog = random.pick(dialogs);
  if (dialog.open || typeof dialog.showModal !== 'function') dialog.open = !dialog.open;
  else if (dialog.isConnected && !dialog.matches('[popover]'))
    random.chance(0.4) ? dialog.showModal() : dialog.show();
};

const focus: Mutation = ({ random }, el) => {
  if (random.chance(0.3)) (document.activeElement as HTMLElement | null)?.blur?.();
  else (el as HTMLElement).focus?.();
};

const scroll: Mutation = ({ random }, el) => {
  el.scrollTop = random.int(200);
  if (typeof el.scrollTo === 'function') window.scroll(0, random.int(500));
};

const handle: Mutation = (scene, el) => scene.log(`  ${attachHandler(scene.random, el, scene.forged)}`);

const remove: Mutation = (_, el) => el.remove();

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  insert,
  remove,
  move,
  swap,
  clone,
  rebuild,
  setAttribute,
  removeAttribute,
  setText,
  setState,
  recycle,
  plantMark,
  toggleDialog,
  focus,
  scroll,
  handle,
};

/** Mutations, weighted by how often pages do them. */
const WEIGHTED = [
  ...Object.keys(MUTATIONS),
  'insert',
  'insert',
  'insert',
  'setAttribute',
  'setAttribute',
  'setAttribute',
  'move',
  'handle',
  'setState',
  'setText',
  'toggleDialog',
];

/** Changes the page once and logs the change. */
export const mutate = (scene: Scene): void => {
  const kind = scene.random.pick(WEIGHTED);
  const el = scene.some();
  scene.log(`${kind} ${el.localName} ${el.getAttribute('data-agent-ref') ?? ''}`);
  // Bodies stay where they are: a document without one is no page.
  const target = el.localName === 'body' && kind !== 'insert' && kind !== 'setAttribute' ? undefined : el;
  try {
    if (target) (MUTATIONS[kind] as Mutation)(scene, target);
  } catch (error) {
    // A handler of the page has already moved one of the nodes.
    if (!(error instanceof DOMException)) throw error;
    scene.log(`  ${error.name}`);
  }
  if (document.body.hasAttribute('style')) document.body.removeAttribute('style');
};

export const sceneOf = (
  random: Random,
  forged: WeakSet<Element>,
  mostElements: number,
  log: (words: string) => void,
): Scene => {
  const all = elementsOf();
  return {
    random,
    all,
    forged,
    mostElements,
    log,
    some: () => (all.length > 0 ? random.pick(all) : document.body),
  };
};
