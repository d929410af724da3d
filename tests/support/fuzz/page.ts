/** The page as the harness sees it, without the library. */

/** The document of a frame of the same origin. */
const innerDocument = (el: Element): Document | null =>
  el.localName === 'iframe' ? (el as HTMLIFrameElement).contentDocument : null;

/** All elements below the body, through shadow roots and frames, in document order. */
export const elementsOf = (root: ParentNode = document.body): Element[] => {
  const all: Element[] = [];
  const visit = (at: ParentNode): void => {
    for (const el of Array.from(at.querySelectorAll('*'))) {
      all.push(el);
      if (el.shadowRoot) visit(el.shadowRoot);
      const inner = innerDocument(el);
      if (inner?.body) {
        all.push(inner.body);
        visit(inner.body);
      }
    }
  };
  visit(root);
  return all;
};

/** The parent in the flat tree, across frames. */
export const above = (el: Element): Element | null => {
  if (el.assignedSlot) return el.assignedSlot;
  const parent: Node | null = el.parentNode;
  if (parent instanceof Element || parent?.nodeType === 1) return parent as Element;
  if (parent?.nodeType === 11) return (parent as ShadowRoot).host ?? null;
  return el.ownerDocument?.defaultView?.frameElement ?? null;
};

/** Whether the element is in the page that is shown: a removed frame takes its document along. */
export const isShownIn = (el: Element): boolean => {
  for (let at: Element | null | undefined = el; at; at = at.ownerDocument.defaultView?.frameElement) {
    if (!at.isConnected) return false;
    if (at.ownerDocument === document) return true;
  }
  return false;
};

export const holds = (outer: Element, inner: Element): boolean => {
  for (let at: Element | null = inner; at; at = above(at)) if (at === outer) return true;
  return false;
};

export const deepActive = (): Element | null => {
  let active = document.activeElement;
  for (;;) {
    const next: Element | null | undefined =
      active && (active.shadowRoot?.activeElement ?? innerDocument(active)?.activeElement);
    if (!next) return active;
    active = next;
  }
};

const MARK = 'data-agent-ref';

/** Everything of the page that an action could change, except our own marks. */
export const stateOf = (): string => {
  const parts: unknown[] = [location.href];
  const active = deepActive();
  for (const el of [document.body, ...elementsOf()]) {
    parts.push(el.localName, el === active ? '*' : '');
    for (const { name, value } of Array.from(el.attributes)) if (name !== MARK) parts.push(name, value);
    for (const child of Array.from(el.childNodes)) if (child.nodeType === 3) parts.push((child as Text).data);
    const { value, checked, selectedIndex, indeterminate } = el as HTMLInputElement & HTMLSelectElement;
    parts.push(
      typeof value === 'string' ? value : '',
      checked === true,
      indeterminate === true,
      selectedIndex,
    );
    parts.push(el.scrollLeft, el.scrollTop);
  }
  // Read last: reading elements that `content-visibility` skips makes Chromium lay them out, and it may scroll then.
  parts.push(scrollX, scrollY);
  return parts.join('\u0001');
};

/** Tags that are controls whatever their attributes are. */
const CONTROL = /^(?:button|select|textarea)$/;

const isControl = (el: Element): boolean =>
  CONTROL.test(el.localName) ||
  (el.localName === 'a' && el.hasAttribute('href')) ||
  (el.localName === 'input' && (el as HTMLInputElement).type !== 'hidden');

/** Whether nothing around the element makes it doubtful that a person can see and reach it. */
const isPlain = (el: Element): boolean => {
  for (let at: Element | null = el; at; at = above(at)) {
    const { overflow, position, clipPath, transform, display, opacity } = getComputedStyle(at);
    if (/^(?:textbox|searchbox)$/.test(at.getAttribute('role') ?? '')) return false;
    if (at.getAttribute('aria-hidden') === 'true' || at.hasAttribute('inert') || opacity !== '1')
      return false;
    if (
      at !== el.ownerDocument.body &&
      overflow !== 'visible' &&
      !/^(?:input|textarea|select|iframe|svg|button)$/.test(at.localName)
    )
      return false;
    if (position !== 'static' || clipPath !== 'none' || transform !== 'none' || display === 'contents')
      return false;
    if (at !== el && /^(?:select|iframe|button|a)$/.test(at.localName)) return false;
    // The element is listed, but in an editor nothing is marked.
    if (at !== el && at.hasAttribute('contenteditable')) return false;
  }
  return true;
};

const isSeen = (el: Element): boolean => {
  const { x, y, width, height } = el.getBoundingClientRect();
  const right = x + scrollX + width;
  return (
    width >= 2 &&
    height >= 2 &&
    right > 2 &&
    x + scrollX < innerWidth &&
    y + scrollY >= 0 &&
    el.checkVisibility({ visibilityProperty: true })
  );
};

/** Native controls that are certainly visible; none where the engine can't tell. */
export const plainControls = (): Element[] =>
  document.querySelector('dialog, [popover]') || typeof Element.prototype.checkVisibility !== 'function'
    ? []
    : elementsOf().filter((el) => isControl(el) && isSeen(el) && isPlain(el));
