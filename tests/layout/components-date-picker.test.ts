import { expect } from 'vitest';
import { visits } from '../support/visitor.ts';

visits('more/date-picker', { scenarios: 2, steps: 9 }, (scenario) => {
  scenario('a day: from the calendar and by typing', async ({ act, refuse, model }) => {
    expect(await act('textbox "Departure"', 'click')).toMatch(/dialog "Choose Date" .*\[modal\]/);
    expect(await act('button "Previous Month"', 'click')).toContain('heading "February 2026"');
    const early = 'gridcell "Not available Thursday, February 5th, 2026"';
    expect(await refuse(early, 'click', { timeoutMs: 0 })).toMatchObject({ code: 'not_enabled' });
    await act('gridcell "Choose Friday, February 20th, 2026"', 'click');
    expect(await model()).toMatchObject({ day: '2026-02-20' });
    await act('textbox "Departure"', 'fill', '2026-06-07');
    await act('textbox "Departure"', 'press', 'Escape');
    expect(await model()).toMatchObject({ day: '2026-06-07' });
  });

  scenario('a range', async ({ act, model }) => {
    await act('textbox "Stay"', 'click');
    await act('gridcell "Choose Tuesday, May 12th, 2026"', 'click');
    expect(await model()).toMatchObject({ stay: ['2026-05-12', null] });
    const chosen = await act('gridcell "Choose Friday, May 15th, 2026"', 'click');
    expect(chosen).toContain('2026-05-12 - 2026-05-15');
    expect(await model()).toMatchObject({ stay: ['2026-05-12', '2026-05-15'] });
  });
});
