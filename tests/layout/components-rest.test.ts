import { expect } from 'vitest';
import { visits } from '../support/visitor.ts';

visits('components/react-select', { scenarios: 4, steps: 15 }, (scenario) => {
  scenario('one', async ({ act, refuse, model }) => {
    await act('combobox "Colour"', 'select', 'Green');
    expect(await refuse('combobox "Colour"', 'select', 'Grey')).toMatchObject({ code: 'option_disabled' });
    expect(await refuse('combobox "Colour"', 'select', 'Pink')).toMatchObject({
      code: 'option_not_found',
      options: ['Red', 'Green', 'Blue', 'Grey'],
    });
    expect(await model()).toMatchObject({ colour: 'green' });
    expect(await act('combobox "Colour"', 'click')).toMatch(/option "Green" \[ref=e\d+\] \[selected\]/);
    // With a mouse react-select announces the choice to screen readers too; after a touch its field loses the focus.
    expect(await act('option "Red"', 'click')).toMatch(/clickable "Red" \[ref=e\d+\]/);
    expect(await model()).toMatchObject({ colour: 'red' });
  });

  scenario('one, without a field to search in', async ({ look, act, refuse, model }) => {
    expect(await look()).toMatch(/combobox "Fixed" .*: Select\.\.\.\n/);
    await act('combobox "Fixed"', 'select', 'Blue');
    expect(await model()).toMatchObject({ fixed: 'blue' });
    expect(await refuse('combobox "Fixed"', 'select', 'Pink')).toMatchObject({ code: 'option_not_found' });
  });

  scenario('several: adds; what is chosen goes by its button', async ({ act, model }) => {
    expect(await act('combobox "Colours"', 'select', ['Red', 'Blue'])).toContain('button "Remove Blue"');
    await act('combobox "Colours"', 'select', 'Green');
    await act('button "Remove Red"', 'click');
    expect(await model()).toMatchObject({ colours: ['blue', 'green'] });
  });

  scenario('creatable and async', async ({ act, refuse, model }) => {
    expect((await refuse('combobox "Label"', 'select', 'Mauve')).options).toContain('Create "Mauve"');
    await act('combobox "Label"', 'select', 'Blue');
    expect(await model()).toMatchObject({ label: 'blue' });
    await act('combobox "Label"', 'fill', 'Mauve');
    await act('combobox "Label"', 'press', 'Enter');
    expect(await model()).toMatchObject({ label: 'Mauve' });
    await act('combobox "City"', 'select', 'Berlin');
    expect(await model()).toMatchObject({ city: 'Berlin' });
  });
});

visits('components/floating-ui', { scenarios: 2, steps: 9 }, (scenario) => {
  scenario('a menu by a press: keys, typeahead, Escape', async ({ act, result, model }) => {
    expect(await act('button "Edit"', 'click')).toMatch(/\+ menu "Edit" .*\n +\+ menuitem "Undo"/);
    expect(await result('menu "Edit"', 'press', 'r')).toMatchObject({ effect: { focus: { name: 'Redo' } } });
    expect(await act('menuitem "Redo"', 'press', 'Enter')).toContain('- menu "Edit"');
    expect(await model()).toMatchObject({ chosen: 'Redo' });
    await act('button "Edit"', 'press', 'ArrowDown');
    expect(await act('menuitem "Undo"', 'press', 'Escape')).toContain('- menu "Edit"');
    await act('button "Edit"', 'select', 'Cut');
    expect(await model()).toMatchObject({ chosen: 'Cut' });
  });

  scenario('a menu by hovering', async ({ act, model }) => {
    expect(await act('button "View"', 'hover')).toContain('+ menuitem "Zoom out"');
    expect(await act('menuitem "Zoom out"', 'click')).toContain('- menu "View"');
    expect(await model()).toMatchObject({ chosen: 'Zoom out' });
    expect(await act('button "View"', 'hover')).toContain('+ menu "View"');
  });
});

const refInRow = (text: string, row: string): string =>
  new RegExp(`: ${row}\\n.*\\[ref=(e\\d+)\\]`).exec(text)?.[1] ?? '';

visits('components/virtual-list', { scenarios: 3, steps: 9, isAnew: true }, (scenario) => {
  scenario('a row far down: scrolls until its text is there', async ({ look, act, result, ref, model }) => {
    const list = ref('scrollable');
    const scrolled = await result(list, 'scroll', { text: 'Message 420 ' });
    expect(scrolled.effect.found).toMatchObject({ name: 'Message 420' });
    await act(refInRow(await look(), 'Message 420'), 'click');
    expect(await model()).toEqual({ read: [420] });
    await act(list, 'scroll', { dy: 200_000 });
    const text = await look();
    const rows = [...text.matchAll(/: Message (7\d{3})\n/g)].map((match) => Number(match[1]));
    const middle = rows[rows.length >> 1] as number;
    await act(refInRow(text, `Message ${middle}`), 'click');
    await act(list, 'scroll', { direction: 'bottom' });
    await act(refInRow(await look(), 'Message 9999'), 'click');
    expect(await model()).toMatchObject({ read: [420, middle, 9999] });
  });

  scenario(
    'an element that is another row by now is refused',
    async ({ page, until, look, refuse, model }) => {
      const third = refInRow(await look(), 'Message 3');
      await page.run(`document.querySelector('ul').parentElement.scrollTop = 60000`);
      await until(`document.querySelector('ul').textContent.includes('Message 2003')`);
      const error = await refuse(third, 'click');
      expect(error).toMatchObject({ code: 'ref_not_found', cause: 'replaced' });
      expect(error.message).toMatch(/button "Mark as read".* of "Message 3" .* of "Message \d{4}"/);
      expect(await model()).toEqual({ read: [] });
    },
  );

  scenario(
    'so is one that becomes another row when it is scrolled to, unless it is pressed before',
    async ({ look, act, ref, result, model }) => {
      await act(ref('scrollable'), 'scroll', { dy: 30_000 });
      const text = await look();
      const first = /: Message (\d+)\n.*\[ref=(e\d+)\]/.exec(text);
      const refusal = await result(first?.[2] ?? '', 'click').then(() => undefined, String);
      if (refusal) expect(refusal).toMatch(/ref_not_found: .* now stands for something else/);
      expect(await model()).toEqual({ read: refusal ? [] : [Number(first?.[1])] });
    },
  );
});
