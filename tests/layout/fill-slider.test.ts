import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../support/engine.ts';
import { play } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** An ARIA slider from 0 to 1000 at 20. `script` handles the keys, and moves the slider with `by`. */
const slider = (script: string, attributes = ''): string =>
  `<div id=s role=slider tabindex=0 aria-label=S aria-valuemin=0 aria-valuemax=1000 aria-valuenow=20 ${attributes} style="width:50px;height:20px"></div>
  <button id=b>Other</button>
  <script>
    let v = 20, keys = [];
    const show = () => { s.setAttribute('aria-valuenow', v); if ('value' in s) s.value = v; };
    const by = (n) => { v += n; show(); };
    document.addEventListener('keydown', (event) => keys.push(event.key + '@' + event.target.id), true);
    ${script}
  </script>`;

const ARROW_STEPS = '{ ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key] ?? 0';

interface Move {
  what: string;
  html: string;
  to: string;
  value: string;
  /** The greatest number of keys that the fill may send. */
  keys?: number;
}

const MOVES: readonly Move[] = [
  {
    what: 'that answers Right and Left only',
    html: slider('s.onkeydown = (event) => by({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0)'),
    to: '25',
    value: '25',
  },
  {
    what: 'that goes from right to left',
    html: slider('s.onkeydown = (event) => by({ ArrowRight: -1, ArrowLeft: 1 }[event.key] ?? 0)'),
    to: '15',
    value: '15',
  },
  {
    what: 'whose Down key is more',
    html: slider(
      's.onkeydown = (event) => by({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0, event.preventDefault())',
    ).replace('ArrowDown: 1 }', 'ArrowDown: 1, ArrowRight: 1, ArrowLeft: -1 }'),
    to: '23',
    value: '23',
  },
  {
    what: 'whose value is set in a later task',
    html: slider(`s.onkeydown = (event) => { const n = ${ARROW_STEPS}; setTimeout(() => by(n), 20); }`),
    to: '25',
    value: '25',
  },
  {
    what: 'whose value is shown in a later frame',
    html: slider(`s.onkeydown = (event) => { v += ${ARROW_STEPS}; requestAnimationFrame(show); }`),
    to: '17',
    value: '17',
  },
  {
    what: 'that listens a task after it has got the focus',
    html: slider(
      `s.onfocus = () => setTimeout(() => { s.onkeydown = (event) => by(${ARROW_STEPS}); }); s.onblur = () => { s.onkeydown = null; }`,
    ),
    to: '22',
    value: '22',
  },
  {
    what: 'that takes the focus late',
    html: slider(
      `const { focus } = HTMLElement.prototype; s.focus = () => setTimeout(() => focus.call(s), 50); b.focus(); s.onkeydown = (event) => by(${ARROW_STEPS})`,
    ),
    to: '22',
    value: '22',
  },
  {
    what: 'whose steps do not add up',
    html: slider(`s.onkeydown = (event) => by(${ARROW_STEPS.replace(/1/g, '.1')})`),
    to: '21',
    value: '21.000000000000014',
  },
  {
    what: 'that knows Page Up and Page Down',
    html: slider(`s.onkeydown = (event) => by({ PageUp: 50, PageDown: -50 }[event.key] ?? ${ARROW_STEPS})`),
    to: '777',
    value: '777',
    keys: 50,
  },
  {
    what: 'that Page Up leads beyond',
    html: slider(`s.onkeydown = (event) => by({ PageUp: 50, PageDown: -50 }[event.key] ?? ${ARROW_STEPS})`),
    to: '268',
    value: '268',
    keys: 12,
  },
  {
    what: 'that knows End',
    html: slider(`s.onkeydown = (event) => event.key === 'End' ? by(1000 - v) : by(${ARROW_STEPS})`),
    to: '1000',
    value: '1000',
    keys: 5,
  },
  {
    what: 'that knows arrows only, far away',
    html: slider(`s.onkeydown = (event) => by(${ARROW_STEPS})`),
    to: '400',
    value: '400',
  },
  {
    what: 'a spinbutton that is no field',
    html: slider(`s.onkeydown = (event) => by(${ARROW_STEPS})`).replace('role=slider', 'role=spinbutton'),
    to: '18',
    value: '18',
  },
  {
    what: 'a spinbutton that is a read-only field',
    html: slider(`s.onkeydown = (event) => by(${ARROW_STEPS})`).replace(
      '<div id=s role=slider',
      '<input id=s readonly value=20 role=spinbutton',
    ),
    to: '18',
    value: '18',
  },
];

describe('fill moves a slider by keys', () => {
  it.each(MOVES)('$what', async ({ html, to, value, keys }) => {
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#s', 'fill', to)).toMatchObject({ verified: true, effect: { value } });
      expect(await state("s.getAttribute('aria-valuenow')")).toBe(value);
      expect(await state("keys.filter((key) => !key.endsWith('@s'))")).toEqual([]);
      if (keys) expect(await state<number>('keys.length')).toBeLessThanOrEqual(keys);
    });
  });

  it('has tried all sliders', () => {
    expect(MOVES.length).toBe(14);
  });
});

describe('a slider that can not reach the value', () => {
  it('is reported with its value and as moved', async () => {
    await play(
      engine,
      slider(`s.onkeydown = (event) => by(5 * (${ARROW_STEPS}))`),
      async ({ refuse, state }) => {
        const { code, observed, message } = await refuse('#s', 'fill', { text: '33' });
        const now = await state("s.getAttribute('aria-valuenow')");
        expect([code, observed, Math.abs(Number(now) - 33) < 5]).toEqual(['value_rejected', now, true]);
        expect(message).toMatch(/slider "S" .+ came to 3\d and no nearer to 33\. It was moved from 20\./);
      },
    );
  });

  it('is reported as not moved', async () => {
    await play(engine, slider(''), async ({ refuse }) => {
      expect((await refuse('#s', 'fill', { text: '33' })).message).toMatch(
        /came to 20 .+ It was not moved\./,
      );
    });
  });

  it('gets no key when the focus goes to another element', async () => {
    const html = slider("s.onfocus = () => b.focus(); b.onkeydown = () => { document.title = 'pressed'; }");
    await play(engine, html, async ({ refuse, state }) => {
      const { code, message } = await refuse('#s', 'fill', { text: '33' });
      expect(code).toBe('value_rejected');
      expect(message).toMatch(/is at 20 and does not have the focus: that is on button "Other".+not moved/);
      expect(await state('[keys, document.title]')).toEqual([[], '']);
    });
  });

  it('gets no further key when the focus is taken from it', async () => {
    const html = slider(`s.onkeydown = (event) => { by(${ARROW_STEPS}); if (v === 22) b.focus(); }`);
    await play(engine, html, async ({ refuse, state }) => {
      expect((await refuse('#s', 'fill', { text: '33' })).message).toMatch(/is at 22 .+ moved from 20/);
      expect(await state('keys')).toEqual(['ArrowUp@s', 'ArrowUp@s']);
    });
  });

  it('gets no arrow keys that would leave a spinbutton', async () => {
    await play(engine, slider('').replace('role=slider', 'role=spinbutton'), async ({ refuse, state }) => {
      await refuse('#s', 'fill', { text: '33' });
      expect(await state('keys')).toEqual(['ArrowUp@s']);
    });
  });
});

describe('a spinbutton of a date without a value, or with words', () => {
  const PART = `<div id=s role=spinbutton tabindex=0 contenteditable aria-label=month aria-valuemin=1 aria-valuemax=12 aria-valuenow=11 aria-valuetext=Empty>mm</div>
    <script>
      let month, keys = [];
      s.onkeydown = (event) => {
        event.preventDefault();
        const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (!by) return;
        keys.push(event.key);
        month = month ? month + by : 11;
        s.setAttribute('aria-valuenow', month);
        s.setAttribute('aria-valuetext', month);
        s.textContent = month;
      };
    </script>`;
  it.each([
    [7, PART],
    [11, PART],
    [12, PART],
    // Without aria-valuenow until a key is pressed.
    [7, PART.replace(' aria-valuenow=11', '')],
    [11, PART.replace(' aria-valuenow=11', '')],
  ])('is set to %d', async (to, html) => {
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#s', 'fill', String(to))).toMatchObject({ verified: true });
      expect(await state('month')).toBe(to);
    });
  });

  it('is reported with its aria-valuetext when it has no number', async () => {
    await play(engine, PART.replace(' aria-valuenow=11', ''), async ({ refuse }) => {
      expect(await refuse('#s', 'fill', '13')).toMatchObject({ code: 'value_rejected', observed: 'Empty' });
    });
  });

  it('is set to a number in its own digits or in ASCII digits', async () => {
    const html = `<div id=s role=spinbutton tabindex=0 aria-label=Y aria-valuemin=1300 aria-valuemax=1500 aria-valuenow=1405>۱۴۰۵</div>
      <script>
        let v = 1405, keys = 0;
        s.onkeydown = (event) => {
          keys++;
          v += { ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0;
          s.setAttribute('aria-valuenow', v);
          s.textContent = String(v).replace(/[0-9]/g, (n) => '۰۱۲۳۴۵۶۷۸۹'[n]);
        };
      </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#s', 'fill', '1405')).toMatchObject({ verified: true });
      expect(await state('[v, keys]')).toEqual([1405, 0]);
      expect(await run('#s', 'fill', '۱۴۰۷')).toMatchObject({ verified: true });
      expect(await state('[v, keys]')).toEqual([1407, 2]);
    });
  });

  it('is set to a word when its aria-valuetext is a word', async () => {
    const html = `<div id=s role=spinbutton tabindex=0 aria-label=AM/PM aria-valuemin=0 aria-valuemax=12 aria-valuenow=0 aria-valuetext=AM>AM</div>
      <script>
        s.onkeydown = (event) => {
          if (!/^Arrow/.test(event.key)) return;
          const isLate = s.textContent === 'AM';
          s.textContent = isLate ? 'PM' : 'AM';
          s.setAttribute('aria-valuetext', s.textContent);
          s.setAttribute('aria-valuenow', isLate ? 12 : 0);
        };
      </script>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect(await run('#s', 'fill', 'pm')).toMatchObject({ verified: true });
      expect(await state('s.textContent')).toBe('PM');
      expect(await refuse('#s', 'fill', { text: 'noon' })).toMatchObject({
        code: 'value_rejected',
        observed: 'PM',
      });
      expect(await state('s.textContent')).toBe('PM');
    });
  });
});

describe('a focusable separator', () => {
  it('is moved by keys', async () => {
    const html = slider(
      's.onkeydown = (event) => by({ ArrowRight: 10, ArrowLeft: -10 }[event.key] ?? 0)',
    ).replace('role=slider', 'role=separator');
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#s', 'fill', '50')).toMatchObject({ verified: true });
      expect(await state('v')).toBe(50);
    });
  });
});

describe('a spinbutton that is a text field is typed into', () => {
  const field = `<input id=s role=spinbutton aria-label=S aria-valuenow=0 aria-valuemin=0 aria-valuemax=9999 value=0>
    <script>
      let arrows = 0;
      s.oninput = () => s.setAttribute('aria-valuenow', parseFloat(s.value) || 0);
      s.onkeydown = (event) => { if (/^Arrow/.test(event.key)) arrows++; };
    </script>`;
  it.each(['1500', '12.5', ''])('%j', async (text) => {
    await play(engine, field, async ({ run, state }) => {
      expect(await run('#s', text ? 'fill' : 'clear', text || undefined)).toMatchObject({ verified: true });
      expect(await state('[s.value, arrows]')).toEqual([text, 0]);
    });
  });
});

/** A slider for the pointer: `script` moves it with `at(clientX or clientY)`. */
const drawn = (script: string, { css = '', handle = '' } = {}): string =>
  `<style>#t { position: absolute; left: 60px; top: 60px; width: 200px; height: 10px; background: #ccc; touch-action: none }
    #s { position: absolute; width: 20px; height: 20px; margin: -5px -10px; background: #06c } ${css}</style>
  <div id=t><div id=s role=slider aria-label=S aria-valuemin=0 aria-valuemax=100 ${handle}></div></div><script>
    let v = 30;
    const show = (n) => { v = Math.min(100, Math.max(0, Math.round(n))); s.setAttribute('aria-valuenow', v); place(v / 100); };
    let place = (part) => { s.style.left = part * 200 + 'px'; };
    const at = (x) => show((x - 60) / 2);
    ${script}
    show(v);
  </script>`;

const HOLD = `let held; s.onmousedown = () => { held = true; }; document.onmouseup = () => { held = false; };
  document.onmousemove = (event) => held && at(event.clientX);`;

const POINTER_MOVES: readonly Move[] = [
  {
    what: 'whose track is clicked',
    html: drawn('t.onclick = (event) => at(event.clientX)'),
    to: '55',
    value: '55',
  },
  { what: 'whose handle is held', html: drawn(HOLD), to: '82', value: '82' },
  { what: 'that is pulled to its end', html: drawn(HOLD), to: '100', value: '100' },
  {
    what: 'that grows to the left',
    html: drawn(
      't.onclick = (event) => show((260 - event.clientX) / 2); place = (part) => { s.style.left = 200 - part * 200 + "px"; }',
    ),
    to: '70',
    value: '70',
  },
  {
    what: 'that grows to the left, from its middle',
    html: drawn(
      't.onclick = (event) => show((260 - event.clientX) / 2); place = (part) => { s.style.left = 200 - part * 200 + "px"; }; v = 50',
    ),
    to: '70',
    value: '70',
  },
  {
    what: 'that grows to the left as its text does, by its handle, from its middle',
    html: drawn(
      `${HOLD.replace('at(event.clientX)', 'show((260 - event.clientX) / 2)')} place = (part) => { s.style.left = 200 - part * 200 + "px"; }; v = 50; document.dir = 'rtl'`,
    ),
    to: '80',
    value: '80',
  },
  {
    what: 'that stands upright',
    html: drawn(
      't.onclick = (event) => show(100 - (event.clientY - 60) / 2); place = (part) => { s.style.top = 200 - part * 200 + "px"; }',
      {
        css: '#t { width: 10px; height: 200px } #s { margin: -10px -5px }',
      },
    ),
    to: '45',
    value: '45',
  },
  {
    what: 'whose handle is moved by how far a hand goes, at half its speed',
    html: drawn(
      'let from; s.onpointerdown = (event) => { from = [event.clientX, v]; s.setPointerCapture(event.pointerId); }; s.onpointerup = () => { from = undefined; }; s.onpointermove = (event) => from && show(from[1] + (event.clientX - from[0]) / 4)',
    ),
    to: '60',
    value: '60',
  },
  {
    what: 'to a place between the steps of its keys',
    html: drawn(
      't.onclick = (event) => at(event.clientX); s.onkeydown = ({ key }) => show(v + ({ ArrowUp: 10, ArrowDown: -10 }[key] || 0))',
      { handle: 'tabindex=0' },
    ),
    to: '55',
    value: '55',
  },
];

describe('fill moves a slider by the pointer where it has no keys for the value', () => {
  it.each(POINTER_MOVES)('$what', async ({ html, to, value }) => {
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#s', 'fill', to)).toMatchObject({ verified: true, effect: { value } });
      expect(await state('s.getAttribute("aria-valuenow")')).toBe(value);
    });
  });

  it('one of two thumbs, and not the other', async () => {
    const other =
      '<div id=o role=slider aria-label=O aria-valuemin=0 aria-valuemax=100 aria-valuenow=90 style="position:absolute;left:180px;width:20px;height:20px"></div>';
    const html = drawn(
      `${HOLD} t.insertAdjacentHTML('beforeend', '${other}'); t.onclick = (event) => { if (event.target === t) o.setAttribute('aria-valuenow', 1); };`,
    );
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#s', 'fill', '50')).toMatchObject({ verified: true });
      expect(await state('[s, o].map((el) => Number(el.getAttribute("aria-valuenow")))')).toEqual([50, 90]);
    });
  });

  it('as near as the pointer can, and reports the value reached', async () => {
    const html = drawn(
      'const near = (n) => { s.setAttribute("aria-valuenow", n.toFixed(2)); s.style.left = n * 2 + "px"; }; t.onclick = (event) => near((event.clientX - 60) / 2 + 0.1)',
    );
    await play(engine, html, async ({ run }) => {
      expect(await run('#s', 'fill', '55')).toMatchObject({
        verified: 'unknown',
        effect: { value: '55.1' },
      });
    });
  });

  it('and is rejected when the pointer does not move it either', async () => {
    await play(engine, drawn(''), async ({ refuse }) => {
      expect(await refuse('#s', 'fill', '50')).toMatchObject({ code: 'value_rejected', observed: '30' });
    });
  });
});
