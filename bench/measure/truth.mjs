/** Events of a mouse button, a touch or a drag: an element that listens to one may be interactive. */
const presses =
  /^(?:click|dblclick|auxclick|contextmenu|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend|dragstart)$/;

/** Roles of widgets in the browser's accessibility tree. */
const widgets =
  /^(?:button|link|checkbox|radio|switch|combobox.*|listbox|option|textbox|searchbox|spinbutton|slider|tab|menuitem(?:checkbox|radio)?|treeitem|.*field|colorwell|date|datetime|inputtime|disclosuretriangle.*|togglebutton|popupbutton|menulistpopup)$/i;

/** All elements of a document, of its open shadow roots and of its same-origin frames. Runs in the page. */
const allElements = `(() => {
  const all = [];
  const add = (root) => {
    for (const el of root.querySelectorAll('*')) {
      all.push(el);
      if (el.shadowRoot) add(el.shadowRoot);
      try { if (el.contentDocument) add(el.contentDocument); } catch {}
    }
  };
  add(document);
  return all;
})()`;

/**
 * Facts about elements that the DevTools protocol does not report. Runs in the page, with the array of elements as `this`.
 * `seen`: a person can see the element and scroll to it, and it is not inert.
 */
const factsOf = `function () {
  const inert = (el) => {
    for (let at = el; at; at = at.parentElement ?? at.getRootNode().host ?? at.ownerDocument.defaultView?.frameElement)
      if (at.inert || at.getAttribute('aria-hidden') === 'true') return true;
    const modal = document.querySelector(':modal');
    return !!modal && modal.contains(document.activeElement) && el.ownerDocument === document && !modal.contains(el);
  };
  return this.map((el) => {
    const box = el.getBoundingClientRect();
    const view = el.ownerDocument.defaultView;
    const size = view.getComputedStyle(el).display === 'contents' ? [...el.children].some((child) => child.getBoundingClientRect().width > 0) : box.width >= 1 && box.height >= 1;
    const reachable = box.right + view.scrollX > 0 && box.bottom + view.scrollY > 0;
    const pointer = view.getComputedStyle(el).cursor === 'pointer';
    const parent = el.parentElement;
    return {
      tag: el.localName,
      ...(el.localName === 'a' && el.href && { href: String(el.href) }),
      html: el.cloneNode(false).outerHTML.slice(0, 160),
      seen: size && reachable && el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !inert(el),
      pointer,
      ownPointer: pointer && !(parent && view.getComputedStyle(parent).cursor === 'pointer'),
      tabbable: el.tabIndex >= 0,
      root: el === document.documentElement || el === document.body || el.parentElement === document.body && el.childElementCount > 20,
    };
  });
}`;

/** @typedef {{ tag: string, href?: string, html: string, seen: boolean, pointer: boolean, ownPointer: boolean, tabbable: boolean, root: boolean }} Facts */
/** @typedef {Facts & { listens: boolean, isWidget: boolean, isFocusable: boolean, inSomeListener: boolean }} Known  all facts about an element */

/**
 * The elements of a page with facts from the browser: their event listeners (`DOMDebugger.getEventListeners`) and their
 * node in the accessibility tree.
 * @param {import('../pages/open.mjs').OpenPage} open
 * @returns {Promise<{ known: Known[], list: string }>} `list`: the object id of the array of elements
 */
export async function readTruth({ session }) {
  const { result } = await session.send('Runtime.evaluate', { expression: allElements });
  const list = /** @type {string} */ (result.objectId);
  const { result: factResult } = await session.send('Runtime.callFunctionOn', {
    objectId: list,
    functionDeclaration: factsOf,
    returnByValue: true,
  });
  const facts = /** @type {Facts[]} */ (factResult.value);
  const { result: properties } = await session.send('Runtime.getProperties', {
    objectId: list,
    ownProperties: true,
  });
  const ids = properties.filter(({ name }) => /^\d+$/.test(name)).map(({ value }) => value?.objectId ?? '');
  const listening = await Promise.all(
    ids.map(async (objectId) => {
      const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId });
      return listeners.some(({ type }) => presses.test(type));
    }),
  );
  const inAccessibilityTree = await readAccessibility(session, ids);
  const { result: within } = await session.send('Runtime.callFunctionOn', {
    objectId: list,
    functionDeclaration: `function (listening) {
      const listeners = new Set(this.filter((_, i) => listening[i]));
      return this.map((el) => { for (let at = el.parentElement; at; at = at.parentElement) if (listeners.has(at)) return true; return false; });
    }`,
    arguments: [{ value: listening }],
    returnByValue: true,
  });
  const known = facts.map((fact, i) => ({
    ...fact,
    listens: listening[i] === true,
    isWidget: inAccessibilityTree[i]?.isWidget ?? false,
    isFocusable: inAccessibilityTree[i]?.isFocusable ?? false,
    inSomeListener: within.value[i] === true,
  }));
  return { known, list };
}

/** Facts from the accessibility tree about elements, given by their object ids. */
async function readAccessibility(
  /** @type {import('playwright-core').CDPSession} */ session,
  /** @type {string[]} */ ids,
) {
  await session.send('DOM.enable');
  await session.send('DOM.getDocument', { depth: 0 });
  const backendIds = await Promise.all(
    ids.map(async (objectId) => (await session.send('DOM.describeNode', { objectId })).node.backendNodeId),
  );
  /** @type {Map<number, { isWidget: boolean, isFocusable: boolean }>} */
  const byBackendId = new Map();
  await session.send('Accessibility.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  /** @type {any[]} */
  const frames = [frameTree];
  for (const { frame, childFrames = [] } of frames) {
    frames.push(...childFrames);
    const { nodes } = await session
      .send('Accessibility.getFullAXTree', { frameId: frame.id })
      .catch(() => ({ nodes: [] }));
    for (const { ignored, backendDOMNodeId, role, properties = [] } of nodes) {
      if (ignored || backendDOMNodeId === undefined) continue;
      byBackendId.set(backendDOMNodeId, {
        isWidget: widgets.test(String(role?.value)),
        isFocusable: properties.some(({ name, value }) => name === 'focusable' && value.value === true),
      });
    }
  }
  return backendIds.map((id) => byBackendId.get(id));
}
