import { beforeAll, describe, expect, it } from 'vitest';
import type { ActionOk } from '../../src/contract.ts';
import { type Engine, openEngine } from '../support/engine.ts';
import { canTry } from '../support/engine-differences.ts';
import { rowsHere } from '../support/selection.ts';
import { play, runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** A page that answers a click in eight steps of 60 ms. `place` is the expression of the node that shows them. */
const page = (
  place: string,
) => `<button id="go">Go</button><div id="host"></div><iframe srcdoc="<p></p>"></iframe>
  <script>
    onload = () => {
      const out = document.createElement('button');
      (${place}).append(out);
      let step = 0;
      const next = () => {
        out.textContent = 'step ' + ++step;
        if (step < 8) setTimeout(next, 60);
      };
      go.onclick = next;
    };
  </script>`;

describe('run waits until nothing changes any more', () => {
  it.each([
    ['in the page', 'host'],
    ['in a shadow root', "host.attachShadow({ mode: 'open' })"],
    ['in a frame', 'frames[0].document.body'],
  ])('%s', async (_, place) => {
    await play(engine, page(place), async ({ run, until }) => {
      await until("typeof go.onclick === 'function'");
      const { snapshot } = await run('#go', 'click');
      expect(JSON.stringify(snapshot)).toContain('step 8');
    });
  });
});

it('says that the page is left only where it is more than a frame', async () => {
  await play(engine, '<iframe srcdoc="<a href=about:blank>Go</a>"></iframe>', async ({ page, until }) => {
    await until("!!frames[0].document.querySelector('a')");
    const { effect } = await runJob<ActionOk>(page, 'action', 'text="Go"', 'click');
    expect([effect.leaving, effect.detached]).toEqual([undefined, true]);
  });
});

/** Ways to show a button `Yes` some time after an action: the kind of the action, and the script of the page. */
const PUT_OFF = {
  'a list that is asked for when nobody types any more': [
    'type',
    `let timer;
    go.oninput = () => {
      clearTimeout(timer);
      timer = setTimeout(() => { list.innerHTML = '<button>Yes</button>' }, 500);
    };`,
  ],
  'a menu that opens where the pointer rests': [
    'hover',
    `go.onpointerover = () => {
      list.append(document.createElement('p'));
      setTimeout(() => { list.innerHTML = '<button>Yes</button>' }, 300);
    };`,
  ],
  'what a timer leaves to another one': [
    'click',
    `go.onclick = () => setTimeout(() => setTimeout(() => { list.innerHTML = '<button>Yes</button>' }, 200), 300);`,
  ],
  'what a timer that would repeat itself brings once': [
    'click',
    `go.onclick = () => {
      const timer = setInterval(() => {
        clearInterval(timer);
        list.innerHTML = '<button>Yes</button>';
      }, 300);
    };`,
  ],
  'what comes in a page that has broken its lists': [
    'click',
    `go.onclick = () => {
      Array.prototype[Symbol.iterator] = () => { throw new Error('mine'); };
      setTimeout(() => {
        setTimeout(() => {}, 100);
        list.innerHTML = '<button>Yes</button>';
      }, 100);
    };`,
  ],
  'what comes in twelve steps': [
    'click',
    `let step = 0;
    const next = () => {
      if (++step < 12) setTimeout(next, 60);
      else list.innerHTML = '<button>Yes</button>';
    };
    go.onclick = next;`,
  ],
  'what is done when there is time': [
    'click',
    `go.onclick = () => (window.requestIdleCallback ?? setTimeout)(() => { list.innerHTML = '<button>Yes</button>' }, { timeout: 500 });`,
  ],
  'what is drawn in the frame after the next one': [
    'click',
    `go.onclick = () => requestAnimationFrame(() => requestAnimationFrame(() => { list.innerHTML = '<button>Yes</button>' }));`,
  ],
  'what is left to a task once a frame was drawn, as effects are': [
    'click',
    `go.onclick = () => requestAnimationFrame(() => setTimeout(() => { list.innerHTML = '<button>Yes</button>' }));`,
  ],
  'what such an effect leaves to the next frame': [
    'click',
    `go.onclick = () => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => {
      list.innerHTML = '<button>Yes</button>';
    })));`,
  ],
  'what comes into sight in the second frame': [
    'click',
    `new IntersectionObserver(([entry]) => { if (entry.isIntersecting) list.innerHTML = '<button>Yes</button>' }).observe(late);
    go.onclick = () => requestAnimationFrame(() => requestAnimationFrame(() => { late.hidden = false }));`,
  ],
  'what comes of the size that something is drawn with': [
    'click',
    `new ResizeObserver(() => { if (go.offsetWidth > 300) list.innerHTML = '<button>Yes</button>' }).observe(go);
    go.onclick = () => { go.style.width = '400px' };`,
  ],
  'what comes into sight': [
    'click',
    `new IntersectionObserver(([entry]) => { if (entry.isIntersecting) list.innerHTML = '<button>Yes</button>' }).observe(late);
    go.onclick = () => { late.hidden = false };`,
  ],
  'what is left to tasks without a time': [
    'click',
    `const { port1, port2 } = new MessageChannel();
    let left = 5;
    port1.onmessage = () => { if (--left) port2.postMessage(0); else list.innerHTML = '<button>Yes</button>' };
    go.onclick = () => port2.postMessage(0);`,
  ],
  'what is fetched from a slow server': [
    'click',
    `fetch = () => new Promise((resolve) => setTimeout(resolve, 800));
    go.onclick = () => setTimeout(async () => {
      await fetch('/list');
      list.innerHTML = '<button>Yes</button>';
    }, 100);`,
  ],
  'what a script shows that is loaded for it': [
    'click',
    `go.onclick = () => {
      const part = document.createElement('script');
      // Engines load none of this type.
      Object.assign(part, { type: 'text/plain', src: '/part.js' });
      part.onload = () => setTimeout(() => { list.innerHTML = '<button>Yes</button>' }, 300);
      setTimeout(() => part.dispatchEvent(new Event('load')), 800);
      document.head.append(part);
    };`,
  ],
  'what a frame brings that is led to another page': [
    'click',
    `const frame = document.body.appendChild(document.createElement('iframe'));
    go.onclick = () => {
      setTimeout(() => frame.contentWindow.dispatchEvent(new Event('beforeunload')));
      setTimeout(() => {
        list.innerHTML = '<button>Yes</button>';
        frame.dispatchEvent(new Event('load'));
      }, 800);
      };`,
  ],
  'what a frame brings that is added': [
    'click',
    `go.onclick = () => {
      const box = document.createElement('div');
      box.innerHTML = '<iframe src="/part"></iframe>';
      const [frame] = box.children;
      frame.addEventListener('load', (event) => event.isTrusted && event.stopImmediatePropagation(), true);
      frame.onload = () => { list.innerHTML = '<button>Yes</button>' };
      setTimeout(() => frame.dispatchEvent(new Event('load')), 800);
      list.append(box);
    };`,
  ],
  'what a form brings that is sent into a new frame': [
    'click',
    `go.onclick = () => {
      const box = document.createElement('div');
      box.innerHTML = '<iframe></iframe>';
      document.body.append(box);
      const [frame] = box.children;
      setTimeout(() => frame.contentWindow.dispatchEvent(new Event('beforeunload')));
      setTimeout(() => {
        list.innerHTML = '<button>Yes</button>';
        frame.dispatchEvent(new Event('load'));
      }, 800);
    };`,
  ],
  'what a page of its own shows that comes in a way nobody hears of': [
    'click',
    `const [here, there] = [new BroadcastChannel('news'), new BroadcastChannel('news')];
    const worker = new Worker(URL.createObjectURL(new Blob([
      'const news = new BroadcastChannel("news"); news.onmessage = ({ data }) => data && setTimeout(() => news.postMessage(0), 400)',
    ])));
    here.onmessage = ({ data }) => { if (!data) list.innerHTML = '<button>Yes</button>' };
    go.onclick = () => {
      history.pushState(null, '', '?page=2');
      there.postMessage(1);
    };`,
  ],
  'what a server sends in pieces': [
    'click',
    `const setTimer = setTimeout;
    let pieces = 0;
    const answer = new ReadableStream({
      async pull(stream) {
        await new Promise((resolve) => setTimer(resolve, 200));
        if (++pieces < 5) stream.enqueue(pieces);
        else stream.close();
      },
    }, { highWaterMark: 0 });
    go.onclick = async () => {
      const reader = answer.getReader();
      while (!(await reader.read()).done);
      list.innerHTML = '<button>Yes</button>';
    };`,
  ],
  'what such a request brings': [
    'click',
    `XMLHttpRequest.prototype.send = function () {
      setTimeout(() => this.dispatchEvent(new ProgressEvent('loadend')), 800);
    };
    go.onclick = () => {
      const request = new XMLHttpRequest();
      request.onloadend = () => { list.innerHTML = '<button>Yes</button>' };
      request.send();
    };`,
  ],
} as const;

describe('run waits for work that the page has deferred', () => {
  const tried = Object.keys(PUT_OFF).filter(canTry) as (keyof typeof PUT_OFF)[];
  it.each(rowsHere(tried))('%s', async (name) => {
    const [kind, script] = PUT_OFF[name];
    const html = `<style>#go:hover { color: red }</style><input id="go"><div id="list"></div><p id="late" hidden>Late</p><script>onload = () => { ${script} }</script>`;
    await play(engine, html, async ({ run, until }) => {
      await until('!!(go.oninput || go.onpointerover || go.onclick)');
      const { snapshot } = await run('#go', kind, kind === 'type' ? 'ab' : undefined);
      expect(JSON.stringify(snapshot)).toContain('Yes');
    });
  });

  it.each([
    ['of a server that is slower than that', '() => new Promise(() => {})', 1],
    ['of one that has answered', '() => Promise.resolve()', undefined],
    [
      'of one that goes on to answer',
      `(() => {
        const setTimer = setTimeout;
        const pull = async (stream) => {
          await new Promise((resolve) => setTimer(resolve, 100));
          stream.enqueue(1);
        };
        const readAll = async (reader) => { while (!(await reader.read()).done); };
        return async () => void readAll(new ReadableStream({ pull }).getReader());
      })()`,
      1,
    ],
  ])('reports how many requests are still pending: %s', async (_, fetch, awaiting) => {
    const html = `<button id="go">Go</button><script>fetch = ${fetch}; go.onclick = () => fetch('/list')</script>`;
    await play(engine, html, async ({ run, until }) => {
      await until('!!go.onclick');
      const { effect } = await run('#go', 'click');
      expect(effect?.awaiting).toBe(awaiting);
    });
  });

  it.each([
    ['where it shows nothing else', ''],
    ['and where it shows something', 'go.title = "Pressed";'],
  ])('waits for the message of a worker after a click, %s', async (_, too) => {
    const html = `<button id="go">Go</button><div id="list"></div><script>
      const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = ({ data }) => setTimeout(() => postMessage(data), data)'])));
      worker.onmessage = ({ data }) => {
        if (data) list.innerHTML = '<button>Yes</button>';
        else go.onclick = () => { ${too} worker.postMessage(300) };
      };
      worker.postMessage(0);
    </script>`;
    await play(engine, html, async ({ run, until }) => {
      await until('!!go.onclick');
      const { snapshot, ...result } = await run('#go', 'click');
      expect(result).toMatchObject({ ok: true, verified: true });
      expect(JSON.stringify(snapshot)).toContain('Yes');
    });
  });

  it.each([
    ['a socket of the engine', 'class extends EventTarget'],
    ['a class of the page in its place', 'class'],
  ])('sends what the page sends over %s, and waits for the answer', async (_, kind) => {
    // The first message is the answer; nobody waits for the one after it.
    const html = `<button id="go">Go</button><div id="list"></div><script>
      WebSocket = ${kind} {
        send(data) {
          setTimer(() => {
            list.innerHTML = '<button>' + data + '</button>';
            this.dispatchEvent?.(new MessageEvent('message'));
          }, 300);
        }
      };
      const setTimer = setTimeout;
      setTimeout = () => {};
      const socket = new WebSocket();
      go.onclick = () => { go.title = 'Pressed'; socket.send('Yes') };
    </script>`;
    await play(engine, html, async ({ run, until }) => {
      await until('!!go.onclick');
      const { snapshot } = await run('#go', 'click');
      expect(JSON.stringify(snapshot)).toContain('Yes');
    });
  });

  // When that frame ends the timer is overdue but has not run: another frame may come first.
  it.each(rowsHere([7, 8, 9]))(
    'waits for a timer that is late because the page blocks frame %i',
    async (frame) => {
      const html = `<button id="go">Go</button><div id="list"></div><script>
      onload = () => {
        go.onclick = () => {
          setTimeout(() => { list.innerHTML = '<button>Yes</button>' }, 300);
          let frames = 0;
          requestAnimationFrame(function next() {
            const start = Date.now();
            if (++frames === ${frame}) while (Date.now() - start < 500);
            else requestAnimationFrame(next);
          });
        };
      };
    </script>`;
      await play(engine, html, async ({ run, until }) => {
        await until('!!go.onclick');
        const { snapshot } = await run('#go', 'click');
        expect(JSON.stringify(snapshot)).toContain('Yes');
      });
    },
  );

  const PATCHED_FUNCTIONS =
    '[setTimeout, setInterval, requestAnimationFrame, fetch, XMLHttpRequest.prototype.send, Response.prototype.json]';

  it.each([
    ['one action', ['click'], {}],
    ['actions under way at the same time', ['click', 'dblclick', 'hover'], {}],
    ['hooks that were there before', ['click'], { network: true }],
  ])('restores the functions of the page on release: %s', async (_, kinds, hooks) => {
    const html = `<button id="go">Go</button><script>onload = () => { window.own = ${PATCHED_FUNCTIONS} }</script>`;
    await play(engine, html, async ({ page, ref, state, until }) => {
      await until('!!window.own');
      const el = await ref('#go');
      await page.json('page', 'hooks', hooks);
      await Promise.all(kinds.map((kind) => runJob(page, 'action', el, kind)));
      await page.json('page', 'release');
      expect(await state(`${PATCHED_FUNCTIONS}.every((fn, i) => fn === own[i])`)).toBe(true);
    });
  });
});

describe('run does not wait for what went on before', () => {
  it.each([
    ['a counter', 'setInterval(() => { out.textContent = ++count; }, 100)'],
    [
      'a counter that sets its timer anew',
      '(function tick() { out.textContent = ++count; setTimeout(tick, 100); })()',
    ],
    [
      'a loop of frames that goes on after many promises',
      '(async function draw() { for (let i = 0; i < 200; i++) await 0; count++; requestAnimationFrame(draw); })()',
    ],
    [
      'a stream that is read',
      `const stream = new ReadableStream({ start(pieces) { setInterval(() => pieces.enqueue(1), 100) } });
      (async function read(reader) { for (;;) { await reader.read(); out.textContent = ++count; } })(stream.getReader())`,
    ],
    ['a spinner', '(function turn() { out.style.rotate = ++count + "deg"; requestAnimationFrame(turn); })()'],
  ])('%s', async (_, script) => {
    const html = `<button id="go">Go</button><p id="out"></p><script>let count = 0; onload = () => { ${script} }</script>`;
    await play(engine, html, async ({ page, ref, state, until }) => {
      await until('count > 2');
      const el = await ref('#go');
      await runJob(page, 'action', el, 'click');
      const before = await state<number>('count');
      await runJob(page, 'action', el, 'click');
      // An action takes at most three seconds, in which the counter would advance by 30, the spinner by more.
      expect((await state<number>('count')) - before).toBeLessThan(25);
    });
  });
});

describe('run learns what repeats without end', () => {
  it('a timer that sets itself again and changes nothing', async () => {
    const html = `<button id="go">Go</button><script>
      let count = 0, timer;
      const look = () => { count++; timer = setTimeout(look, 100); };
      onload = () => { go.onclick = () => { clearTimeout(timer); look(); } };
    </script>`;
    await play(engine, html, async ({ run, state, until }) => {
      await until('!!go.onclick');
      await run('#go', 'click');
      // An action takes at most three seconds, in which the timer would run 30 times.
      expect(await state('count')).toBeLessThan(25);
    });
  });

  it('an interval, such as that of a blinking caret', async () => {
    const html = `<button id="go">Go</button><p id="out"></p><script>
      let count = 0, timer;
      const blink = () => { out.textContent = ++count % 2 ? 'Shown' : ''; };
      // However slow the machine is: who does not wait for it has gone on before so many frames.
      const frame = requestAnimationFrame, every = setInterval;
      let frames = 0;
      const late = (call) => frame(() => (++frames > 60 ? call() : late(call)));
      setInterval = (call, ms) => (count < 0 ? late(call) : every(call, ms));
      onload = () => { go.onclick = () => { go.title += 'x'; clearInterval(timer); timer = setInterval(blink, 600); } };
    </script>`;
    await play(engine, html, async ({ run, state, until }) => {
      await until('!!go.onclick');
      expect(JSON.stringify(await run('#go', 'click'))).toContain('Shown');
      await until('count > 3');
      await state('clearInterval(timer), count = -100, out.textContent = ""');
      expect(JSON.stringify(await run('#go', 'click'))).not.toContain('Shown');
    });
  });
});

/** Pages that open something by animation. What opens shows a button `Yes`. */
const OPENING = {
  'a dialog behind a backdrop whose transition is over': `<style>#back { position: fixed; inset: 0; display: none; opacity: 0; pointer-events: none; transition: opacity .3s }</style>
    <div id="back"></div><dialog id="box"><button>Yes</button></dialog><script>
    go.onclick = () => {
      back.style.display = 'block';
      void back.offsetWidth;
      back.style.opacity = '.5';
      back.ontransitionend = () => box.show();
    };
  </script>`,
  'a layer of icons without a text': `<style>#box { opacity: 0; visibility: hidden; transition: opacity .3s steps(1) } #box.on { opacity: 1; visibility: visible }</style>
    <div id="box"><button aria-label="Yes"></button></div><script>
    go.onclick = () => { box.className = 'on'; };
  </script>`,
  'a box of a shadow root that holds a slot alone': `<div id="host"><button>Yes</button></div><script>
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = '<style>section { display: none }</style><section><slot></slot></section>';
    go.onclick = () => {
      const box = root.querySelector('section');
      box.style.display = 'block';
      box.animate([{ visibility: 'hidden' }, { visibility: 'hidden' }], { duration: 400 });
    };
  </script>`,
  'a shadow root that came with the press': `<div id="host"></div><script>
    go.onclick = () => {
      host.innerHTML = '<button>Yes</button>';
      const root = host.attachShadow({ mode: 'open' });
      root.innerHTML = '<section><slot></slot></section>';
      root.firstChild.animate([{ visibility: 'hidden' }, { visibility: 'hidden' }], { duration: 400 });
    };
  </script>`,
  'what comes when something has faded out from frame to frame': `<p id="box">Old</p><script>
    go.onclick = () => {
      let left = 30;
      const step = () => {
        box.style.opacity = --left / 30;
        if (left) requestAnimationFrame(step);
        else box.outerHTML = '<button>Yes</button>';
      };
      requestAnimationFrame(step);
    };
  </script>`,
  'what comes when the hole in a veil of a drawing has moved from frame to frame': `<svg style="position: fixed; inset: 0; width: 100%; height: 100%; pointer-events: none"><path id="hole" fill-opacity=".1" /></svg><p id="box"></p><script>
    go.onclick = () => {
      let left = 30;
      const step = () => {
        hole.setAttribute('d', 'M0 0h' + 9 * left + 'v90z');
        if (left--) requestAnimationFrame(step);
        else box.innerHTML = '<button>Yes</button>';
      };
      requestAnimationFrame(step);
    };
  </script>`,
  'what fades in when the time of its transition is over': `<style>#box { display: none; opacity: 0; transition: opacity .3s }</style>
    <div id="box"><button>Yes</button></div><script>
    go.onclick = () => {
      box.style.display = 'block';
      setTimeout(() => { box.style.opacity = '1'; }, 300);
    };
  </script>`,
} as const;

describe('run reports what opens by animation', () => {
  it.each(rowsHere(Object.entries(OPENING)))('%s', async (_, html) => {
    await play(engine, `<button id="go">Go</button>${html}`, async ({ run }) => {
      const { snapshot } = await run('#go', 'click');
      expect(JSON.stringify(snapshot)).toContain('"Yes"');
    });
  });

  it('by an animation whose start time is rounded differently from the time of its frame', async () => {
    const html = `<button id="go">Go</button><p id="box">Old</p><script>
      const log = [];
      const tell = (what) => log.push([what, performance.now(), document.timeline.currentTime]);
      go.focus();
      go.onkeydown = () => {
        const fade = box.animate([{ opacity: 1 }, { opacity: 0 }], 300);
        fade.startTime = document.timeline.currentTime - 0.05;
        fade.onfinish = () => { tell('finish'); box.outerHTML = '<button>Yes</button>'; };
        tell('key');
      };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      const { snapshot, effect } = await run('#go', 'press', 'Escape');
      const details = JSON.stringify([snapshot, effect, await state('[log, performance.now()]')]);
      expect(JSON.stringify(snapshot), details).toContain('"Yes"');
    });
  });
});

describe('run does not wait for', () => {
  /**
   * The page sets its title to "over" after 850 ms and 40 frames, both at least: an action that waits for the row
   * ends later, one that does not ends before, even on a slow machine.
   */
  it.each([
    [
      'an animation without an end',
      'go.animate([{ opacity: 0.4 }, { opacity: 1 }], { duration: 900, iterations: Infinity })',
    ],
    ['a ripple', 'mark.animate([{ opacity: 0.4 }, { opacity: 1 }], 900)'],
    [
      'what stands at nothing and holds nothing',
      "mark.style.cssText = 'opacity: 0; transition: opacity .9s'",
    ],
    // As the scheduler of zone.js does: the first of the two cancels the other.
    [
      'a frame that was called off',
      'const timer = setTimeout(() => cancelAnimationFrame(frame)); const frame = requestAnimationFrame(() => clearTimeout(timer))',
    ],
    ['a timer that was called off', 'clearTimeout(setTimeout(() => {}, 590))'],
  ])('%s', async (_, does) => {
    const html = `<style>#mark { display: block; width: 20px; height: 20px }</style><button id="go">Go<span id="mark"></span></button><script>
      go.onclick = () => {
        // What a click on a touch screen does without an effect is done again by touch.
        go.title += 'x';
        ${does};
        const end = Date.now() + 850;
        let frames = 0;
        const next = () => {
          if (++frames > 40 && Date.now() > end) document.title = 'over';
          else requestAnimationFrame(next);
        };
        next();
      };
    </script>`;
    await play(engine, html, async ({ run }) => {
      const { snapshot } = await run('#go', 'click');
      expect(snapshot?.meta.title).not.toBe('over');
    });
  });
});

describe('a change that leaves everything as it was', () => {
  it('is reported as "unknown": the same attribute and text are written again', async () => {
    const html = `<button id="go" title="a" onclick="title = 'b'; title = 'a'; firstChild.data = 'Go'">Go</button>`;
    await play(engine, html, async ({ run }) => {
      expect(await run('#go', 'click')).toMatchObject({ verified: 'unknown', effect: { mutations: 0 } });
    });
  });

  /** As frameworks do that compare their markup with the page. */
  const REMOVES =
    "for (const el of document.querySelectorAll('[data-agent-ref]')) el.removeAttribute('data-agent-ref');";

  it('is reported as "unknown": the page removes attributes that it does not know', async () => {
    await play(engine, `<button id="go" onclick="${REMOVES}">Go</button>`, async ({ run }) => {
      expect(await run('#go', 'click')).toMatchObject({ verified: 'unknown', effect: { mutations: 0 } });
    });
  });

  it("is not the page's own attribute whose name begins as those of the script", async () => {
    const html = `<button id="go" onclick="document.body.setAttribute('data-agent-state', 'busy')">Go</button>`;
    await play(engine, html, async ({ run }) => {
      expect(await run('#go', 'click')).toMatchObject({ verified: true, effect: { mutations: 1 } });
    });
  });

  it('is not what run waits for after a change of the URL', async () => {
    const html = `<a id="go" href="#/b">B</a><p id="out"></p><script>
      const later = setTimeout;
      addEventListener('popstate', () => { ${REMOVES} });
      addEventListener('hashchange', () => later(() => { out.textContent = 'Arrived'; }, 200));
    </script>`;
    await play(engine, html, async ({ run }) => {
      const { snapshot } = await run('#go', 'click');
      expect(JSON.stringify(snapshot)).toContain('Arrived');
    });
  });
});

/** Clocks that run since before the first action. */
const CLOCKS = {
  'with frames that it asks for by a function of its own':
    'const frame = requestAnimationFrame; const go = () => { tick(); frame(go); }; go();',
  'with each frame': 'const go = () => { tick(); requestAnimationFrame(go); }; go();',
  'with a quick interval': 'setInterval(tick, 16);',
  'by messages': `const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { tick(); setTimeout(() => port2.postMessage(0), 30); };
    port2.postMessage(0);`,
};

describe('changes that the page makes by itself', () => {
  const page = (clock: string, more = ''): string =>
    `<style>button:hover { color: red }</style><button id="go">Go</button><p id="out"></p><p id="time"></p><script>
      let count = 0;
      const tick = () => { time.textContent = ++count; };
      {${clock}}
      ${more}
    </script>`;

  it.each(rowsHere(Object.entries(CLOCKS)))(
    'are not attributed to the action: a clock %s',
    async (_, clock) => {
      await play(engine, page(clock), async ({ run, until }) => {
        await until('count > 2');
        for (let time = 0; time < 3; time++)
          expect(await run('#go', 'click')).toMatchObject({ verified: 'unknown' });
      });
    },
  );

  it('do not hide the change of a click that is drawn in the next frame', async () => {
    const draws = `let pressed = 0, drawn = 0;
      go.onclick = () => { pressed++; };
      const draw = () => { if (drawn < pressed) out.textContent = ++drawn; requestAnimationFrame(draw); };
      draw();`;
    await play(engine, page('setInterval(tick, 50);', draws), async ({ run, until }) => {
      await until('count > 2');
      for (let time = 0; time < 3; time++)
        expect(await run('#go', 'click')).toMatchObject({ verified: true });
    });
  });

  it('are not looked for where the field itself shows what a key has done', async () => {
    const html = `<input id="go" value="a" onkeydown="frame(() => { out.append(this.value); this.value = ''; count(); })">
      <p id="out"></p><script>
        const frame = requestAnimationFrame;
        let frames = 0;
        const count = () => { frames++; frame(count); };
      </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#go', 'press', 'Enter')).toMatchObject({ verified: true, effect: { value: '' } });
      // To see whether a change goes on without the action takes ten frames.
      expect(await state<number>('frames')).toBeLessThan(8);
    });
  });

  it('are not waited for: the load of a hidden frame, which may be a download', async () => {
    const html = `<button id="go">Go</button><div id="list"></div><script>go.onclick = () => {
      list.innerHTML = '<iframe hidden src="/part"></iframe>';
      list.firstChild.addEventListener('load', (event) => event.stopImmediatePropagation(), true);
      setTimeout(() => { list.innerHTML = '<p>Late</p>' }, 1500);
    }</script>`;
    await play(engine, html, async ({ run }) => {
      const { snapshot } = await run('#go', 'click');
      expect(JSON.stringify(snapshot)).not.toContain('Late');
    });
  });

  it('are not waited for: a clock that sets timers by messages', async () => {
    await play(engine, page(CLOCKS['by messages']), async ({ run, state, until }) => {
      await until('count > 2');
      await run('#go', 'click');
      const before = await state<number>('count');
      await run('#go', 'click');
      // An action takes at most three seconds, in which the clock would tick about a hundred times.
      expect((await state<number>('count')) - before).toBeLessThan(50);
    });
  });
});

describe('an element that the page replaces', () => {
  const page = (change: string) => `<div id="box"></div><script>
    let model = '';
    const show = () => {
      box.innerHTML = '<input aria-label=Name><input aria-label=Other>';
      box.firstChild.value = model;
      box.firstChild.oninput = ({ target: { value } }) => { model = ${change}; show(); };
    };
    show();
  </script>`;

  it('is read back from its replacement', async () => {
    await play(engine, page('value'), async ({ run, refuse, state }) => {
      expect(await run('[aria-label=Name]', 'fill', 'Ada')).toMatchObject({ verified: true });
      expect(await refuse('[aria-label=Name]', 'type', 'bc')).toMatchObject({ code: 'value_rejected' });
      expect(await state('model')).toBe('Adab');
    });
  });

  it('is rejected with another value in the replacement, and "unknown" with the same in upper case', async () => {
    await play(engine, page("value.replace('d', 'x')"), async ({ refuse, state }) => {
      expect(await refuse('[aria-label=Name]', 'fill', 'Ada')).toMatchObject({ code: 'value_rejected' });
      expect(await state('model')).toBe('Axa');
    });
    await play(engine, page('value.toUpperCase()'), async ({ run, state }) => {
      const outcome = { verified: 'unknown', effect: { value: 'ADA', detached: true } };
      expect(await run('[aria-label=Name]', 'fill', 'Ada')).toMatchObject(outcome);
      expect(await state('model')).toBe('ADA');
    });
  });

  it('is found again by the text beside it when several have no name', async () => {
    const html = `<ul id="list"></ul><script>
      const model = [['Milk', false], ['Eggs', false], ['Tea', true]];
      const show = () => {
        model.sort((a, b) => a[1] - b[1]);
        list.innerHTML = model.map(([name, done]) => '<li><input type=checkbox' + (done ? ' checked> ' : '> ') + name).join('');
        list.querySelectorAll('input').forEach((box, i) => { box.onchange = () => { model[i][1] = box.checked; show(); }; });
      };
      show();
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      const outcome = { verified: true, effect: { checked: true, detached: true } };
      expect(await run('input', 'check')).toMatchObject(outcome);
      expect(await state('String(model)')).toBe('Eggs,false,Milk,true,Tea,true');
    });
  });

  it('is not mistaken for another one that was there before', async () => {
    const html = `<div id="box"><input type="checkbox" aria-label="Pick" onchange="this.remove()"><input type="checkbox" aria-label="Pick"></div>`;
    await play(engine, html, async ({ run }) => {
      expect(await run('input', 'check')).toMatchObject({ verified: 'unknown', effect: { detached: true } });
    });
  });
});

describe('a mask', () => {
  it.each([
    ['keeps all', '555', "replace(/^(...)/, '($1) ')", true],
    ['loses a sign', '-5', "replace('-', '')", false],
    ['loses a point', 'a.b', "replace('.', '')", false],
    ['changes the case', 'ab', 'toUpperCase()', true],
    ['adds letters', 'ab', "replace(/$/, 'x')", false],
  ])('that %s is reported as "unknown" or value_rejected', async (_, text, change, right) => {
    const html = `<input id="f" oninput="clearTimeout(t); t = setTimeout(() => { value = value.${change}; }, 30)"><script>let t;</script>`;
    await play(engine, html, async ({ run, refuse }) => {
      if (right) expect(await run('#f', 'type', text)).toMatchObject({ verified: 'unknown' });
      else expect(await refuse('#f', 'type', text)).toMatchObject({ code: 'value_rejected' });
    });
  });
});
