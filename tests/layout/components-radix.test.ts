import { expect } from 'vitest';
import { visits } from '../support/visitor.ts';

visits('components/radix-layers', { scenarios: 11, steps: 47 }, (scenario) => {
  scenario('Dialog: opens, is modal, saves and closes', async ({ act, model, look }) => {
    expect(await look()).toMatch(/button "Edit profile" \[ref=e\d+\] \[expanded=false\] \[haspopup=dialog\]/);
    const dialog = await act('button "Edit profile"', 'click');
    expect(dialog).toMatch(/- dialog "Profile" \[ref=e\d+\] \[modal\]:/);
    expect(dialog).not.toContain('button "Archive"');
    await act('textbox "Name"', 'fill', 'Grace');
    await act('button "Save"', 'click');
    expect(await act('button "Close"', 'click')).toContain('- dialog "Profile"');
    expect(await model()).toMatchObject({ dialog: false, name: 'Grace', saved: 1 });
  });

  scenario(
    'Dialog: covers the rest, and says by what it is left',
    async ({ act, ref, refuse, result, model }) => {
      const archive = ref('button "Archive"');
      const opened = await result('button "Edit profile"', 'click');
      expect(opened.effect).toMatchObject({ expanded: true, dialog: { role: 'dialog', name: 'Profile' } });
      const error = await refuse(archive, 'click', { timeoutMs: 0 });
      expect(error).toMatchObject({
        code: 'element_blocked',
        blocker: { role: 'dialog', name: 'Profile' },
        blockerActions: [{ name: 'Save' }, { name: 'Close', ref: ref('button "Close"') }],
      });
      const closed = await act('textbox "Name"', 'press', 'Escape');
      expect(closed).toContain('- dialog "Profile"');
      expect(await model()).toMatchObject({ dialog: false });
    },
  );

  scenario('AlertDialog: cancels, then confirms', async ({ act, model }) => {
    const dialog = await act('button "Delete account"', 'click');
    expect(dialog).toMatch(/alertdialog "Are you sure\?" \[ref=e\d+\] \[modal\]/);
    expect(dialog).toContain('paragraph: It can not be undone.');
    await act('button "Cancel"', 'click');
    expect(await model()).toMatchObject({ alert: false, deleted: 0 });
    await act('button "Delete account"', 'click');
    expect(await act('button "Yes, delete"', 'click')).toContain('- alertdialog "Are you sure?"');
    expect(await model()).toMatchObject({ alert: false, deleted: 1 });
  });

  scenario('DropdownMenu: items, states, a submenu', async ({ act, refuse, result, model }) => {
    const menu = await act('button "Actions"', 'click');
    expect(menu).toContain('menuitemcheckbox "Ruler"');
    expect(menu).toMatch(/menuitem "Paste" \[ref=e\d+\] \[disabled\]/);
    expect(await refuse('menuitem "Paste"', 'click', { timeoutMs: 0 })).toMatchObject({
      code: 'not_enabled',
    });
    const checked = await result('menuitemcheckbox "Ruler"', 'check');
    expect(checked.effect.detached).toBe(true);
    expect(await act('button "Actions"', 'click')).toMatch(
      /menuitemcheckbox "Ruler" \[ref=e\d+\] \[checked\]/,
    );
    expect(await act('menuitem "Share"', 'click')).toMatch(/\+ menu "Share".*\n +\+ menuitem "By mail"/);
    await act('menuitem "By mail"', 'click');
    await act('button "Actions"', 'click');
    await act('menuitemradio "200 %"', 'check');
    expect(await model()).toMatchObject({ menu: false, ruler: true, zoom: '200', chosen: 'mail' });
  });

  scenario('DropdownMenu: select, keys and Escape', async ({ act, refuse, model }) => {
    const { ruler } = await model();
    await act('button "Actions"', 'select', 'Copy');
    expect(await model()).toMatchObject({ menu: false, chosen: 'copy' });
    const missing = await refuse('button "Actions"', 'select', 'Print');
    expect(missing).toMatchObject({
      code: 'option_not_found',
      options: ['Copy', 'Paste', 'Ruler', '100 %', '200 %', 'Share'],
    });
    await act('button "Actions"', 'press', 'ArrowDown');
    await act('menuitem "Copy"', 'press', 'ArrowDown');
    await act('menuitemcheckbox "Ruler"', 'press', 'Enter');
    await act('button "Actions"', 'click');
    await act('menu "Actions"', 'press', 'Escape');
    expect(await model()).toMatchObject({ menu: false, ruler: !ruler, chosen: 'copy' });
  });

  scenario('Toast: appears as a status, acts and goes', async ({ act, page, model }) => {
    // Radix removes its announcement for screen readers after a second; on a busy machine an action may take longer.
    await page.run(`const own = window.setTimeout;
      window.setTimeout = (go, ms, ...given) => own(go, ms === 1000 ? 60_000 : ms, ...given);`);
    const shown = await act('button "Archive"', 'click');
    expect(shown).toMatch(/\+ status \[live=assertive\]/);
    expect(await act('button "Undo"', 'click')).not.toContain('+ ');
    expect(await model()).toMatchObject({ toast: false, undone: 1 });
    await act('button "Archive"', 'click');
    await act('button "Dismiss"', 'click');
    expect(await model()).toMatchObject({ toast: false, undone: 1 });
  });

  scenario('Popover: next to a page that can still be used', async ({ act, model }) => {
    const opened = await act('button "Dimensions"', 'click');
    expect(opened).toMatch(/\+ dialog "Dimensions" \[ref=e\d+\]:/);
    await act('textbox "Width"', 'fill', '250');
    expect(await act('button "Done"', 'click')).toContain('- dialog "Dimensions"');
    await act('button "Dimensions"', 'click');
    // A click outside closes the popover.
    expect(await act('button "Archive"', 'click')).toContain('- dialog "Dimensions"');
    expect(await model()).toMatchObject({ popover: false, width: '250', toast: true });
  });

  scenario('Tooltip and HoverCard: come late, and can be used', async ({ act, result, model }) => {
    expect(await act('button "Add"', 'hover')).toContain('+ tooltip "Add to library"');
    const card = await result('link "@ada"', 'hover');
    expect(card).toMatchObject({ verified: true });
    expect(card.text).toContain('Ada Lovelace, mathematician');
    await act('button "Follow"', 'click');
    expect(await model()).toMatchObject({ followed: 'ada', card: true });
    await act('button "Archive"', 'hover');
    expect(await model()).toMatchObject({ card: false, tooltip: false });
  });

  scenario('ContextMenu: opens by the right button', async ({ act, model }) => {
    expect(await act('clickable "Photo"', 'contextmenu')).toContain('menuitem "Rotate"');
    await act('menuitem "Crop"', 'click');
    expect(await model()).toMatchObject({ context: false, chosen: 'crop' });
  });

  scenario('ContextMenu: opens by a long press', async ({ act, model }) => {
    expect(await act('clickable "Photo"', 'longpress', { ms: 800 })).toContain('menuitem "Rotate"');
    await act('menuitem "Rotate"', 'tap');
    expect(await model()).toMatchObject({ context: false, chosen: 'rotate' });
  });

  scenario('NavigationMenu: opens by a press and by hovering', async ({ act, model }) => {
    expect(await act('button "Products"', 'click')).toContain('+ link "Products news"');
    await act('link "Products news"', 'click');
    expect(await model()).toMatchObject({ visited: 'Products news' });
    expect(await act('button "Company"', 'hover')).toContain('+ link "Company news"');
    await act('link "Company news"', 'click');
    expect(await model()).toMatchObject({ visited: 'Company news' });
  });
});

visits('components/radix-forms', { scenarios: 4, steps: 23 }, (scenario) => {
  scenario(
    'Select: by label, value, position; lists what there is',
    async ({ act, result, refuse, model }) => {
      const chosen = await result('combobox "Fruit"', 'select', 'Banana');
      expect(chosen).toMatchObject({ verified: true, effect: { selected: ['Banana'] } });
      expect(chosen.text).toContain('~ combobox "Fruit"');
      expect(await model()).toMatchObject({ fruit: 'banana' });
      expect(await refuse('combobox "Fruit"', 'select', 'Cherry')).toMatchObject({
        code: 'option_not_found',
        options: ['Apple', 'Banana', 'Blueberry', 'Grapes', 'Pineapple'],
      });
      expect(await refuse('combobox "Fruit"', 'select', 'Grapes')).toMatchObject({
        code: 'option_disabled',
        options: ['Apple', 'Banana', 'Blueberry', 'Pineapple'],
      });
      await act('combobox "Fruit"', 'select', { index: 4 });
      expect(await model()).toMatchObject({ fruit: 'pineapple' });
      await act('combobox "Fruit"', 'select', { value: 'blueberry' });
      expect(await model()).toMatchObject({ fruit: 'blueberry' });
      // Step by step, as by a model that does not know the kind `select`.
      expect(await act('combobox "Fruit"', 'click')).toMatch(/option "Blueberry" \[ref=e\d+\] \[selected\]/);
      await act('option "Apple"', 'click');
      expect(await model()).toMatchObject({ fruit: 'apple' });
    },
  );

  scenario('Switch, Checkbox, RadioGroup', async ({ act, look, refuse, model }) => {
    expect(await look()).toMatch(/checkbox "All" \[ref=e\d+\] \[checked=mixed\]/);
    await act('switch "Flight mode"', 'check');
    await act('checkbox "Accept terms"', 'check');
    await act('checkbox "All"', 'check');
    await act('radio "Compact"', 'check');
    expect(await model()).toMatchObject({ flight: true, terms: true, all: true, density: 'compact' });
    await act('switch "Flight mode"', 'uncheck');
    await act('checkbox "All"', 'setChecked', false);
    expect(await refuse('radio "Compact"', 'uncheck')).toMatchObject({ code: 'not_checkable' });
    expect(await model()).toMatchObject({ flight: false, all: false, density: 'compact' });
  });

  scenario('Slider: fill, keys, drag, two thumbs', async ({ act, refuse, model }) => {
    await act('slider "Volume"', 'fill', '70');
    expect(await model()).toMatchObject({ volume: [70], committed: [70] });
    await act('slider "Volume"', 'press', 'ArrowLeft');
    await act('slider "Volume"', 'drag', { dx: -45, dy: 0 });
    expect(await model()).toMatchObject({ volume: [40], committed: [40] });
    await act('slider "Least"', 'fill', '250');
    expect(await model()).toMatchObject({ price: [250, 800] });
    expect(await refuse('slider "Least"', 'fill', '5000')).toMatchObject({ code: 'value_rejected' });
  });

  scenario('Tabs and Accordion', async ({ act, refuse, model }) => {
    const tab = await act('tab "Password"', 'click');
    expect(tab).toMatch(/\+ tabpanel "Password".*\n +\+ textbox "New password" \[type=password\]/);
    expect(await refuse('tab "Billing"', 'click', { timeoutMs: 0 })).toMatchObject({ code: 'not_enabled' });
    expect(await act('button "Returns"', 'click')).toContain('+ region "Returns": All about returns.');
    await act('button "Shipping"', 'press', 'Enter');
    expect(await model()).toMatchObject({ tab: 'password', section: 'Shipping' });
  });
});
