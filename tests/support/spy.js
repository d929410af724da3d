/**
 * A page that wants to know what the frames in it show, and the key of the script: it replaces, wraps and listens to
 * whatever it can reach, and keeps every text that comes by in `window.spied`.
 */
(() => {
  const { apply, construct, ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { defineProperty } = Object;
  const { add, has } = Set.prototype;
  const { forEach } = Map.prototype;
  const spied = new Set();
  const mapClass = Map;
  let isBusy = false;
  /** How many more objects one call may search: the page must not get slow. */
  let left = 0;

  const look = (value, level) => {
    if (typeof value === 'string' && value.length > 3) {
      if (!apply(has, spied, [value])) apply(add, spied, [value]);
      return;
    }
    if (typeof value === 'function') return look(`${apply(toText, value, [])}`, level);
    if (typeof value !== 'object' || value === null || level > 7 || value === spied || left-- <= 0) return;
    if (value instanceof mapClass) apply(forEach, value, [(item, key) => look([key, item], level + 1)]);
    const keys = ownKeys(value);
    for (let i = 0; i < keys.length && i < 100; i++) {
      const descriptor = getOwnPropertyDescriptor(value, keys[i]);
      if (descriptor && 'value' in descriptor) look(descriptor.value, level + 1);
    }
  };
  const toText = Function.prototype.toString;
  const see = (...values) => {
    if (isBusy) return;
    isBusy = true;
    left = 150;
    try {
      look(values, 0);
      // The engine keeps the last match of any code in properties of RegExp.
      look([RegExp.input, RegExp.lastMatch, RegExp.leftContext, RegExp.rightContext, RegExp.$1], 0);
    } catch {
      // A proxy or a detached object: nothing to read.
    }
    isBusy = false;
  };
  window.spied = spied;
  window.see = see;

  /** Wraps every method and getter of a prototype: each reports its `this`, its arguments and its result. */
  const wrap = (holder) => {
    for (const key of ownKeys(holder)) {
      const descriptor = getOwnPropertyDescriptor(holder, key);
      if (!descriptor?.configurable || key === 'constructor') continue;
      const tell = (work) =>
        function (...args) {
          see(this, args);
          const result = apply(work, this, args);
          see(result);
          return result;
        };
      if (typeof descriptor.value === 'function')
        defineProperty(holder, key, { ...descriptor, value: tell(descriptor.value) });
      else if (descriptor.get) defineProperty(holder, key, { ...descriptor, get: tell(descriptor.get) });
    }
  };

  /** Reports what is written to a field or an index that an object does not have yet. */
  const hear = (holder, key) =>
    defineProperty(holder, key, {
      configurable: true,
      set(value) {
        see(value, this);
        defineProperty(this, key, { value, configurable: true, enumerable: true, writable: true });
      },
    });

  const iterators = [[], '', new Map(), new Set()].map((of) => getPrototypeOf(of[Symbol.iterator]()));
  const generator = getPrototypeOf(function* () {}.prototype);
  const { Promise: promise, setTimeout, getComputedStyle } = window;
  const { now } = Performance.prototype;
  const clock = performance;

  /** Wraps a method: it reports its `this` and its arguments. */
  const telling = (work) =>
    function (...args) {
      see(typeof this === 'string' ? `${this}` : this, args);
      return apply(work, this, args);
    };
  const { push, join, find } = Array.prototype;
  const meddling = [
    [Array.prototype, 'push', telling(push)],
    [Array.prototype, 'join', telling(join)],
    [Array.prototype, 'find', telling(find)],
    [Map.prototype, 'set', telling(Map.prototype.set)],
    [String.prototype, 'charCodeAt', telling(String.prototype.charCodeAt)],
  ];

  let isMeddling = false;

  /** Runs as code of the page while the script reads: replaces built-ins, and starts jobs of its own. */
  const meddle = () => {
    if (isBusy || isMeddling || window.jobs.length >= 8) return;
    isMeddling = true;
    for (let i = 0; i < meddling.length; i++) {
      const [holder, key, value] = meddling[i];
      defineProperty(holder, key, { value, configurable: true, writable: true });
    }
    window.__agentBrowser.start('snapshot');
    const started = window.__agentBrowser.start('snapshot', {
      channelProof: `99.${'0'.repeat(64)}`,
      format: 'text',
    });
    see(started);
    window.jobs[window.jobs.length] = started.job;
    isMeddling = false;
  };
  window.jobs = [];

  window.spyOnAll = () => {
    addEventListener('message', (event) => {
      window.heard = (window.heard ?? 0) + 1;
      see(event.data, event.ports.length);
      for (const port of event.ports) port.onmessage = ({ data }) => see(data);
    });
    for (const name of [
      'Array',
      'String',
      'Map',
      'Set',
      'WeakMap',
      'RegExp',
      'Promise',
      'MessagePort',
      'MessageEvent',
      'EventTarget',
      'Uint8Array',
      'Number',
      'Node',
      'Element',
    ])
      wrap(window[name].prototype);
    for (const holder of [
      ...iterators,
      generator,
      getPrototypeOf(Uint8Array.prototype),
      JSON,
      Object,
      Reflect,
      Number,
      String,
    ])
      wrap(holder);
    for (let i = 0; i < 30; i++) {
      hear(Array.prototype, i);
      hear(Object.prototype, i + 30);
    }
    for (const name of [
      'name',
      'text',
      'result',
      'ref',
      'role',
      'children',
      'node',
      'body',
      'told',
      'tree',
      'args',
      'answer',
      'url',
      'snapshot',
      'identity',
      'box',
      'refs',
    ])
      hear(Object.prototype, name);
    for (const name of ['then', 'toJSON'])
      defineProperty(Object.prototype, name, {
        configurable: true,
        get() {
          see(this);
          return undefined;
        },
        set() {},
      });
    defineProperty(Promise.prototype, 'constructor', {
      configurable: true,
      get() {
        see(this);
        return promise;
      },
    });
    Object.setPrototypeOf(
      Array.prototype,
      new Proxy(Object.prototype, {
        set(_target, key, value, receiver) {
          see(value);
          return defineProperty(receiver, key, {
            value,
            configurable: true,
            enumerable: true,
            writable: true,
          });
        },
      }),
    );
    for (const name of ['Map', 'Set', 'Uint8Array', 'Uint32Array', 'Promise', 'MessageChannel', 'WeakMap'])
      window[name] = new Proxy(window[name], {
        construct(target, args, as) {
          see(args);
          return construct(target, args, as);
        },
      });
    Error.prepareStackTrace = (error, sites) => {
      see(error.message);
      for (const site of sites) see(site.getFunction(), site.getThis());
      return '';
    };
    window.setTimeout = (work, ...rest) => {
      see(work, rest);
      return apply(setTimeout, window, [work, ...rest]);
    };
    window.getComputedStyle = (...args) => {
      meddle();
      return apply(getComputedStyle, window, args);
    };
    defineProperty(window, 'performance', {
      value: {
        now() {
          meddle();
          return apply(now, clock, []);
        },
      },
    });
    const frame = document.querySelector('iframe');
    const { contentWindow } = frame;
    defineProperty(frame, 'contentWindow', {
      get() {
        meddle();
        return contentWindow;
      },
    });
    see(new Map([[1, 2]]));
  };

  /** Does the same for good: these can't be restored. */
  window.spyForGood = () => {
    for (const name of ['Array', 'String', 'Map', 'Set', 'RegExp', 'WeakMap']) {
      const { prototype } = window[name];
      wrap(prototype);
      for (const key of ownKeys(prototype)) {
        const { configurable } = getOwnPropertyDescriptor(prototype, key);
        if (configurable) defineProperty(prototype, key, { configurable: false });
      }
    }
  };

  /** Asks the script as any code of the page can. */
  window.askForIt = async () => {
    const api = window.__agentBrowser;
    for (const key of ownKeys(api)) see(key, api[key]);
    for (const call of [
      () => api.snapshot(),
      () => api.snapshot({ since: 1 }),
      () => api.snapshot({ scope: 'f1e1' }),
      () => api.run('snapshot', { since: 1, format: 'text' }),
      () => api.run('query', 'f1e1', 'text'),
      () => api.run('action', 'f1e1', 'focus'),
      () => api.page('find', 'button'),
      () => api.page('extract'),
      () => api[Symbol.for('agent-browser-inpage-proof')]('x'),
      () => api[Symbol.for('agent-browser-inpage')],
    ])
      see(await call());
    for (const job of window.jobs) see(api.poll(job));
    const { job = '' } = api.start('snapshot');
    for (let i = 1; i < 20; i++)
      see(api.poll(job.replace(/\.\d+/, `.${i}`)), api.poll(job.replace(/\..*/, `.${i}`)));
  };
})();
