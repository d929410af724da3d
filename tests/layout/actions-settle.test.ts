import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../support/engine.ts';
import { play } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** A page that answers a click in eight steps of 60 ms; `places` says in which tree. */
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

describe('run waits until nothing changes', () => {
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

describe('what is no change', () => {
  it('leaves a press unknown that only writes again what stands there', async () => {
    const html = `<button id="go" title="a" onclick="title = 'b'; title = 'a'; firstChild.data = 'Go'">Go</button>`;
    await play(engine, html, async ({ run }) => {
      expect(await run('#go', 'click')).toMatchObject({ verified: 'unknown', effect: { mutations: 0 } });
    });
  });
});

describe('what a page writes anew', () => {
  const page = (change: string) => `<div id="box"></div><script>
    let model = '';
    const show = () => {
      box.innerHTML = '<input aria-label=Name><input aria-label=Other>';
      box.firstChild.value = model;
      box.firstChild.oninput = ({ target: { value } }) => { model = ${change}; show(); };
    };
    show();
  </script>`;

  it('is read back from the element that took its place', async () => {
    await play(engine, page('value'), async ({ run, refuse, state }) => {
      expect(await run('[aria-label=Name]', 'fill', 'Ada')).toMatchObject({ verified: true });
      expect(await refuse('[aria-label=Name]', 'type', 'bc')).toMatchObject({ code: 'value_rejected' });
      expect(await state('model')).toBe('Adab');
    });
  });

  it('is no proof where the new one says something else', async () => {
    await play(engine, page('value.toUpperCase()'), async ({ refuse, state }) => {
      expect(await refuse('[aria-label=Name]', 'fill', 'Ada')).toMatchObject({ code: 'value_rejected' });
      expect(await state('model')).toBe('ADA');
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
  ])('that %s is told so', async (_, text, change, right) => {
    const html = `<input id="f" oninput="clearTimeout(t); t = setTimeout(() => { value = value.${change}; }, 30)"><script>let t;</script>`;
    await play(engine, html, async ({ run, refuse }) => {
      if (right) expect(await run('#f', 'type', text)).toMatchObject({ verified: true });
      else expect(await refuse('#f', 'type', text)).toMatchObject({ code: 'value_rejected' });
    });
  });
});
