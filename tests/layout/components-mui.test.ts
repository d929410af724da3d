import { expect } from 'vitest';
import { visits } from '../support/visitor.ts';

const FILMS = ['Alien', 'Brazil', 'Casablanca', 'Dune', 'Fargo', 'Gilda', 'Heat'];

visits('components/mui-forms', { scenarios: 5, steps: 23 }, (scenario) => {
  scenario('TextField', async ({ act, look, model }) => {
    const text = await look();
    expect(text).toMatch(/textbox "First name" \[ref=e\d+\] \[required\]/);
    // Boxes with handlers but without text are not listed.
    expect(text).not.toContain('clickable');
    await act('textbox "First name"', 'fill', 'Ada');
    await act('textbox "Notes"', 'fill', 'one\ntwo');
    expect(await model()).toMatchObject({ first: 'Ada', notes: 'one\ntwo' });
  });

  scenario('Select: one', async ({ act, refuse, result, model }) => {
    expect(await result('combobox "Age"', 'select', 'Twenty')).toMatchObject({ verified: true });
    expect(await model()).toMatchObject({ age: 20 });
    expect(await refuse('combobox "Age"', 'select', 'Thirty')).toMatchObject({
      code: 'option_disabled',
      options: ['Ten', 'Twenty'],
    });
    expect(await refuse('combobox "Age"', 'select', 'Forty')).toMatchObject({
      code: 'option_not_found',
      options: ['Ten', 'Twenty', 'Thirty'],
    });
    await act('combobox "Age"', 'select', { value: '10' });
    expect(await model()).toMatchObject({ age: 10 });
    expect(await act('combobox "Age"', 'click')).toMatch(/option "Ten" \[ref=e\d+\] \[selected\]/);
    await act('option "Twenty"', 'click');
    expect(await model()).toMatchObject({ age: 20 });
  });

  scenario('Select: several', async ({ act, model }) => {
    await act('combobox "Names"', 'select', ['Kelly Snyder', 'Ralph Hubbard']);
    expect(await model()).toMatchObject({ names: ['Kelly Snyder', 'Ralph Hubbard'] });
    expect(await act('combobox "Names"', 'select', ['Omar Alexander'])).toContain('[expanded=false]');
    expect(await model()).toMatchObject({ names: ['Omar Alexander'] });
  });

  scenario('Autocomplete: one and several', async ({ act, refuse, model }) => {
    await act('combobox "Film"', 'select', 'Dune');
    expect(await refuse('combobox "Film"', 'select', 'Tron')).toMatchObject({ options: FILMS });
    await act('combobox "Favourites"', 'select', ['Alien', 'Heat']);
    expect(await model()).toMatchObject({ film: 'Dune', films: ['Alien', 'Heat'] });
    await act('combobox "Favourites"', 'select', ['Heat', 'Gilda']);
    expect(await model()).toMatchObject({ film: 'Dune', films: ['Heat', 'Gilda'] });
  });

  scenario('Checkbox, Switch, RadioGroup, Slider, Rating', async ({ act, refuse, model }) => {
    await act('checkbox "Newsletter"', 'check');
    await act('switch "Dark mode"', 'check');
    await act('radio "Large"', 'check');
    expect(await refuse('radio "Huge"', 'check', { timeoutMs: 0 })).toMatchObject({ code: 'not_enabled' });
    await act('slider "Volume"', 'fill', '55');
    await act('slider "Volume"', 'press', 'ArrowRight');
    await act('slider "From"', 'drag', { dx: 20, dy: 0 });
    await act('radio "4 Stars"', 'check');
    expect(await model()).toMatchObject({
      news: true,
      dark: true,
      size: 'l',
      volume: 56,
      range: [30, 80],
      stars: 4,
    });
    await act('radio "5 Stars"', 'click');
    expect(await model()).toMatchObject({ stars: 5 });
  });
});

visits('components/mui-layers', { scenarios: 5, steps: 17 }, (scenario) => {
  scenario('Dialog', async ({ act, ref, refuse, model }) => {
    const archive = ref('button "ARCHIVE"');
    const dialog = await act('button "SUBSCRIBE"', 'click');
    expect(dialog).toMatch(/\n- dialog "Subscription" .*\[modal\]:\n +- heading "Subscription"/);
    expect(await refuse(archive, 'click', { timeoutMs: 0 })).toMatchObject({
      code: 'element_blocked',
      blockerActions: [{ name: 'CANCEL' }, { name: 'AGREE', ref: ref('button "AGREE"') }],
    });
    await act('textbox "E-mail"', 'fill', 'ada@example.org');
    await act('button "AGREE"', 'click');
    expect(await model()).toMatchObject({ dialog: false, subscribed: 1, mail: 'ada@example.org' });
    await act('button "SUBSCRIBE"', 'click');
    await act('textbox "E-mail"', 'press', 'Escape');
    expect(await model()).toMatchObject({ dialog: false, subscribed: 1 });
  });

  scenario('Menu', async ({ act, model }) => {
    expect(await act('button "ACCOUNT"', 'click')).toMatch(/menuitem "Upgrade" \[ref=e\d+\] \[disabled\]/);
    await act('menuitem "Log out"', 'click');
    expect(await model()).toMatchObject({ chosen: 'logout' });
    await act('button "ACCOUNT"', 'click');
    await act('menuitem "Profile"', 'press', 'Escape');
    await act('button "ACCOUNT"', 'select', 'Profile');
    expect(await model()).toMatchObject({ chosen: 'profile' });
  });

  scenario('Tooltip', async ({ act, model }) => {
    expect(await act('button "Delete for ever"', 'hover')).toContain('+ tooltip "Delete for ever"');
    expect(await model()).toMatchObject({ tooltip: true });
  });

  scenario('Snackbar', async ({ act, model }) => {
    expect(await act('button "ARCHIVE"', 'click')).toContain('+ alert: Note archived');
    expect(await act('button "UNDO"', 'click')).toContain('- ');
    expect(await model()).toMatchObject({ snack: false, undone: 1 });
  });

  scenario('Tabs and Accordion', async ({ act, model }) => {
    expect(await act('tab "TWO"', 'click')).toContain('Second panel');
    expect(await act('button "Users settings"', 'click')).toContain('+ button "RESET USERS"');
    await act('button "RESET USERS"', 'click');
    expect(await model()).toMatchObject({ tab: 1, section: 'Users', chosen: 'Users reset' });
  });
});
