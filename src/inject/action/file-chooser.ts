import type { Agent } from '../agent.ts';
import { isElement } from '../dom/flat-tree.ts';
import { isFileInput } from '../dom/input-type.ts';
import { matches, windowOf } from '../dom/read.ts';
import { apply } from '../timing/tasks.ts';
import { hear } from './send.ts';

type Realm = Window & typeof globalThis;

/** Replaces a method. The returned function restores it, unless the page has replaced it again. */
const swapMethod = (agent: Agent, holder: object, name: string, by: object): (() => void) => {
  const { defineProperty, deleteProperty, getOwnPropertyDescriptor } = Reflect;
  // With the built-ins of the page in place: what is set while our own code runs is removed after it.
  const put = (descriptor: PropertyDescriptor | undefined): boolean =>
    agent.guard.page(() =>
      descriptor
        ? defineProperty(holder, name, { __proto__: null, ...descriptor } as PropertyDescriptor)
        : deleteProperty(holder, name),
    );
  const own = (): PropertyDescriptor | undefined =>
    agent.guard.page(() => getOwnPropertyDescriptor(holder, name));
  const before = own();
  put({ value: by, configurable: true, writable: true, enumerable: true });
  return () => {
    if (own()?.value === by) put(before);
  };
};

/**
 * Keeps the native file chooser shut, and finds the file input that would have opened it: by a click that reaches the
 * window or, as many inputs are in no document, by a call of their `click` or `showPicker`.
 */
export const catchFileChooser = (agent: Agent, el: Element) => {
  const { guard } = agent;
  const { get, getPrototypeOf } = Reflect;
  let caught: HTMLInputElement | undefined;
  const isOpener = (at: unknown): boolean => {
    if (!isElement(at as Node) || !isFileInput(at as Element)) return false;
    if (matches(at as Element, ':disabled')) return false;
    caught ||= at as HTMLInputElement;
    return true;
  };
  const hearClick = (event: Event): void => {
    if (isOpener(event.composedPath()[0])) event.preventDefault();
  };
  const CAPTURE = { capture: true };
  const catchIn = (view: Realm): (() => void)[] => {
    const inputs = view.HTMLInputElement.prototype;
    const above = getPrototypeOf(inputs) as HTMLElement;
    const own = guard.page(() => ({ click: inputs.click, showPicker: inputs.showPicker }));
    const isInherited = guard.page(() => own.click === get(above, 'click'));
    const undo = [
      hear(agent, view, 'click', hearClick, CAPTURE),
      swapMethod(agent, inputs, 'click', function click(this: HTMLInputElement): void {
        const end = guard.run(() => isFileInput(this) && hear(agent, this, 'click', hearClick, CAPTURE));
        try {
          apply((isInherited ? get(above, 'click') : own.click) as () => void, this, []);
        } finally {
          if (end) guard.run(end);
        }
      }),
    ];
    if (typeof own.showPicker === 'function') {
      undo.push(
        swapMethod(agent, inputs, 'showPicker', function showPicker(this: HTMLInputElement): void {
          if (!guard.run(() => isOpener(this))) apply(own.showPicker, this, []);
        }),
      );
    }
    return undo;
  };
  const views = new Set([window, windowOf(el)]);
  const undo = Array.from(views).flatMap((view) => catchIn(view as Realm));
  return {
    /** The first input that would have opened one. */
    input: (): HTMLInputElement | undefined => caught,
    end(): void {
      for (const step of undo) step();
    },
  };
};
