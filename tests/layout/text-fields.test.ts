import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../support/engine.ts';
import { NUMBER_AFTER_LETTERS, UNKNOWN_TYPES } from '../support/engine-differences.ts';
import { IS_FULL, some } from '../support/selection.ts';
import { play, runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** The value of a type of input after each kind of action, or the code of the error. */
interface Row {
  type: string;
  /** The text that is filled in. */
  text: string;
  clear: string;
  /** A text that is typed after the fill, and the value then. */
  typed: readonly [text: string, holds: string];
  /** A key, and the value after it. */
  press: readonly [key: string, holds: string];
}

const TYPED: readonly Row[] = [
  ['text', 'old text', 'er', 'Backspace'],
  ['search', 'old text', 'er', 'Backspace'],
  ['tel', '+49 30 12', '34', 'Backspace'],
  ['password', 'hunter', '2!', 'Backspace'],
  ['url', 'https://a.example/', 'x?y', 'Backspace'],
  ['email', 'a@b.exampl', 'e', 'Backspace'],
  ['number', '12', '3', 'Backspace'],
  ['textarea', 'one\ntwo', '\n3', 'Backspace'],
].map(([type = '', text = '', more = '', key = '']) => ({
  type,
  text,
  clear: '',
  typed: [more, text + more],
  press: [key, (text + more).slice(0, -1)],
}));

const WHOLE: readonly Row[] = [
  ['date', '2026-01-31', ''],
  ['month', '2026-01', ''],
  ['week', '2026-W05', ''],
  ['time', '13:45', ''],
  ['datetime-local', '2026-01-31T13:45', ''],
  ['color', '#1e90ff', 'value_rejected'],
  ['range', '70', 'value_rejected'],
]
  .filter(([type = '']) => !UNKNOWN_TYPES.includes(type))
  .map(([type = '', text = '', clear = '']) => ({
    type,
    text,
    clear,
    typed: ['1', 'not_editable'],
    press: type === 'range' ? ['ArrowRight', '71'] : ['F6', text],
  }));

const NO_TEXT = ['button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'file'];

/**
 * Places of a field: the markup around it, and the expression `f` that finds it. FULL=1 tries all of them, else only
 * the last is tried.
 */
const ALL_PLACES = {
  page: { around: (field: string) => field, f: 'document.getElementById("f")' },
  shadow: {
    around: (field: string) =>
      `<x-host id=h></x-host><script>h.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(field)}</script>`,
    f: 'h.shadowRoot.getElementById("f")',
  },
  frame: {
    around: (field: string) =>
      `<iframe id=i srcdoc="${field.replace(/"/g, '&quot;').replace(/\n/g, '&#10;')}"></iframe>`,
    f: 'i.contentDocument.getElementById("f")',
  },
};

const PLACES = Object.entries(ALL_PLACES).slice(IS_FULL ? 0 : -1);

const markup = (type: string, attributes = ''): string =>
  type === 'textarea'
    ? `<textarea id=f aria-label=F ${attributes}></textarea>`
    : `<input id=f type=${type} aria-label=F ${attributes}>`;

interface Called {
  ok: boolean;
  verified?: unknown;
  error?: { code: string; message: string; observed?: string };
  effect?: Record<string, unknown>;
}

/** Acts on the field named F by its ref in the snapshot, as a model does. */
const onPage = async <T>(
  html: string,
  f: string,
  use: (
    call: (kind: string, payload?: unknown, verb?: 'run' | 'action') => Promise<Called>,
    state: <S>(expression: string) => Promise<S>,
  ) => Promise<T>,
): Promise<T> =>
  play(engine, html, async ({ page, state, until }) => {
    await until(`typeof ${f} === 'object' && ${f} !== null`);
    await page.run(`(() => {
      const { ownerDocument: doc } = ${f};
      window.heard = [];
      for (const type of ['beforeinput', 'input', 'change', 'blur'])
        ${f}.addEventListener(type, (event) => heard.push(type + (event.isTrusted ? '' : '*')));
    })()`);
    const { refs } = await state<{ refs: Record<string, { ref: string; name?: string }> }>(
      'window.__agentBrowser.snapshot()',
    );
    const ref = Object.values(refs).find(({ name }) => name?.split(':')[0] === 'F')?.ref;
    if (!ref) throw new Error('Nothing is called F');
    return use(
      (kind, payload, verb = 'run') =>
        verb === 'run'
          ? runJob<Called>(page, 'action', ref, kind, payload)
          : page.json<Called & Record<string, unknown>>('action', ref, kind, payload),
      state,
    );
  });

const outcome = ({ ok, verified, error }: Called): unknown => (ok ? verified : error?.code);

describe.concurrent.each(PLACES)('in a %s', (_, { around, f }) => {
  it.each([...TYPED, ...WHOLE])('$type', async ({ type, text, clear, typed, press }) => {
    for (const verb of ['run', 'action'] as const) {
      await onPage(around(markup(type)), f, async (call, state) => {
        const value = () => state(`${f}.value`);
        expect(['fill', outcome(await call('fill', text, verb)), await value()]).toEqual([
          'fill',
          true,
          text,
        ]);
        const more = await call('type', typed[0], verb);
        const after = typed[1] === 'not_editable' ? text : typed[1];
        expect(['type', outcome(more), await value()]).toEqual([
          'type',
          typed[1] === 'not_editable' ? 'not_editable' : true,
          after,
        ]);
        const pressed = await call('press', press[0], verb);
        expect(['press', pressed.ok, await value()]).toEqual(['press', true, press[1]]);
        if (after === press[1]) expect(pressed.verified).toBe('unknown');
        else if (type !== 'password') expect(pressed.verified).toBe(true);
        const cleared = await call('clear', undefined, verb);
        expect(['clear', outcome(cleared), await value()]).toEqual([
          'clear',
          clear || true,
          clear ? press[1] : '',
        ]);
      });
    }
  });

  it.each(NO_TEXT)('%s takes no text', async (type) => {
    await onPage(around(markup(type)), f, async (call) => {
      for (const kind of ['fill', 'type', 'clear'])
        expect(outcome(await call(kind, { ...(kind !== 'clear' && { text: 'x' }), timeoutMs: 0 }))).toBe(
          'not_editable',
        );
    });
  });

  it.each(some([...TYPED, ...WHOLE], 3))('$type, read-only or disabled', async ({ type, text }) => {
    for (const [attribute, code] of [
      ['readonly', 'not_editable'],
      ['disabled', 'not_enabled'],
    ] as const) {
      if (attribute === 'readonly' && /color|range/.test(type)) continue;
      await onPage(around(markup(type, attribute)), f, async (call, state) => {
        const before = await state(`${f}.value`);
        for (const kind of ['fill', 'type', 'clear']) {
          const result = await call(kind, { ...(kind !== 'clear' && { text }), timeoutMs: 0 });
          const wanted =
            kind === 'type' && WHOLE.some((row) => row.type === type) ? /^not_/ : new RegExp(code);
          expect(outcome(result)).toMatch(wanted);
        }
        expect([await state(`${f}.value`), await state('heard')]).toEqual([before, []]);
      });
    }
  });
});

it('has tried every type of input', () => {
  const types = [...TYPED, ...WHOLE].map(({ type }) => type).concat(NO_TEXT, 'hidden');
  expect(new Set(types).size).toBe(22 + 1 - UNKNOWN_TYPES.length);
});

it('does not list a hidden input, which nobody can fill', async () => {
  await play(engine, '<input type=hidden id=f aria-label=F value=1>', async ({ state }) => {
    expect(
      await state('Object.keys(window.__agentBrowser.snapshot({ interactiveOnly: false }).refs)'),
    ).toEqual([]);
  });
});

describe('a change event is sent once', () => {
  const field =
    '<form onsubmit="event.preventDefault()"><input id=f aria-label=F value=old><button>Go</button></form>';
  const f = 'document.getElementById("f")';
  const CASES: readonly [what: string, steps: readonly (readonly [string, unknown?])[], heard: string[]][] = [
    ['by blur, after a fill', [['fill', 'new'], ['blur']], ['beforeinput*', 'input', 'change', 'blur']],
    ['by blur, after typing', [['type', 'x'], ['blur']], ['beforeinput*', 'input', 'change', 'blur']],
    [
      'by Enter, not again on blur',
      [['type', 'x'], ['press', 'Enter'], ['blur']],
      ['beforeinput*', 'input', 'beforeinput*', 'change*', 'blur'],
    ],
    [
      'by blur, after two fills',
      [['fill', 'new'], ['fill', 'newer'], ['blur']],
      ['beforeinput*', 'input', 'beforeinput*', 'input', 'change', 'blur'],
    ],
    [
      'by blur, after a fill and more that is typed',
      [['fill', 'new'], ['type', 'x'], ['blur']],
      ['beforeinput*', 'input', 'beforeinput*', 'input', 'change', 'blur'],
    ],
    ['not at all for the same text', [['fill', 'old'], ['blur']], ['blur']],
  ];
  it.each(CASES)('%s', async (_, steps, heard) => {
    await onPage(field, f, async (call, state) => {
      for (const [kind, payload] of steps) await call(kind, payload);
      expect(await state('heard')).toEqual(heard);
    });
  });
});

describe('the caret and the history of a field', () => {
  const f = 'document.getElementById("f")';
  it('are after a fill behind the text, and can undo it', async () => {
    for (const type of ['text', 'textarea', 'number', 'email']) {
      await onPage(
        markup(type, 'value=1').replace('></textarea>', '>1</textarea>'),
        f,
        async (call, state) => {
          await call('fill', '23');
          const caret = await state(`[${f}.selectionStart, ${f}.selectionEnd]`);
          expect([type, caret]).toEqual([type, /text/.test(type) ? [2, 2] : [null, null]]);
          await call('type', '4');
          expect([type, await state(`${f}.value`)]).toEqual([type, '234']);
          for (let i = 0; i < 3 && (await state(`${f}.value`)) !== '1'; i++) await call('press', 'Control+Z');
          expect([type, await state(`${f}.value`)]).toEqual([type, '1']);
        },
      );
    }
  });

  it('let typed text replace the selection, in many scripts', async () => {
    await onPage('<input id=f aria-label=F value="one two">', f, async (call, state) => {
      await call('selectText', { text: 'one' });
      expect(outcome(await call('type', '日本語 é👩‍👩‍👧 שלום'))).toBe(true);
      expect(await state(`${f}.value`)).toBe('日本語 é👩‍👩‍👧 שלום two');
    });
  });

  it('let typing continue in the field that the page creates anew for each key and focuses', async () => {
    const html = `<div id=box></div><script>
      const draw = (value, place) => {
        box.innerHTML = '<input id=f aria-label=F>';
        f.value = value;
        f.oninput = () => draw(f.value, f.selectionStart);
        if (place !== undefined) { f.focus(); f.setSelectionRange(place, place); }
      };
      draw('on');
    </script>`;
    await onPage(html, f, async (call, state) => {
      expect(outcome(await call('type', 'ward'))).toBe(true);
      expect(await state(`${f}.value`)).toBe('onward');
    });
  });

  it('are updated before timers that the page sets on keydown', async () => {
    const html = '<input id=f aria-label=F onkeydown="setTimeout(() => { this.title = this.value })">';
    await onPage(html, f, async (call, state) => {
      expect(outcome(await call('type', 'ab'))).toBe(true);
      expect(await state(`${f}.title`)).toBe('ab');
    });
  });
});

describe('a field that restricts its text', () => {
  const f = 'document.getElementById("f")';
  interface Restriction {
    what: string;
    html: string;
    step: readonly [kind: string, payload: unknown];
    result: unknown;
    value: string;
    observed?: string;
  }
  const phone =
    "const d = this.value.replace(/[^0-9]/g, '').slice(0, 6); this.value = d.length > 3 ? d.slice(0, 3) + '-' + d.slice(3) : d";
  const RESTRICTIONS: readonly Restriction[] = [
    {
      what: 'a mask that moves the caret takes what is typed',
      html: `<input id=f aria-label=F oninput="${phone}">`,
      step: ['type', '123456'],
      result: 'unknown',
      value: '123-456',
    },
    {
      what: 'digits only: letters are refused before they are there',
      html: '<input id=f aria-label=F value=1 onbeforeinput="if (/[^0-9]/.test(event.data || \'\')) event.preventDefault()">',
      step: ['fill', 'ab'],
      result: 'value_rejected',
      value: '1',
      observed: '1',
    },
    {
      what: 'maxlength, typed',
      html: '<input id=f aria-label=F value=abc maxlength=4>',
      step: ['type', 'de'],
      result: 'value_rejected',
      value: 'abc',
      observed: 'abc',
    },
    {
      what: 'a field that takes nothing that is typed',
      html: '<input id=f aria-label=F value=abc onkeydown="event.preventDefault()">',
      step: ['type', 'de'],
      result: 'value_rejected',
      value: 'abc',
      observed: 'abc',
    },
    {
      what: 'marks that are taken away again',
      html: `<input id=f aria-label=F value=1 oninput="this.value = this.value.replace(/[^0-9]/g, '')">`,
      step: ['type', '--'],
      result: 'value_rejected',
      value: '1',
      observed: '1',
    },
    {
      what: 'letters typed into a number field',
      html: '<input id=f type=number aria-label=F value=7>',
      step: ['type', 'ab'],
      result: 'value_rejected',
      value: NUMBER_AFTER_LETTERS,
      observed: NUMBER_AFTER_LETTERS,
    },
  ];
  it.each(RESTRICTIONS)('$what', async ({ html, step, result, value, observed }) => {
    await onPage(html, f, async (call, state) => {
      const given = await call(...step);
      expect([outcome(given), await state(`${f}.value`)]).toEqual([result, value]);
      if (observed !== undefined) expect(given.error?.observed).toBe(observed);
    });
  });

  it.each([
    ['a pattern', '<input id=f aria-label=F pattern="[0-9]+">', 'abc'],
    ['a maximum', '<input id=f aria-label=F type=number max=10>', '11'],
    ['a minimum', '<input id=f aria-label=F type=date min=2026-01-01>', '2025-12-31'],
    ['a step', '<input id=f aria-label=F type=number step=5>', '3'],
    ['an address', '<input id=f aria-label=F type=email>', 'nobody'],
  ])('takes a value that %s forbids, and is listed as invalid', async (_, html, text) => {
    await onPage(html, f, async (call, state) => {
      const result = await call('fill', text);
      expect([outcome(result), await state(`${f}.value`)]).toEqual([true, text]);
      expect(JSON.stringify((result as { snapshot?: unknown }).snapshot)).toContain('"invalid":true');
    });
  });

  it('has tried all restrictions', () => {
    expect(RESTRICTIONS.length).toBe(6);
  });
});
