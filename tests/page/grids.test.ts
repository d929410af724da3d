import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, lines, openEngine, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const shown = (html: string, options: Record<string, unknown> = {}): Promise<string[]> =>
  withPage(engine, `<!doctype html><body>${html}`, (page) => lines(page, options));

const row = (index: number, first: string, second: string): string =>
  `<div role=row aria-rowindex=${index}><i role=gridcell aria-colindex=2>${second}</i>
    <i role=gridcell aria-colindex=1>${first}</i></div>`;

describe('a grid', () => {
  it('is read in the order of aria-rowindex and aria-colindex, which is the visual order', async () => {
    const rows = `${row(3, 'Desk', 'Dora')} ${row(10, 'Rug', 'Rob')}<i></i>${row(2, 'Lamp', 'Lena')}`;
    expect(
      await shown(
        `<div role=grid aria-label=Orders><div role=rowgroup><div role=presentation>${rows}</div></div></div>`,
        { interactiveOnly: false },
      ),
    ).toEqual([
      '- grid "Orders":',
      '  - row [ref=e1]:',
      '    - gridcell "Lamp"',
      '    - gridcell "Lena"',
      '  - row [ref=e2]:',
      '    - gridcell "Desk"',
      '    - gridcell "Dora"',
      '  - row [ref=e3]:',
      '    - gridcell "Rug"',
      '    - gridcell "Rob"',
    ]);
  });

  it('is listed by rows, with all their cells, if cells in it can be acted on', async () => {
    const cell = (name: string, more = '') => `<div role=gridcell ${more}>${name}</div>`;
    expect(
      await shown(`<div role=grid>
        <div role=row>${cell('Lamp', 'tabindex=-1 onclick="1"')}${cell('42 EUR')}</div>
        <div role=row>${cell('Desk', 'tabindex=-1 onclick="1"')}${cell('90 EUR')}</div></div>
        <div role=grid><div role=row>${cell('No act')}</div></div>`),
    ).toEqual([
      '- grid:',
      '  - row:',
      '    - gridcell "Lamp" [ref=e2]',
      '    - gridcell "42 EUR"',
      '  - row:',
      '    - gridcell "Desk" [ref=e4]',
      '    - gridcell "90 EUR"',
    ]);
  });

  it('has a ref for a cell that shows only an icon', async () => {
    const sign = '<svg width=14 height=14><path d="M0 0h14v14h-14z" /></svg>';
    const tall = 'role=gridcell style="height:20px"';
    const cells = `<div ${tall}><i></i></div><div role=gridcell tabindex=-1>Lamp</div><div ${tall}></div>
      <div role=gridcell>${sign}</div><div role=gridcell>${sign} 3</div>`;
    expect(await shown(`<div role=grid><div role=row>${cells}</div></div>`)).toEqual([
      '- grid:',
      '  - row:',
      '    - gridcell [ref=e2]',
      '    - gridcell "Lamp" [ref=e3]',
      '    - gridcell',
      '    - gridcell [ref=e4]',
      '    - gridcell: 3',
    ]);
  });

  it('lists the draggable edge of a column beside its header only, not beside each cell', async () => {
    const edge = '<span style="cursor:ew-resize"></span>';
    const row = (role: string, name: string): string =>
      `<div role=row><div role=${role} tabindex=0>${name}</div>${edge}</div>`;
    const rows = `${row('columnheader', 'Name')}${row('gridcell', 'Lamp')}${row('gridcell', 'Desk')}`;
    expect(
      await shown(
        `<style>span { display: inline-block; width: 9px; height: 9px }</style><div role=grid>${rows}</div>`,
      ),
    ).toEqual([
      '- grid:',
      '  - columnheader "Name" [ref=e1]',
      '  - draggable ~"ew-resize" [ref=e2]',
      '  - gridcell "Lamp" [ref=e3]',
      '  - gridcell "Desk" [ref=e4]',
    ]);
  });

  it('keeps cells and controls that have the cursor of an edge', async () => {
    expect(
      await shown(`<div role=grid><div role=row><div role=gridcell tabindex=0>Lamp</div>
        <div role=gridcell tabindex=0 style="cursor:ew-resize"><button>Move</button></div>
        <div role=gridcell style="cursor:ns-resize">Low</div><button style="cursor:col-resize">Edge</button></div></div>`),
    ).toEqual([
      '- grid:',
      '  - row:',
      '    - gridcell "Lamp" [ref=e2]',
      '    - button "Move" [ref=e3]',
      '    - gridcell "Low" [ref=e4]',
      '    - button "Edge" [ref=e5]',
    ]);
  });

  it('leaves out a cell whose text and state are those of the only control in it', async () => {
    const calendar = `<table role=grid><tr><td aria-selected=false><button>Monday 1</button><td aria-selected=true><button>Tuesday 2</button>
      <td aria-disabled=true><button disabled>Wednesday 3</button><td>Closed</table>`;
    expect(await shown(`<div role=dialog aria-label=Date>${calendar}</div>`)).toEqual([
      '- dialog "Date":',
      '  - grid:',
      '    - row:',
      '      - button "Monday 1" [ref=e2]',
      '      - gridcell [selected]:',
      '        - button "Tuesday 2" [ref=e3]',
      '      - button "Wednesday 3" [ref=e4] [disabled]',
      '      - gridcell "Closed"',
    ]);
    expect((await shown(calendar, { interactiveOnly: false })).slice(2, 4)).toEqual([
      '    - gridcell:',
      '      - button "Monday 1" [ref=e2]',
    ]);
  });

  it('leaves out a cell that the keyboard reaches where the only control in it has its name, unless that is disabled', async () => {
    const cell = (inside: string): string => `<div role=gridcell tabindex=-1>${inside}</div>`;
    const box = '<input type=checkbox aria-label="Select Ann"';
    expect(
      await shown(
        `<div role=grid><div role=row>${cell(`${box}>`)}${cell('Ann')}${cell('<a href=/a>Mail</a> 3')}${cell(`${box} disabled>`)}</div></div>`,
      ),
    ).toEqual([
      '- grid:',
      '  - row:',
      '    - checkbox "Select Ann" [ref=e2] [checked=false]',
      '    - gridcell "Ann" [ref=e3]',
      '    - gridcell "Mail 3" [ref=e4]:',
      '      - link "Mail" [ref=e5]',
      '    - gridcell "Select Ann" [ref=e6]:',
      '      - checkbox "Select Ann" [ref=e7] [checked=false] [disabled]',
    ]);
  });

  it('keeps the named cell around a control (its day), and leaves out cells without controls', async () => {
    const day = (name: string, inside: string): string =>
      `<td role=gridcell aria-labelledby=${name}><b id=${name} aria-label="March ${name}">${name}</b>${inside}</td>`;
    const month = `<table role=grid aria-label=March><tr>${day('3', '<button>Trip</button>')}${day('4', '')}
      <td role=gridcell aria-label="March 5"><button aria-label="March 5">5</button></td></tr></table>`;
    expect(await shown(month)).toEqual([
      '- grid "March":',
      '  - gridcell "March 3":',
      expect.stringMatching(/^ {4}- button "Trip" /),
      expect.stringMatching(/^ {2}- button "March 5" /),
    ]);
  });
});
