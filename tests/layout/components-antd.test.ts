import { expect } from 'vitest';
import { visits } from '../support/visitor.ts';

visits('more/antd-entry', { scenarios: 8, steps: 35 }, (scenario) => {
  scenario('Select: one; its options are not what its ARIA says', async ({ act, refuse, model }) => {
    const opened = await act('combobox "Person"', 'click');
    expect(opened).toMatch(/\+ clickable "Tom" \[ref=e\d+\] \[disabled\]/);
    expect(await refuse('clickable "Tom"', 'click', { timeoutMs: 0 })).toMatchObject({ code: 'not_enabled' });
    expect(await act('clickable "Lucy"', 'click')).toContain('- clickable');
    expect(await model()).toMatchObject({ person: 'lucy' });
    await act('combobox "Person"', 'select', 'Yiming');
    expect(await model()).toMatchObject({ person: 'yiming' });
    const options = ['Jack', 'Lucy', 'Tom', 'Yiming'];
    expect(await refuse('combobox "Person"', 'select', 'Nobody')).toMatchObject({ options });
    expect(await refuse('combobox "Person"', 'select', 'Tom')).toMatchObject({ code: 'option_disabled' });
    await act('combobox "Searched"', 'select', 'Lucy');
    expect(await model()).toMatchObject({ searched: 'lucy' });
    // Where there is a mouse the Clear button is shown only under the pointer.
    await act('combobox "Searched"', 'hover');
    expect(await act('button "Clear"', 'click')).toContain('Find somebody');
  });

  scenario('Select: several, tags', async ({ act, result, model }) => {
    expect(await result('combobox "Team"', 'select', ['Jack', 'Lucy'])).toMatchObject({ verified: true });
    expect(await model()).toMatchObject({ team: ['jack', 'lucy'] });
    await act('combobox "Team"', 'select', ['Yiming', 'Lucy']);
    expect(await model()).toMatchObject({ team: ['lucy', 'yiming'] });
    await act('combobox "Tags"', 'select', ['red', 'green']);
    expect(await model()).toMatchObject({ tags: ['red', 'green'] });
  });

  scenario('Select: 500 options, a dozen in the DOM', async ({ act, model }) => {
    await act('combobox "Item"', 'select', 'Item 321');
    expect(await model()).toMatchObject({ item: 321 });
    await act('combobox "Item"', 'select', 'Item 299');
    expect(await model()).toMatchObject({ item: 299 });
  });

  scenario('Cascader', async ({ act, model }) => {
    expect(await act('combobox "Place"', 'click')).toContain('menuitemcheckbox "Jiangsu right"');
    expect(await act('menuitemcheckbox "Jiangsu right"', 'click')).toContain('+ menuitemcheckbox "Nanjing"');
    await act('menuitemcheckbox "Nanjing"', 'click');
    expect(await model()).toMatchObject({ place: ['jiangsu', 'nanjing'] });
  });

  scenario('TreeSelect', async ({ act, model }) => {
    expect(await act('combobox "Food"', 'click')).toMatch(/treeitem "caret-down Fruit" .*\[expanded=false\]/);
    expect(await act('clickable "caret-down"', 'click')).toContain('treeitem "Apple"');
    await act('treeitem "Apple"', 'click');
    expect(await model()).toMatchObject({ food: 'apple' });
    await act('combobox "Food"', 'select', 'Bread');
    expect(await model()).toMatchObject({ food: 'bread' });
  });

  scenario('DatePicker and TimePicker', async ({ act, model }) => {
    await act('textbox "Day"', 'fill', '2026-03-14');
    await act('textbox "Day"', 'press', 'Enter');
    expect(await model()).toMatchObject({ day: '2026-03-14' });
    expect(await act('textbox "Day"', 'click')).toContain('cell "17"');
    await act('cell "17"', 'click');
    expect(await model()).toMatchObject({ day: '2026-03-17' });
    await act('textbox "Hour"', 'fill', '12:30:15');
    await act('button "OK"', 'click');
    expect(await model()).toMatchObject({ hour: '12:30:15' });
  });

  scenario('InputNumber and AutoComplete', async ({ act, model }) => {
    await act('spinbutton "Amount"', 'fill', '7');
    await act('spinbutton "Amount"', 'press', 'ArrowUp');
    // The combobox has autocomplete="new-password" against suggestions of the browser, but its value is no secret.
    expect(await act('combobox "Mail"', 'fill', 'ada')).toMatch(/combobox "Mail" .*: ada/);
    await act('clickable "ada@qq.com"', 'click');
    expect(await model()).toMatchObject({ amount: 8, mail: 'ada@qq.com' });
  });

  scenario('Switch, Slider, Upload', async ({ act, model }) => {
    await act('switch "Power"', 'check');
    await act('slider "Heat"', 'fill', '45');
    await act('slider "Heat"', 'press', 'ArrowRight');
    await act('button "Choose a file"', 'upload', { files: [{ name: 'a.txt', text: 'hi' }] });
    expect(await model()).toMatchObject({ power: true, heat: 46, file: 'a.txt' });
  });
});

visits('more/antd-layers', { scenarios: 5, steps: 21 }, (scenario) => {
  scenario('Modal', async ({ act, ref, refuse, model }) => {
    const bin = ref('button "Empty the bin"');
    expect(await act('button "Open modal"', 'click')).toMatch(/\n\+ dialog "Terms" .*\[modal\]/);
    expect(await refuse(bin, 'click', { timeoutMs: 0 })).toMatchObject({
      code: 'element_blocked',
      blocker: { role: 'dialog', name: 'Terms' },
      blockerActions: [{ name: 'Close' }, { name: 'Cancel' }, { name: 'Agree' }],
    });
    await act('textbox "Name"', 'fill', 'Ada');
    await act('button "Agree"', 'click');
    expect(await model()).toMatchObject({ modal: false, name: 'Ada', agreed: true });
    await act('button "Open modal"', 'click');
    await act('button "Close"', 'click');
    expect(await model()).toMatchObject({ modal: false });
  });

  scenario('Dropdown: by hovering, with a menu in the menu', async ({ act, model }) => {
    expect(await act('button "Hover me"', 'hover')).toMatch(/menuitem "Not now" \[ref=e\d+\] \[disabled\]/);
    expect(await act('menuitem "More right"', 'hover')).toContain('+ menuitem "Export"');
    await act('menuitem "Export"', 'click');
    expect(await model()).toMatchObject({ chosen: 'export' });
  });

  scenario('Popconfirm and Tabs', async ({ act, model }) => {
    expect(await act('button "Empty the bin"', 'click')).toContain('Really?');
    expect(await act('button "Cancel"', 'click')).not.toContain('+ ');
    await act('button "Empty the bin"', 'click');
    await act('button "OK"', 'click');
    expect(await act('tab "Profile"', 'click')).toContain('Profile content');
    expect(await model()).toMatchObject({ cancelled: 1, confirmed: 1, tab: 'Profile' });
  });

  scenario('Transfer', async ({ act, model }) => {
    await act('clickable "Bread"', 'click');
    await act('button "right"', 'click');
    expect(await model()).toMatchObject({ basket: ['bread'] });
  });

  scenario('Table: sorts, selects, turns pages, deletes a row', async ({ act, look, model }) => {
    await act('checkbox "Select row 2"', 'check');
    expect(await model()).toMatchObject({ rows: [1] });
    expect(await act('clickable "Age"', 'click')).toContain('columnheader "Age"');
    expect(await model()).toMatchObject({ order: 'ascend' });
    expect(await act('clickable "2"', 'click')).toContain('row "Person 1 27"');
    expect(await model()).toMatchObject({ page: 2 });
    const inRow = /row "Person 8 26"[\s\S]*?button "Delete" \[ref=(e\d+)\]/.exec(await look())?.[1] ?? '';
    expect(await act(inRow, 'click')).toContain('Delete Person 8?');
    expect(await act('button "OK"', 'click')).toContain('- row "Person 8 26"');
    expect(await model()).toMatchObject({ gone: [8] });
  });
});
