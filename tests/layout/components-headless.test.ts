import { expect } from 'vitest';
import { visits } from '../support/visitor.ts';

const PEOPLE = ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson', 'Margaret Hamilton'];

visits('more/headless', { scenarios: 7, steps: 33 }, (scenario) => {
  scenario('Menu: opens over an inert page, chooses and closes', async ({ act, ref, refuse, model }) => {
    const popover = ref('button "Solutions"');
    const menu = await act('button "Options"', 'click');
    expect(menu).toMatch(/menuitem "Move" \[ref=e\d+\] \[disabled\]/);
    expect(menu).not.toContain('button "Solutions"');
    expect(await refuse(popover, 'click', { timeoutMs: 0 })).toMatchObject({
      code: 'element_blocked',
      blocker: { role: 'menu', name: 'Options' },
    });
    await act('menuitem "Archive"', 'click');
    expect(await model()).toMatchObject({ chosen: 'archive' });
    await act('button "Options"', 'select', 'Edit');
    expect(await model()).toMatchObject({ chosen: 'edit' });
    await act('button "Options"', 'click');
    expect(await act('menu "Options"', 'press', 'Escape')).toContain('- menu "Options"');
  });

  scenario('Listbox: one of several', async ({ act, refuse, result, model }) => {
    const chosen = await result('button "Assigned to Ada Lovelace"', 'select', 'Grace Hopper');
    expect(chosen).toMatchObject({ verified: true, effect: { selected: ['Grace Hopper'] } });
    const disabled = await refuse('button "Assigned to Grace Hopper"', 'select', 'Katherine Johnson');
    expect(disabled).toMatchObject({ code: 'option_disabled' });
    expect(disabled.options).toEqual(PEOPLE.filter((name) => !name.startsWith('Kath')));
    const missing = await refuse('button "Assigned to Grace Hopper"', 'select', 'Alan Turing');
    expect(missing).toMatchObject({ code: 'option_not_found', options: PEOPLE });
    await act('button "Assigned to Grace Hopper"', 'click');
    await act('option "Margaret Hamilton"', 'click');
    expect(await model()).toMatchObject({ person: 'Margaret Hamilton' });
  });

  scenario('Listbox: several of several, exactly', async ({ act, model }) => {
    await act('button "Team Nobody"', 'select', ['Ada Lovelace', 'Margaret Hamilton']);
    expect(await model()).toMatchObject({ team: ['Ada Lovelace', 'Margaret Hamilton'] });
    const changed = await act('button "Team Ada Lovelace, Margaret Hamilton"', 'select', ['Grace Hopper']);
    expect(changed).toMatch(/button "Team Grace Hopper" \[ref=e\d+\] \[expanded=false\]/);
    expect(await model()).toMatchObject({ team: ['Grace Hopper'] });
    // A plain value is added to the choice, and stays when it is already chosen.
    await act('button "Team Grace Hopper"', 'select', 'Ada Lovelace');
    await act('button "Team Grace Hopper, Ada Lovelace"', 'select', 'Ada Lovelace');
    expect(await model()).toMatchObject({ team: ['Grace Hopper', 'Ada Lovelace'] });
  });

  scenario('Combobox: by its key, by typing, by refs', async ({ act, refuse, model }) => {
    await act('combobox "Reviewer"', 'select', 'Grace Hopper');
    expect(await model()).toMatchObject({ reviewer: 'Grace Hopper' });
    const missing = await refuse('combobox "Reviewer"', 'select', 'Alan Turing');
    expect(missing).toMatchObject({ code: 'option_not_found', options: PEOPLE });
    expect(await act('combobox "Reviewer"', 'fill', 'marg')).toContain('option "Margaret Hamilton"');
    await act('option "Margaret Hamilton"', 'click');
    expect(await model()).toMatchObject({ reviewer: 'Margaret Hamilton' });
  });

  scenario(
    'Dialog: modal; left by Escape, by its button and by a press outside',
    async ({ act, ref, refuse, page, until, model }) => {
      const options = ref('button "Options"');
      expect(await act('button "Deactivate account"', 'click')).toMatch(/dialog "Deactivate\?" .*\[modal\]/);
      expect(await refuse(options, 'click', { timeoutMs: 0 })).toMatchObject({
        code: 'element_blocked',
        blockerActions: [{ name: 'Deactivate' }, { name: 'Cancel' }],
      });
      await act('button "Deactivate"', 'click');
      await act('button "Deactivate"', 'press', 'Escape');
      expect(await model()).toMatchObject({ dialog: false, deactivated: 1 });
      await act('button "Deactivate account"', 'click');
      await act('button "Cancel"', 'click');
      expect(await model()).toMatchObject({ dialog: false });
      await act('button "Deactivate account"', 'click');
      await page.json('page', 'mouseClick', { x: 5, y: 5 });
      await until('!window.model.dialog');
    },
  );

  scenario('Popover and Disclosure', async ({ act, model }) => {
    expect(await act('button "Solutions"', 'click')).toContain('+ button "Analytics"');
    await act('button "Analytics"', 'click');
    expect(await act('button "Analytics"', 'press', 'Escape')).toContain('- button "Analytics"');
    expect(await model()).toMatchObject({ analytics: 1 });
    expect(await act('button "Is it free?"', 'click')).toContain('+ text: For the first month.');
  });

  scenario('Switch, RadioGroup, Tabs', async ({ act, model }) => {
    await act('switch "Notifications"', 'check');
    await act('radio "Business"', 'check');
    expect(await act('tab "Popular"', 'click')).toMatch(/\+ tabpanel "Popular" .*: Popular posts/);
    expect(await model()).toMatchObject({ notify: true, plan: 'Business', tab: 1 });
  });
});
