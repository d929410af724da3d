import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../support/engine.ts';
import { play } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

describe('files', () => {
  const file = { name: 'a.txt', type: 'text/plain', base64: 'aGVsbG8=' };

  /** Buttons that open a file input elsewhere in the page, or in no document, or that lie below one. */
  const OPENERS = {
    'far away': `<main><button id=b onclick="f.click()">B</button></main><footer><input id=f type=file hidden><input type=file hidden></footer>`,
    'in a closed shadow root': `<main><button id=b onclick="f.click()">B</button></main><div id=host></div><script>
      const root = host.attachShadow({ mode: 'closed' });
      root.innerHTML = '<p><input type=file></p>';
      const f = root.querySelector('input');</script>`,
    'in no document': `<button id=b>B</button><script>const f = document.createElement('input'); f.type = 'file'; b.onclick = () => f.click();</script>`,
    'made by the press': `<button id=b>B</button><script>let f; b.onclick = () => { f = document.createElement('input'); f.type = 'file'; f.onchange = told; f.click(); };</script>`,
    'opened as a picker, later': `<button id=b>B</button><script>const f = document.createElement('input'); f.type = 'file'; b.onclick = () => setTimeout(() => f.showPicker(), 30);</script>`,
    'transparent and over it': `<p style="position:relative;width:90px"><button id=b>B</button><input id=f type=file style="position:absolute;inset:0;opacity:0"></p>`,
    'transparent and over its slot': `<p id=host><button id=b>B</button></p><script>
      host.attachShadow({ mode: 'open' }).innerHTML = '<div style="position:relative"><slot></slot><input type=file aria-hidden=true style="position:absolute;inset:0;opacity:0"></div>';
      const f = host.shadowRoot.querySelector('input');</script>`,
    'told of by a label around the button': `<label for=f><span id=b role=button tabindex=0>B</span></label><p><input id=f type=file hidden><input type=file hidden></p>`,
  } as const;

  it('uploads through the file input that a button opens', async () => {
    const html = `<div><button id=b onclick="f.click()">Choose</button><input id=f type=file hidden onchange="this.files[0].text().then((t) => window.got = this.files[0].name + t)"></div>`;
    await play(engine, html, async ({ run, refuse, until }) => {
      expect(await run('#b', 'upload', { files: [file] })).toMatchObject({
        verified: true,
        effect: { value: 'a.txt' },
      });
      // The browser reads the file asynchronously, in another process.
      expect(await until('window.got')).toBe('a.txthello');
      expect(await refuse('#b', 'upload', { files: [file, file] })).toMatchObject({ code: 'value_rejected' });
      expect(await refuse('#b', 'upload', { files: [{ name: 'x' }] })).toMatchObject({
        code: 'invalid_argument',
      });
      expect(await refuse('#b', 'upload')).toMatchObject({ code: 'invalid_argument', argument: 'files' });
    });
  });

  it('derives the type of a file from its extension when none is given', async () => {
    const html = `<input id=f type=file multiple><div id=z tabindex=0 style="height:20px">Zone</div><script>
      const typesOf = (files) => Array.from(files, (file) => file.type).join(' ');
      z.ondragover = (event) => event.preventDefault();
      z.ondrop = (event) => { event.preventDefault(); z.title = typesOf(event.dataTransfer.files); };</script>`;
    const names = 'a.png B.JPG c.d.svg e.docx f.MP3 png .csv g.constructor h.pdf,';
    const files = names.split(' ').map((name) => ({ name, text: 'x' }));
    files.push(Object.assign({ type: 'text/own' }, { name: 'i.png', text: 'x' }));
    const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const types = `image/png image/jpeg image/svg+xml ${office} audio/mpeg  text/csv   text/own`;
    await play(engine, html, async ({ run, state }) => {
      await run('#f', 'upload', { files });
      expect(await state('typesOf(f.files)')).toBe(types);
      await run('#z', 'drop', { files });
      expect(await state('z.title')).toBe(types);
    });
  });

  it.each(Object.entries(OPENERS))('uploads through a button whose input is %s', async (_, html) => {
    const page = `<script>let chosen = ''; const told = (event) => { chosen += event.target.files[0].name; };</script><div>${html}</div><script>
      f?.addEventListener('change', told);
      const members = () => ['click', 'showPicker'].map((name) => HTMLInputElement.prototype[name] + !!Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, name)).join();
      const before = members();
    </script>`;
    await play(engine, page, async ({ run, state }) => {
      expect(await run('#b', 'upload', { files: [file] })).toMatchObject({
        verified: true,
        effect: { value: 'a.txt' },
      });
      expect(await state('chosen')).toBe('a.txt');
      expect(await state('members() === before')).toBe(true);
      // After the upload a click of the page on a file input opens the chooser again: it is not prevented.
      expect(
        await state(`(() => {
          let prevented;
          const clicked = (event) => { prevented = event.defaultPrevented; event.preventDefault(); };
          const input = document.createElement('input');
          input.type = 'file';
          document.body.append(input);
          input.onclick = clicked;
          input.click();
          input.remove();
          return prevented;
        })()`),
      ).toBe(false);
    });
  });

  it('clicks once when no file input opens, and not at all with invalid files', async () => {
    const html = `<button id=b onclick="window.n = (window.n ?? 0) + 1">B</button><select id=s><option>A</select>`;
    await play(engine, html, async ({ refuse, state }) => {
      const error = await refuse('#b', 'upload', { files: [file], timeoutMs: 1000 });
      expect(error).toMatchObject({ code: 'no_effect', message: expect.stringContaining('was pressed') });
      expect(await state('n')).toBe(1);
      expect(await refuse('#b', 'upload', { files: [{ name: 'x' }] })).toMatchObject({
        code: 'invalid_argument',
      });
      expect(await state('n')).toBe(1);
      expect(await refuse('#s', 'upload', { files: [file] })).toMatchObject({ code: 'not_editable' });
    });
  });

  it('drops files on a drop zone, and reports when there is none', async () => {
    const html = `<div id=z tabindex=0 style="height:50px" ondragover="event.preventDefault()" ondrop="event.preventDefault(); this.textContent = event.dataTransfer.files[0].name">Drop</div><button id=b>B</button>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect(await run('#z', 'drop', { files: [file] })).toMatchObject({ verified: true });
      expect(await state('z.textContent')).toBe('a.txt');
      expect(await refuse('#b', 'drop', { files: [file] })).toMatchObject({ code: 'no_effect' });
      expect(await refuse('#b', 'drop', {})).toMatchObject({ code: 'invalid_argument' });
    });
  });

  it('gives dropped files an entry, by which pages tell files from folders', async () => {
    const html = `<div id=z tabindex=0 style="height:50px" ondragover="event.preventDefault()">Drop</div><script>
      z.ondrop = (event) => {
        event.preventDefault();
        for (const item of event.dataTransfer.items) {
          const entry = item.webkitGetAsEntry();
          if (entry && entry.isFile) entry.file((file) => { z.textContent = item.kind + ' ' + file.name; });
        }
      };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#z', 'drop', { files: [file] })).toMatchObject({ verified: true });
      expect(await state('z.textContent')).toBe('file a.txt');
    });
  });
});
