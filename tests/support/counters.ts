/**
 * Counts what a script leaves behind: event listeners, pending timers and active observers. The patched built-ins
 * look native, because the library takes those that don't from a fresh frame.
 */

interface Listening {
  target: EventTarget;
  type: string;
  listener: unknown;
  capture: boolean;
}

const listening = new Set<Listening>();
const timers = new Set<string>();
const observers = new Set<object>();
let counting = 0;

/** The page's own functions, unpatched, for the fuzzer. */
export const originals = { setTimeout: window.setTimeout.bind(window) };

/** Runs `work`: what it adds counts as the library's. */
export const counted = <T>(work: () => T): T => {
  counting++;
  try {
    return work();
  } finally {
    counting--;
  }
};

/** As {@link counted}, until the returned function is called. */
export const countUntil = (): (() => void) => {
  counting++;
  return () => {
    counting--;
  };
};

export const forgetCounts = (): void => {
  listening.clear();
  observers.clear();
};
export const timersLeft = (): string[] => Array.from(timers);
export const observersLeft = (): string[] => Array.from(observers, (one) => one.constructor.name);
export const listenersLeft = (): string[] =>
  Array.from(listening)
    .filter(({ target }) => !(target instanceof Node) || target.isConnected)
    .map(({ target, type }) => `${type} on ${(target as Element).localName ?? target.constructor.name}`);

const captureOf = (options: unknown): boolean =>
  options === true || (typeof options === 'object' && !!(options as AddEventListenerOptions | null)?.capture);

const find = (
  target: EventTarget,
  type: string,
  listener: unknown,
  capture: boolean,
): Listening | undefined => {
  for (const one of listening)
    if (one.target === target && one.type === type && one.listener === listener && one.capture === capture)
      return one;
  return undefined;
};

const disguised = new WeakSet<object>();

const patch = (
  holder: object,
  name: string,
  make: (original: never) => (...all: never[]) => unknown,
): void => {
  const own = Object.getOwnPropertyDescriptor(holder, name) as PropertyDescriptor;
  const value = make(own.value as never);
  Object.defineProperty(value, 'name', { value: name });
  disguised.add(value);
  Object.defineProperty(holder, name, { ...own, value });
};

type Add = typeof EventTarget.prototype.addEventListener;

const countListeners = (): void => {
  patch(
    EventTarget.prototype,
    'addEventListener',
    (original: Add) =>
      function (this: EventTarget | undefined, type: string, listener: unknown, options: unknown) {
        const target = this ?? window;
        const capture = captureOf(options);
        if (counting > 0 && listener && !find(target, type, listener, capture)) {
          const record = { target, type, listener, capture };
          listening.add(record);
          const isOnce = typeof options === 'object' && (options as AddEventListenerOptions | null)?.once;
          // Runs right before the listener itself, which is removed after its first call too.
          if (isOnce) original.call(target, type, () => listening.delete(record), { once: true, capture });
        }
        return original.call(target, type, listener as EventListener, options as boolean);
      } as never,
  );
  patch(
    EventTarget.prototype,
    'removeEventListener',
    (original: Add) =>
      function (this: EventTarget | undefined, type: string, listener: unknown, options: unknown) {
        const target = this ?? window;
        const record = find(target, type, listener, captureOf(options));
        if (record) listening.delete(record);
        return original.call(target, type, listener as EventListener, options as boolean);
      } as never,
  );
};

const countTimers = (start: string, stop: string, isOnce: boolean): void => {
  if (!(start in window)) return;
  patch(
    window,
    start,
    (original: (...all: unknown[]) => number) =>
      ((callback: unknown, ...rest: unknown[]) => {
        if (counting === 0 || typeof callback !== 'function') return original.call(window, callback, ...rest);
        const id = original.call(
          window,
          (...all: unknown[]) => {
            if (isOnce) timers.delete(`${start} ${id}`);
            callback(...all);
          },
          ...rest,
        );
        timers.add(`${start} ${id}`);
        return id;
      }) as never,
  );
  patch(
    window,
    stop,
    (original: (id: number) => void) =>
      ((id: number) => {
        timers.delete(`${start} ${id}`);
        original.call(window, id);
      }) as never,
  );
};

const countObservers = (name: string): void => {
  const { prototype } = ((window as unknown as Record<string, unknown>)[name] ?? {}) as {
    prototype?: object;
  };
  if (!prototype) return;
  patch(
    prototype,
    'observe',
    (original: (...all: unknown[]) => void) =>
      function (this: object, ...all: unknown[]) {
        if (counting > 0) observers.add(this);
        return original.apply(this, all);
      } as never,
  );
  patch(
    prototype,
    'disconnect',
    (original: () => void) =>
      function (this: object) {
        observers.delete(this);
        return original.call(this);
      } as never,
  );
};

const OBSERVERS = ['MutationObserver', 'ResizeObserver', 'IntersectionObserver'];

/** Counts timers and observers. Has to run before the library is injected. */
export const startCountingWork = (): void => {
  countTimers('setTimeout', 'clearTimeout', true);
  countTimers('setInterval', 'clearInterval', false);
  countTimers('requestAnimationFrame', 'cancelAnimationFrame', true);
  for (const name of OBSERVERS) countObservers(name);
  patch(
    Function.prototype,
    'toString',
    // A method has no `prototype`, like a native function.
    (original: () => string) =>
      ({
        toString(this: object) {
          return disguised.has(this)
            ? `function ${(this as () => void).name}() { [native code] }`
            : original.call(this);
        },
      }).toString as never,
  );
};

/** As {@link startCountingWork}, and counts listeners too. It keeps their targets from being collected. */
export const startCounting = (): void => {
  countListeners();
  startCountingWork();
};
