import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, IS_REAL, lines, openEngine, shown, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

describe('names guessed for controls that the page has not named, and descriptions that tell controls of the same name apart', () => {
  it('shows the text of a clickable as its value where its aria-label names the action, unless the text repeats the label or has several parts', async () => {
    const html = (inside: string): string => `<span aria-label=edit onclick="go()">${inside}</span>`;
    expect(await shown(html('Milk') + html('<i>edit</i>') + html('a <hr> b'))).toEqual([
      '- clickable "edit" [ref=e1]: Milk',
      '- clickable "edit" [ref=e2]',
      '- clickable "edit" [ref=e3]',
    ]);
  });

  it('keeps the icon as name of a button while the menu that it owns is open', async () => {
    const html = (items: string): string =>
      `<a role=button tabindex=0 aria-owns=m><i class=icon-gear style="display:inline-block;width:9px;height:9px"></i></a><div id=m role=menu>${items}</div>`;
    expect((await shown(html('')))[0]).toBe('- button ~"gear" [ref=e1]');
    expect((await shown(html('<div role=menuitem tabindex=0>Compact</div>')))[0]).toBe(
      '- button ~"gear" [ref=e1]:',
    );
  });

  it.runIf(IS_REAL)('tells the filled or hollow drawing of an icon from the plain one', async () => {
    const icon = (classes: string): string =>
      `<button><i class="${classes}" style="display:inline-block;width:9px;height:9px"></i></button>`;
    expect(
      await shown(
        ['bi bi-star', 'bi bi-star-fill', 'mdi mdi-heart-outline', 'fa fa-flag-o'].map(icon).join(''),
      ),
    ).toEqual([
      '- button ~"star" [ref=e1]',
      '- button ~"star-fill" [ref=e2]',
      '- button ~"heart-outline" [ref=e3]',
      '- button ~"flag-o" [ref=e4]',
    ]);
  });

  it('describes each nameless control by its description, also where several share it', async () => {
    const star = (to: string): string =>
      `<p><a href=/${to} aria-description=Favour><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="" width=9 height=9></a></p>`;
    expect(await shown(star('lamp') + star('desk'))).toEqual([
      '- link [ref=e1] [url=/lamp] [description=Favour]',
      '- link [ref=e2] [url=/desk] [description=Favour]',
    ]);
  });

  it('names a control after its tooltip where its only text is a space that does not break', async () => {
    expect(
      await shown(`<div onclick="1" title=Preferences>&nbsp;</div><a href=/lamp title=Favour>&nbsp;</a>`),
    ).toEqual(['- clickable ~"Preferences" [ref=e1]', '- link ~"Favour" [ref=e2]']);
  });

  it('describes a button that shows a choice by the label above it which is of no other control', async () => {
    const field = (button: string): string =>
      `<div><label for=none>Genre</label><div><div role=button tabindex=0 ${button}</div></div></div>`;
    expect(await shown(field('aria-expanded=false>- Select -') + field('>Save'))).toEqual([
      '- button "- Select -" [ref=e1] [expanded=false] [description=Genre]',
      '- button "Save" [ref=e2]',
    ]);
  });

  it('names the fields in a table of one row after the label above it', async () => {
    const html = (more: string): string => `<div><label for=none>Move to:</label><div><table>
      <tr><td><input type=checkbox></td><td><input></td></tr>${more}</table></div></div>`;
    expect(await shown(html(''))).toEqual([
      '- checkbox ~"Move to" [ref=e1] [checked=false]',
      '- textbox ~"Move to" [ref=e2]',
    ]);
    expect((await shown(html('<tr><td>Other</td></tr>'))).filter((line) => line.includes('box'))).toEqual([
      '- checkbox [ref=e1] [checked=false]',
      '- textbox [ref=e2]',
    ]);
  });

  it.runIf(IS_REAL)('does not name a field after a text far above, outside of its view', async () => {
    const view = (px: number): string =>
      `<div><div>Home</div><div><div style="height:${px}px"><button>Go</button></div><div><div><div role=combobox tabindex=0>English</div></div></div></div></div>`;
    expect((await shown(view(400)))[1]).toBe('- combobox [ref=e2]: English');
    expect((await shown(view(40)))[1]).toBe('- combobox ~"Home" [ref=e2]: English');
  });

  it.runIf(IS_REAL)('does not name a field after the text beside a whole view that it is in', async () => {
    const html = (px: number): string => `<div>Home</div><x-view></x-view><script>
      document.querySelector('x-view').attachShadow({ mode: 'open' }).innerHTML =
        '<style>:host { display: block }</style><div style="height:${px}px"><input></div>';
    </script>`;
    expect((await shown(html(400)))[0]).toBe('- textbox [ref=e1]');
    expect((await shown(html(40)))[0]).toBe('- textbox ~"Home" [ref=e1]');
  });

  it('does not name an icon after the part of the page that the other classes begin with', async () => {
    const html = `<a class="head-icon head-filter-button" onclick="1"><i class="icon icon-funnel" style="display:inline-block;width:9px;height:9px"></i></a>`;
    expect(await shown(html)).toEqual(['- link ~"funnel" [ref=e1]']);
  });

  it('names an icon after the only word in its classes that is not about being an icon', async () => {
    const mark = (classes: string): string =>
      `<a class="${classes}" onclick="1" style="display:inline-block;width:9px;height:9px"></a>`;
    const all = ['button icon remove', 'trash icon', 'blue trash icon', 'button icon', 'remove'];
    expect(await shown(mark('k-icon k-i-zoom') + mark('e-icons e-checkbox'))).toEqual([
      '- link ~"zoom" [ref=e1]',
      '- link ~"checkbox" [ref=e2]',
    ]);
    expect(await shown(all.map((classes) => `<p>${mark(classes)}</p>`).join(''))).toEqual([
      '- link ~"remove" [ref=e1]',
      '- link ~"trash" [ref=e2]',
      '- link [ref=e3]',
      '- link [ref=e4]',
      '- link [ref=e5]',
    ]);
  });

  it('does not name a checkbox after the icon that draws it', async () => {
    const box =
      '<div role=checkbox tabindex=0 aria-checked=true><i class=ui-checkbox-icon style="display:block;height:9px"></i></div>';
    expect(await shown(box)).toEqual(['- checkbox [ref=e1] [checked]']);
  });

  it('names a checkbox after the text behind it, not after the icons before it', async () => {
    const icon = (name: string): string =>
      `<a href=/${name}><img alt=${name} src=data:, width=9 height=9></a>`;
    const text = await shown(
      `<table><tr><td>${icon('Close')}${icon('Reload')}</td><td><input type=checkbox></td><td>Auto commit</td></table>`,
    );
    expect(text.pop()).toBe('- checkbox ~"Auto commit" [ref=e3] [checked=false]');
  });

  it('names a field after the text beside it, not after its own value', async () => {
    const html = `<div>Country</div><div role=combobox tabindex=0 aria-expanded=false>Germany</div>
      <span>Guests</span> <div role=spinbutton tabindex=0 aria-valuenow=5>5</div>
      <span>Find</span><div role=searchbox contenteditable tabindex=0>shoes</div>
      <span>From</span><button role=combobox>France</button>
      <div role=combobox tabindex=0 aria-label=Fruit>Fruit* <b>Pear</b></div><div role=combobox tabindex=0 aria-label=Nut>Nut</div>
      <div role=combobox tabindex=0 aria-label=Day>Today</div><div role=combobox tabindex=0 aria-label=To>Today</div>`;
    expect(await shown(html)).toEqual([
      '- combobox ~"Country" [ref=e1] [expanded=false]: Germany',
      '- spinbutton ~"Guests" [ref=e2]: 5',
      '- searchbox ~"Find" [ref=e3]: shoes',
      '- combobox ~"From" [ref=e4]: France',
      '- combobox "Fruit" [ref=e5]: Pear',
      '- combobox "Nut" [ref=e6]',
      '- combobox "Day" [ref=e7]: Today',
      '- combobox "To" [ref=e8]: Today',
    ]);
    expect(await shown(html, { interactiveOnly: false })).toEqual([
      '- text: Country',
      '- combobox [ref=e1] [expanded=false]: Germany',
      '- text: Guests',
      '- spinbutton [ref=e2]: 5',
      '- text: Find',
      '- searchbox [ref=e3]: shoes',
      '- text: From',
      '- combobox [ref=e4]: France',
      '- combobox "Fruit" [ref=e5]: Pear',
      '- combobox "Nut" [ref=e6]',
      '- combobox "Day" [ref=e7]: Today',
      '- combobox "To" [ref=e8]: Today',
    ]);
  });

  it('names a combobox that wraps its field after that field', async () => {
    const html =
      '<p onclick="1">May 5</p><div role=combobox aria-expanded=true><input aria-label=Payee></div><div role=combobox><input type=hidden><input aria-label=Town value=Rome></div>';
    expect(await shown(html)).toEqual([
      '- clickable "May 5" [ref=e1]',
      '- combobox ~"Payee" [ref=e2] [expanded]:',
      '  - textbox "Payee" [ref=e3]',
      '- combobox ~"Town" [ref=e4]: Rome',
    ]);
  });

  it('names an empty clickable cell after its row and column, not after clickable cells beside it', async () => {
    expect(
      await shown(`
        <table><tr><th></th><th>Mon</th><th>Tue</th></tr>
        <tr><th>9:00</th><td onclick=1></td><td onclick=1>Standup</td></tr></table>
        <table><tr><th>Board<tr><td onclick=1></td><td onclick=1>X</td></tr></table>
        <table><tr><th></th><th>Name</th><th>Age</th></tr><tr><td onclick=1 class=ctl></td><td>Ada</td><td>36</td></tr></table>
        <div><h3>File</h3><p onclick=1>Open</p><p onclick=1>Rename</p></div>
        <table><tr><th>Mon</th><th>Tue</th><th>Wed</th></tr><tr><td onclick=1></td><td onclick=1></td><td onclick=1>1</td></tr></table>`),
    ).toEqual([
      '- cell ~"9:00, Mon" [ref=e1]',
      '- cell "Standup" [ref=e2]',
      '- cell [ref=e3]',
      '- cell "X" [ref=e4]',
      '- cell [ref=e5] [description="Ada 36"]',
      '- heading "File" [level=3]',
      '- clickable "Open" [ref=e6]',
      '- clickable "Rename" [ref=e7]',
      '- cell ~"Mon" [ref=e8]',
      '- cell ~"Tue" [ref=e9]',
      '- cell "1" [ref=e10]',
    ]);
  });

  it('names a nameless field after the text beside it', async () => {
    expect(
      await shown(`
        <p><label>Username</label><input></p>
        <table><tr><td>First name:</td><td><input></td><td>Age</td><td><select><option>1</select></td></tr></table>
        <div><div><b>City</b> *</div><div><input></div></div>
        <p>Sex <input type=radio name=s> Male <input type=radio name=s> Female<br><input type=checkbox> I agree to the <a href=/t>terms</a></p>
        <p><input type=checkbox> News <input></p>
        <p>Quantity <button>-</button> <input> <button>+</button></p>
        <p>A sentence that says at length what is to be done on this page and why.</p><p><input></p>
        <table><tr><td><input type=checkbox></td><td>Lamp</td></tr></table>
        <div><b>Films of a year</b><div><p><input><b>Genre</b></p><p><input><b>Year</b></p></div></div>
        <p><b>In</b>su<u>r</u>ance <i>(eVB)</i><br><input></p><p><input type=checkbox> I have <b>read</b> it</p>`),
    ).toEqual([
      '- textbox ~"Username" [ref=e1]',
      '- textbox ~"First name" [ref=e2]',
      '- combobox ~"Age" [ref=e3]: 1',
      '  - option "1" [ref=e4] [selected]',
      '- textbox ~"City" [ref=e5]',
      '- radio ~"Male" [ref=e6] [checked=false]',
      '- radio ~"Female" [ref=e7] [checked=false]',
      '- checkbox ~"I agree to the" [ref=e8] [checked=false]',
      '- link "terms" [ref=e9]',
      '- checkbox ~"News" [ref=e10] [checked=false]',
      '- textbox [ref=e11]',
      '- button "-" [ref=e12] [description=Quantity]',
      '- textbox [ref=e13]',
      '- button "+" [ref=e14]',
      '- textbox [ref=e15]',
      '- checkbox ~"Lamp" [ref=e16] [checked=false]',
      '- textbox ~"Genre" [ref=e17]',
      '- textbox ~"Year" [ref=e18]',
      '- textbox ~"Insurance (eVB)" [ref=e19]',
      '- checkbox ~"I have read it" [ref=e20] [checked=false]',
    ]);
  });

  it('describes a clickable whose name is only a sign by the text around it', async () => {
    expect(
      await shown(`
        <div>Adults<span onclick="1">−</span><b>2</b><span onclick="1">+</span></div>
        <div><button>‹</button> <b>January 2027</b> <a onclick="1" href="/n">Next</a></div>
        <table><tr><td><input type=checkbox></td><td>Lamp</td><td>24,50</td></tr></table>
        <div>Password <input type=password value=hunter2> <button>⊙</button></div>
        <p>A text that says so much that it can't be what this cross stands for <button>×</button></p>
        <p><a href="/p">Previous</a> <a href="/2">2</a></p>
        <p>Labels: none <a href="/l">Edit</a></p>
        <p><a href="/a">Edit</a></p>
        <div>Fruit <i aria-live=polite>No results</i> <button>▾</button></div>
        <div><p>Cake <img alt=vegan src="data:,"><img alt=nuts src="data:,"></p><button>–</button></div>
        <div><div>Share data<p>Turning this off also deletes what was shared in the last thirty days.</p></div><button>|</button></div>`),
    ).toEqual([
      '- clickable "−" [ref=e1] [description="Adults 2"]',
      '- clickable "+" [ref=e2]',
      '- button "‹" [ref=e3] [description="January 2027"]',
      '- link "Next" [ref=e4]',
      '- checkbox ~"Lamp" [ref=e5] [checked=false]',
      '- textbox ~"Password" [type=password] [ref=e6]: ••',
      '- button "⊙" [ref=e7] [description=Password]',
      '- button "×" [ref=e8]',
      '- link "Previous" [ref=e9]',
      '- link "2" [ref=e10]',
      '- link "Edit" [ref=e11]',
      '- link "Edit" [ref=e12]',
      '- generic [live=polite]: No results',
      '- button "▾" [ref=e13] [description=Fruit]',
      '- button "–" [ref=e14] [description="Cake vegan nuts"]',
      '- button "|" [ref=e15] [description="Share data"]',
    ]);
  });

  it('describes by the nearest figure where the heading above says nothing new, and by nothing that is said around it', async () => {
    const much = '<p>What is sold here.</p>'.repeat(20);
    expect(
      await shown(`
        <div><h2>Order</h2>${much}<div><span onclick="1">−</span> <b>2</b> <span onclick="1">+</span></div></div>
        <div onclick="open()">Mail from Ann <span onclick="1" title="Not starred">☆</span></div>`),
    ).toEqual([
      '- heading "Order" [level=2]',
      '- clickable "−" [ref=e1] [description=2]',
      '- clickable "+" [ref=e2]',
      '- clickable "Mail from Ann" [ref=e3]:',
      '  - clickable "☆" [ref=e4] [description="Not starred"]',
    ]);
  });

  it('describes links of the same name in a list by their row or item', async () => {
    expect(
      await shown(`
        <table><tr><td>Ada<br><small>Admin</small></td><td><a href="/1/edit">Edit</a> <a href="/1/delete">Delete</a></td></tr>
          <tr><td>Bob</td><td>User</td><td><a href="/2/edit">Edit</a> <a href="/2/delete">Delete</a></td></tr>
          <tr><td><a href="/3">Carl</a></td><td>User</td><td><a href="/3/edit">Edit</a></td></tr></table>
        <ul><li>Milk <a href="/m">Remove</a></li><li>Eggs <a href="/e">Remove</a></li></ul>
        <ul><li>Blog <a href="/about">About</a></li></ul><ol><li>Shop <a href="/about">About</a></li></ol>`),
    ).toEqual([
      '- link "Edit" [ref=e1] [description="Ada Admin"]',
      '- link "Delete" [ref=e2]',
      '- link "Edit" [ref=e3] [description="Bob User"]',
      '- link "Delete" [ref=e4]',
      '- link "Carl" [ref=e5]',
      '- link "Edit" [ref=e6]',
      '- link "Remove" [ref=e7] [description=Milk]',
      '- link "Remove" [ref=e8] [description=Eggs]',
      '- link "About" [ref=e9]',
      '- link "About" [ref=e10]',
    ]);
  });

  it('leaves out a description that another control of the same name would have as well, unless both stand in one item', async () => {
    expect(
      await shown(`
        <div><button>Close</button><p>A word of two</p><button>Close</button></div>
        <div><p>Ann</p><div><button>Reply</button></div></div><div><p>Bob</p><div><button>Reply</button></div></div>
        <ul><li>Lamp <button>Edit</button> <button>Edit</button></li></ul>`),
    ).toEqual([
      '- button "Close" [ref=e1]',
      '- button "Close" [ref=e2]',
      '- button "Reply" [ref=e3] [description=Ann]',
      '- button "Reply" [ref=e4] [description=Bob]',
      '- button "Edit" [ref=e5] [description=Lamp]',
      '- button "Edit" [ref=e6]',
    ]);
  });

  it('describes the first control of each row, also where the next row has the same text', async () => {
    const row = '<div><button>Odd</button> <b>6</b> <button>Even</button></div>';
    expect(
      await shown(`${row}${row}
        <ul><li>Lamp <button>Edit</button><button>Delete</button></li><li>Lamp <button>Edit</button><button>Delete</button></li></ul>`),
    ).toEqual([
      '- button "Odd" [ref=e1] [description=6]',
      '- button "Even" [ref=e2]',
      '- button "Odd" [ref=e3] [description=6]',
      '- button "Even" [ref=e4]',
      '- button "Edit" [ref=e5] [description=Lamp]',
      '- button "Delete" [ref=e6]',
      '- button "Edit" [ref=e7] [description=Lamp]',
      '- button "Delete" [ref=e8]',
    ]);
  });

  it('describes controls in small forms by their row, but names no field after text outside of a form with several fields', async () => {
    expect(
      await shown(`
        <ul><li><form><input type=hidden name=id><input type=checkbox></form> Milk <form><button>Remove</button></form></li>
          <li><form><input type=hidden name=id><input type=checkbox></form> Eggs <form><button>Remove</button></form></li></ul>
        <div>Lamp <form><input aria-label=Count><button>Buy</button></form></div>
        <div>Desk <form><input aria-label=Count><button>Buy</button></form></div>
        <div>News <form><input type=checkbox><input aria-label=Mail></form></div>`),
    ).toEqual([
      '- checkbox ~"Milk" [ref=e1] [checked=false]',
      '- button "Remove" [ref=e2] [description=Milk]',
      '- checkbox ~"Eggs" [ref=e3] [checked=false]',
      '- button "Remove" [ref=e4] [description=Eggs]',
      '- textbox "Count" [ref=e5] [description=Lamp]',
      '- button "Buy" [ref=e6]',
      '- textbox "Count" [ref=e7] [description=Desk]',
      '- button "Buy" [ref=e8]',
      '- checkbox [ref=e9] [checked=false]',
      '- textbox "Mail" [ref=e10]',
    ]);
  });

  it('names no field after the text beside it if the snapshot shows that text', async () => {
    expect(await shown('<p><label>Username</label><input></p>', { interactiveOnly: false })).toEqual([
      '- paragraph:',
      '  - text [ref=e1]: Username',
      '  - textbox [ref=e2]',
    ]);
  });

  it.runIf(IS_REAL)('tells controls without text apart by their look', async () => {
    const body = `<style>.star::before { content: "★" } .box { width: 20px; height: 20px; background: #00c800 }</style>
      <span class=star onclick="1"></span>
      <input type=radio id=r4 value=4 style="display:none"><label for=r4 class=star style="display:inline-block"></label>
      <div class=box onclick="1"></div>
      <div style="position:relative"><span tabindex=0 style="position:absolute;left:54%;width:9px;height:9px"></span></div>
      <div style="position:relative"><span tabindex=0 class=slider-handle style="position:absolute;left:7%;width:9px;height:9px"></span></div>
      <svg width=100 height=60>
        <circle cx=20 cy=30 r=5 fill=red onclick="1"></circle>
        <g onclick="1"><rect x=50 y=10 width=20 height=20 fill=none stroke=blue stroke-width=.2></rect></g>
        <text x=5 y=55 onclick="1">K</text>
      </svg><div class=box style="position:fixed;inset:0;width:auto;height:auto" onclick="1"></div>`;
    expect(await shown(body)).toEqual([
      '- clickable "★" [ref=e1]',
      '- clickable "★" [ref=e2] [checked=false] [description=4]',
      '- clickable ~"#00c800" [ref=e3]',
      '- focusable ~"handle at 54%" [ref=e4]',
      '- focusable ~"slider handle at 7%" [ref=e5]',
      '- clickable ~"circle #ff0000 at 20,30 (10x10)" [ref=e6]',
      '- clickable ~"rect #0000ff at 60,20 (20x20)" [ref=e7]',
      '- clickable "K" [ref=e8]',
      '- clickable [ref=e9]',
    ]);
  });

  it.runIf(IS_REAL)(
    'names icons of a style sheet after their image file, id or class, and other nameless controls after their look',
    async () => {
      const body = `<style>
        .icon { display: inline-block; width: 20px; height: 20px; background: #ccc }
        .star { background-image: url(img/star-on.png?v=2) } .sprite { background-image: url(img/sprite.png) }
      </style>
      <span class="icon star" onclick="1"></span>
      <span class="icon sprite" id="close-mail" onclick="1"></span>
      <a href="/f"><span class="icon sprite facebook"></span></a>
      <button style="width:20px;height:20px;background:#cc0000"></button><button class="ql-bold"></button>
      <div id="cell-0" onclick="1" style="width:20px;height:20px"></div>
      <span class="calendar-next-month" onclick="1"><svg width=14 height=14><path d="M0 0L9 9"/></svg></span>
      <div class="nav-arrow" data-action="previous" onclick="1" style="width:20px;height:20px"></div>
      <div class="hero-banner" onclick="1" style="width:200px;height:20px"></div>
      <input name="firstName"><input id="q">
      <div><span><input type=checkbox id=box-0><input type=checkbox id=box-1></span><span>Last reward</span></div>
      <div style="cursor:crosshair;width:90px;height:40px"><canvas width=90 height=40></canvas></div>`;
      expect(await shown(body)).toEqual([
        '- clickable ~"star on" [ref=e1]',
        '- clickable ~"close mail" [ref=e2]',
        '- link [ref=e3] [url=/f]',
        '- button ~"#cc0000" [ref=e4]',
        '- button ~"bold" [ref=e5]',
        '- clickable [ref=e6]',
        '- clickable ~"calendar next month" [ref=e7]',
        '- clickable ~"previous" [ref=e8]',
        '- clickable [ref=e9]',
        '- textbox ~"first name" [ref=e10]',
        '- textbox [ref=e11]',
        '- checkbox [ref=e12] [checked=false] [description="Last reward"]',
        '- checkbox [ref=e13] [checked=false]',
        '- clickable [ref=e14]',
      ]);
    },
  );

  it('names a clickable cell after its text, with the control in it as its child', async () => {
    const cell = (html: string): Promise<string[]> =>
      shown(`<table role=grid style="width:900px"><tr>${html}</tr></table>`);
    expect(await cell('<td onclick="1">Lamp</td>')).toEqual(['- grid:', '  - gridcell "Lamp" [ref=e1]']);
    // A click at the centre of the cell does not hit the link; without layout that cannot be known.
    expect(await cell('<td onclick="1"><a href=/edit>Edit</a></td>')).toEqual(
      engine.hasLayout
        ? ['- grid:', '  - gridcell "Edit" [ref=e1]:', '    - link "Edit" [ref=e2]']
        : ['- grid:', '  - link "Edit" [ref=e1]'],
    );
    expect(await cell('<td onclick="1" align=center><a href=/edit>Edit</a></td>')).toEqual([
      '- grid:',
      '  - link "Edit" [ref=e1]',
    ]);
    expect(await cell('<td onclick="1">Lamp <a href=/p/1>Open</a></td>')).toEqual([
      '- grid:',
      '  - gridcell "Lamp Open" [ref=e1]:',
      '    - link "Open" [ref=e2]',
    ]);
    expect(await cell('<td tabindex=0 aria-label="Go"><button>Go</button></td>')).toEqual([
      '- grid:',
      '  - button "Go" [ref=e1]',
    ]);
  });

  it('does not name a box after the labels of the controls in it', async () => {
    expect(
      await shown(`
        <div onclick="1"><span id=l>Size</span> <input aria-labelledby=l> (<label for=o>Other</label> <input id=o>)</div>
        <div role=radiogroup tabindex=0><i role=radio aria-labelledby=s>o</i><b id=s>S</b><i role=radio aria-labelledby=m>o</i><b id=m>M</b></div>
        <div onclick="1">Lamp, brass <a href=/p/1>Lamp</a></div>`),
    ).toEqual([
      '- textbox "Size" [ref=e1]',
      '- textbox "Other" [ref=e2]',
      '- radiogroup [ref=e3]:',
      '  - radio "S" [ref=e4] [checked=false]',
      '  - radio "M" [ref=e5] [checked=false]',
      '- clickable "Lamp, brass" [ref=e6]:',
      '  - link "Lamp" [ref=e7]',
    ]);
  });

  it('names an unlabelled field after the text beside it, but not after headings, links or hidden text', async () => {
    const drawn = 'style="display:inline-block;width:9px;height:9px"';
    expect(
      await shown(`
        <div><label><i></i> Repeat:</label> <select><option>none</option></select></div>
        <p><input type=checkbox> Inject once after <input placeholder="0.1"> seconds</p>
        <div><div>City *</div><div><div><i aria-live=polite style="opacity:0">Oslo</i><input></div></div></div>
        <dl><dt>Street<dd><input></dl>
        <h2>Sign in</h2><input>
        <p><a href=/h>Home</a> <input></p>
        <p>${'A long text is no label. '.repeat(4)} <input></p>
        <p>Seen <span style="display:none">not seen</span> <input value=x></p>
        <form>Not of the form <fieldset><textarea></textarea></fieldset></form>
        <ul><li><i><input type=checkbox id=g></i><label for=g>Gift</label> <b role=switch tabindex=0 aria-checked=false ${drawn}></b></ul>
        <div><div>Weight</div><div><i>0</i> <b role=slider tabindex=0 aria-valuenow=3 ${drawn}></b> <i>50 %</i></div></div>`),
    ).toEqual([
      '- combobox ~"Repeat" [ref=e1]: none',
      '  - option "none" [ref=e2] [selected]',
      '- checkbox ~"Inject once after" [ref=e3] [checked=false]',
      '- textbox "0.1" [ref=e4]',
      '- textbox ~"City" [ref=e5]',
      '- textbox ~"Street" [ref=e6]',
      '- heading "Sign in" [level=2]',
      '- textbox [ref=e7]',
      '- link "Home" [ref=e8]',
      '- textbox [ref=e9]',
      `- text: ${'A long text is no label. '.repeat(4).trim()}`,
      '- textbox [ref=e10]',
      '- textbox ~"Seen" [ref=e11]: x',
      '- text: Not of the form',
      '- textbox [ref=e12]',
      '- checkbox "Gift" [ref=e13] [checked=false]',
      '- switch [ref=e14] [checked=false] [description=Gift]',
      '- slider ~"Weight" [ref=e15]: 3',
    ]);
  });

  it('does not name a field after the rating beside it, whose stars are radios that take no focus', async () => {
    const stars = '<i role=radio>1</i> <i role=radio>2</i>';
    expect(await shown(`<div><div>${stars}</div><input></div>`)).toContain('- textbox [ref=e3]');
  });

  it('does not name a field after text before a heading, a table, a list, or an item that is clickable like the box of the field', async () => {
    const file = (inside: string): string => `<div onclick="1">${inside}</div>`;
    expect(
      await shown(`
        <div><p>Find a film</p><h4>Director</h4><div><input></div></div>
        <div><table><tr><td>Gender male</tr></table><input></div>
        <div><p>Code</p><p><ul><li>Six signs</li></ul><input></p></div>
        <section>${file('a.txt')}${file('<input value=photo.png>')}</section>`),
    ).toEqual([
      '- text: Find a film',
      '- heading "Director" [level=4]',
      '- textbox [ref=e1]',
      '- text: Gender male',
      '- textbox [ref=e2]',
      '- text: Code',
      '- text: Six signs',
      '- textbox [ref=e3]',
      '- clickable "a.txt" [ref=e4]',
      '- textbox [ref=e5]: photo.png',
    ]);
  });

  it('describes a button by its row, by the first cell of a row with a long text, and not where a heading is listed above it', async () => {
    const much = 'A lamp that stands well in every room of the house and gives warm light all night.';
    expect(
      await shown(`
        <table>
          <tr><td>Ann Ames<td>ann@example.org<td>Active<td><button>Edit</button> <button>Delete</button> <button>Reset password</button>
          <tr><td>Bob Beck<td>${much}<td>Active<td><button>Edit</button> <button>Delete</button>
        </table>
        <div><h3>Brass lamp</h3><p>${much}</p><button>Add to cart</button></div>
        <div><h3>Oil lamp</h3><p>${much}</p><button>Add to cart</button></div>
        <div><h3><a href="/l">Floor lamp</a></h3><p>${much}</p><button>Add to cart</button></div>
        <div><a href="/s"><h3>Ship lamp</h3></a><p>${much}</p><button>Add to cart</button></div>
        <p>Once <button>Pay</button></p>`),
    ).toEqual([
      '- button "Edit" [ref=e1] [description="Ann Ames ann@example.org Active"]',
      '- button "Delete" [ref=e2]',
      '- button "Reset password" [ref=e3]',
      '- button "Edit" [ref=e4] [description="Bob Beck"]',
      '- button "Delete" [ref=e5]',
      '- heading "Brass lamp" [level=3]',
      '- button "Add to cart" [ref=e6]',
      '- heading "Oil lamp" [level=3]',
      '- button "Add to cart" [ref=e7]',
      '- link "Floor lamp" [level=3] [ref=e8]',
      '- button "Add to cart" [ref=e9]',
      '- link "Ship lamp" [level=3] [ref=e10]',
      '- button "Add to cart" [ref=e11]',
      '- button "Pay" [ref=e12]',
    ]);
  });

  it('describes checkboxes that have the same name in each row by their row, and only the first control of it', async () => {
    const box = '<div><div><div><input type=checkbox aria-label="Select row"></div></div></div>';
    expect(
      await shown(
        `<table><tr><td>${box}<td>Lamp<td>12<td><button>Edit</button><tr><td>${box}<td>Vase<td>9<td><button>Edit</button></table>`,
      ),
    ).toEqual([
      '- checkbox "Select row" [ref=e1] [checked=false] [description="Lamp 12"]',
      '- button "Edit" [ref=e2]',
      '- checkbox "Select row" [ref=e3] [checked=false] [description="Vase 9"]',
      '- button "Edit" [ref=e4]',
    ]);
  });

  it('does not describe the buttons in a row whose own name is that text', async () => {
    const row = (words: string): string =>
      `<tr onclick="go()"><td>${words}<td><button>Edit</button> <button>Delete</button>`;
    expect(await shown(`<table>${row('Lamp')}${row('Vase')}</table>`)).toEqual([
      '- clickable "Lamp" [ref=e1]:',
      '  - button "Edit" [ref=e2]',
      '  - button "Delete" [ref=e3]',
      '- clickable "Vase" [ref=e4]:',
      '  - button "Edit" [ref=e5]',
      '  - button "Delete" [ref=e6]',
    ]);
  });

  it('does not name the checkbox of a row after the checkbox in the header of the column', async () => {
    const html = `<table><tr><th><input type=checkbox aria-label=All></th><th>Lamp</th></tr>
      <tr><td><b><input type=checkbox></b></td><td>Brass</td></tr></table>`;
    expect((await shown(html))[1]).toBe('- checkbox ~"Brass" [ref=e2] [checked=false]');
  });

  it('names fields in a table after their column, their row, or both', async () => {
    expect(
      await shown(`
        <table>
          <thead><tr><th><input type=checkbox><th><a href=/n>Name</a><th>Price<th>Active
          <tbody>
            <tr><td><input type=checkbox><th><a href=/1>Lamp</a><td><input type=number value=5><td><input type=checkbox checked>
            <tr><td><input type=checkbox><th><a href=/2>Chair</a><td><input type=number value=7><td><input type=checkbox>
        </table>
        <table><tr><td>Host<td><input><tr><td>Port<td><input></table>
        <table><tr><th>Thing<th>Price<th>Number<tr><td>Vase<td>9<td><input><tr><td>Rug<td>8<td><input></table>
        <table><tr><th>Name<th>Value<tr><td>Colour<td><input></table>`),
    ).toEqual([
      '- checkbox [ref=e1] [checked=false]',
      '- link "Name" [ref=e2]',
      '- checkbox ~"Lamp" [ref=e3] [checked=false]',
      '- link "Lamp" [ref=e4]',
      '- spinbutton ~"Price" [ref=e5]: 5',
      '- checkbox ~"Active" [ref=e6] [checked]',
      '- checkbox ~"Chair" [ref=e7] [checked=false]',
      '- link "Chair" [ref=e8]',
      '- spinbutton ~"Price" [ref=e9]: 7',
      '- checkbox ~"Active" [ref=e10] [checked=false]',
      '- textbox ~"Host" [ref=e11]',
      '- textbox ~"Port" [ref=e12]',
      '- textbox ~"Vase, Number" [ref=e13]',
      '- textbox ~"Rug, Number" [ref=e14]',
      '- textbox ~"Colour" [ref=e15]',
    ]);
  });

  it.runIf(IS_REAL)(
    'tells equal texts of a drawing apart by their look, and does not name a shape after the texts of other shapes',
    async () => {
      const slice = (x: number, name: string): string =>
        `<g><rect x=${x} y=30 width=9 height=9 onclick="1" /><text x=${x} y=60>${name}</text></g>`;
      const text = (x: number, fill: string): string => `<text x=${x} y=90 fill=${fill} onclick="1">T</text>`;
      const found = await shown(
        `<svg width=200 height=99><g><circle cx=9 cy=9 r=9 onclick="1" />${slice(40, 'A')}${slice(80, 'B')}</g>
      ${text(0, 'red')}${text(99, 'blue')}</svg>`,
      );
      expect(found.slice(0, 3)).toEqual([
        '- clickable ~"circle #000000 at 9,9 (18x18)" [ref=e1]',
        '- clickable ~"A" [ref=e2]',
        '- clickable ~"B" [ref=e3]',
      ]);
      expect(found[3]).toMatch(/^- clickable "T" \[ref=e4\] \[description="text #ff0000 at \d+,\d+ /);
      expect(found[4]).toMatch(/"text #0000ff at 10\d,/);
    },
  );

  it.runIf(IS_REAL)(
    'names equal icons after the class that differs, a swatch after its colour, and nothing after a class such as draggable',
    async () => {
      const play = (name: string): string =>
        `<button class="${name}"><svg width=9 height=9><path d="M0 0h9"/></svg></button>`;
      expect(
        await shown(`<p>${play('play')}${play('mute')}</p>
        <p><a href=/?c=1 style="display:inline-block;width:20px;height:20px"><i style="display:block;height:20px;background:#1857f7"></i></a></p>
        <p><i class=ui-draggable draggable=true style="display:block;width:20px;height:20px;background:#0000ff"></i></p>`),
      ).toEqual([
        '- button ~"play" [ref=e1]',
        '- button ~"mute" [ref=e2]',
        '- link ~"#1857f7" [ref=e3] [url=/?c=1]',
        '- draggable ~"#0000ff" [ref=e4]',
      ]);
    },
  );

  it('names a shape after the text of its group, and an icon `link` or `image` after its class', async () => {
    const looks = (how: string): string => (engine.hasLayout ? ` ~"${how}"` : '');
    expect(
      await shown(`
        <svg width=200 height=50>
          <g><g><rect width=9 height=9 onclick="1" /></g><rect width=50 height=20 onclick="1" /><g><text y=15>Lamp</text></g></g>
          <g><rect x=60 width=9 height=9 onclick="1" /><rect x=80 width=9 height=9 onclick="1" /><text x=60 y=30>Axis</text></g>
        </svg>
        <button><i class="fa fa-link"></i></button><button><i class="bi bi-image"></i></button>`),
    ).toEqual([
      `- clickable${looks('rect #000000 at 5,5 (9x9)')} [ref=e1]${engine.hasLayout ? '' : ' [description=Lamp]'}`,
      '- clickable ~"Lamp" [ref=e2]',
      `- clickable${looks('rect #000000 at 65,5 (9x9)')} [ref=e3]${engine.hasLayout ? '' : ' [description=Axis]'}`,
      `- clickable${looks('rect #000000 at 85,5 (9x9)')} [ref=e4]`,
      '- button ~"link" [ref=e5]',
      '- button ~"image" [ref=e6]',
    ]);
  });

  it.runIf(IS_REAL)('names a shape after the text that it covers', async () => {
    const task = (x: number, name: string): string =>
      `<g><g><rect x=${x} width=90 height=40 fill=white /><text x=${x + 5} y=20>${name}</text></g>
        <rect x=${x} width=90 height=40 fill=none style="pointer-events:all;cursor:move" /></g>`;
    const port =
      '<g><rect x=300 width=9 height=9 onclick="1" /><g><rect x=320 width=9 height=9 /><text x=320 y=40>Port</text></g></g>';
    expect(
      await shown(`<svg width=500 height=60>${task(0, 'Check')}${task(150, 'Ship')}${port}</svg>`),
    ).toEqual([
      '- draggable ~"Check" [ref=e1]',
      '- draggable ~"Ship" [ref=e2]',
      '- clickable ~"rect #000000 at 305,5 (9x9)" [ref=e3]',
    ]);
  });

  it('names a combobox after the label of the hidden select in it', async () => {
    expect(
      await shown(`<label for=s>Key <i tabindex=0>&nbsp;</i></label><div role=combobox tabindex=0>
        <select id=s style="display:none"><option>Alt</select><b>Alt</b></div>`),
    ).toContain('- combobox ~"Key" [ref=e3]: Alt');
  });

  it('names a drawn control after the hidden select before it whose choice it shows', async () => {
    const select = (label: string, options: string): string =>
      `<label for="${label}">${label}</label><select id="${label}" style="display:none">${options}</select>`;
    expect(
      await shown(
        `${select('State', '<option>Ohio')}<span><span role=combobox aria-labelledby=c tabindex=0><span id=c>Ohio</span></span></span>
        ${select('City', '<option value="">')}<span role=combobox aria-labelledby=d tabindex=0><span id=d>Choose…</span></span>
        ${select('Zone', '<option>One')}<div><a onclick="1"><b>One</b></a><ul><li onclick="1">One<li onclick="1">Two</ul></div>
        ${select('Tags', '<option>a')}<ul><li>a</li><li><input></li></ul>
        ${select('Old', '<option>x')}<button>Search</button>`,
        { interactiveOnly: true },
      ).then((all) => all.filter((line) => !/"(?:State|City|Zone|Tags|Old)" \[ref=e\d+\]$/.test(line))),
    ).toEqual([
      '- combobox ~"State" [ref=e2]: Ohio',
      '- combobox ~"City" [ref=e4]: Choose…',
      '- link ~"Zone" [ref=e6]: One',
      '- clickable "One" [ref=e7]',
      '- clickable "Two" [ref=e8]',
      '- button "Search" [ref=e12]',
    ]);
  });

  it('names the stars of a rating after their positions, and does not take an arrow icon for the value of a combobox', async () => {
    const drawn = 'style="display:inline-block;width:9px;height:9px"';
    expect(
      await shown(`<div role=radiogroup aria-label=Stars><i role=radio tabindex=0 aria-posinset=1 ${drawn}></i><i role=radio tabindex=-1 aria-posinset=2 aria-checked=true ${drawn}></i></div>
        <div role=combobox tabindex=0 aria-label=Town><i role=img aria-label=chevron_down class=icon-chevron_down ${drawn}></i></div>
        <div role=combobox tabindex=0 aria-label=Land><i role=img aria-label=France class=flag-fr ${drawn}></i></div>`),
    ).toEqual([
      '- radiogroup "Stars":',
      '  - radio ~"1" [ref=e1] [checked=false]',
      '  - radio ~"2" [ref=e2] [checked]',
      '- combobox "Town" [ref=e3]',
      '- combobox "Land" [ref=e4]: France',
    ]);
  });

  it('shows the label of a group once, and names an SVG slider after the text beside it', async () => {
    expect(
      await shown(`<div role=group aria-labelledby=m><div onclick="1"><label id=m>Meeting</label></div><input aria-label=Day></div>
        <p>Volume <svg role=slider tabindex=0 aria-valuenow=3 width=9 height=9></svg></p>`),
    ).toEqual(['- group "Meeting":', '  - textbox "Day" [ref=e1]', '- slider ~"Volume" [ref=e2]: 3']);
  });

  it('describes a field that has only a placeholder by the label before it', async () => {
    const box = (inner: string): string => `<div><div><div>${inner}</div></div></div>`;
    expect(
      await shown(`
        <div><label>Email *</label>${box('<input placeholder="you@example.org">')}</div>
        <div><div><label>Amount</label></div>${box('<input placeholder="Please Input">')}</div>
        <div><label>Size</label>${box('<div tabindex=0>Please Select</div>')}</div>
        <div><label>Span</label>${box(box('<div role=slider tabindex=0 aria-valuenow=3 style="width:9px;height:9px"></div>'))}</div>
        <div><label>Tags</label>${box(box(box('<input placeholder="Pick some">')))}</div>
        <div><label for=n>Name</label><input id=n></div>
        <div><input placeholder="No label"></div>
        <div><label>All of it</label><div><input placeholder=A><input placeholder=B><input placeholder=C><input placeholder=D><input placeholder=E></div></div>
        <div>Due date</div><div><input placeholder="YYYY-MM-DD"></div>`),
    ).toEqual([
      '- textbox "you@example.org" [ref=e1] [description=Email]',
      '- textbox "Please Input" [ref=e2] [description=Amount]',
      '- focusable "Please Select" [ref=e3] [description=Size]',
      '- slider ~"Span" [ref=e4]: 3',
      '- textbox "Pick some" [ref=e5] [description=Tags]',
      '- textbox "Name" [ref=e6]',
      '- textbox "No label" [ref=e7]',
      '- textbox "A" [ref=e8]',
      '- textbox "B" [ref=e9]',
      '- textbox "C" [ref=e10]',
      '- textbox "D" [ref=e11]',
      '- textbox "E" [ref=e12]',
      '- textbox "YYYY-MM-DD" [ref=e13] [description="Due date"]',
    ]);
  });

  it('does not name an editor after its line numbers', async () => {
    const editor = (before: string): string =>
      `<div>${before}<div contenteditable role=textbox aria-multiline=true><div>let a</div></div></div>`;
    expect(
      await shown(`${editor('<div aria-hidden=true><div>1</div><div>2</div></div>')}${editor('<i aria-hidden=true>1</i>')}
        <section><p>Code</p>${editor('<i aria-hidden=true>1</i>')}</section><p>1. <input></p><p>2 <input></p>`),
    ).toEqual([
      '- textbox [ref=e1]: let a',
      '- textbox [ref=e2]: let a',
      '- textbox ~"Code" [ref=e3]: let a',
      '- textbox ~"1." [ref=e4]',
      '- textbox ~"2" [ref=e5]',
    ]);
  });

  it('names a control after its aria-hidden text rather than after its class or id, unless that text is only a sign', async () => {
    const seen = (text: string, more = ''): string => `<span aria-hidden=true ${more}>${text}</span>`;
    expect(
      await shown(`<button class=save-btn>${seen('Save all')}</button><a href="/more">${seen('Read on')}</a>
        <div onclick="1" id=cell>${seen('13')}</div><button>${seen('×')}</button><button class=close-btn>${seen('×')}</button>
        <button>${seen('delete', 'class=material-icons')}</button><button class=menu-btn>${seen('Long', 'style="display:none"')}</button>`),
    ).toEqual([
      '- button ~"Save all" [ref=e1]',
      '- link ~"Read on" [ref=e2]',
      '- clickable ~"13" [ref=e3]',
      '- button ~"×" [ref=e4]',
      '- button ~"close" [ref=e5]',
      '- button ~"delete" [ref=e6]',
      '- button ~"menu" [ref=e7]',
    ]);
  });

  it('names a custom element after its aria-hidden text, and no checkbox after the default value `on`', async () => {
    const component = `document.body.firstElementChild.attachShadow({ mode: 'open' }).innerHTML = '<div><slot></slot></div>'`;
    expect(
      await shown(
        `<x-b role=button tabindex=0 style="display:block"><span aria-hidden=true>Send</span></x-b>
        <input type=checkbox value=on><input type=checkbox value=news><input type=radio value=on>`,
        {},
        component,
      ),
    ).toEqual([
      '- button ~"Send" [ref=e1]',
      '- checkbox [ref=e2] [checked=false]',
      '- checkbox ~"news" [ref=e3] [checked=false]',
      '- radio ~"on" [ref=e4] [checked=false]',
    ]);
  });

  describe.runIf(IS_REAL)('names a field after the head of its column', () => {
    const style = `<style>div { white-space: nowrap } .row { display: flex } .row > * { width: 90px } input { width: 80px }
      .grid { display: grid; grid-template-columns: repeat(3, 90px) }</style>`;
    const box = (inner: string, what = ''): string => `<div ${what}>${inner}</div>`;
    const row = (parts: string[]): string => box(parts.join(''), 'class=row');
    const words = ['Item', 'Qty', 'Price'];
    const three = (part: string): string[] => [part, part, part];
    const heads = row(words.map((word) => box(word)));
    const called = [1, 2, 3].map((i) => `- textbox ~"${words[i - 1]}" [ref=e${i}]`);

    it.each([
      ['above the rows', `${heads}${row(three('<input>'))}`],
      ['before what the rows are in', `${heads}${box(box(row(three(box(box('<input>'))))))}`],
      [
        'in one grid with the fields',
        box(
          `${three('')
            .map((_, i) => `<b>${words[i]}</b>`)
            .join('')}${three('<input>').join('')}`,
          'class=grid',
        ),
      ],
      ['in a row of fewer parts', `${heads}${row([...three('<input>'), box('')])}`],
      ['from right to left', box(`${heads}${row(three('<input>'))}`, 'dir=rtl')],
    ])('%s', async (_, html) => {
      expect(await shown(style + html)).toEqual(called);
    });

    it('but not after the buttons of a tool bar above it', async () => {
      const group = (...names: string[]): string =>
        box(names.map((name) => `<button>${name}</button>`).join(''));
      const bar = row([group('Cite', 'Insert', 'Table'), group('Help', 'Save')]);
      const editor = '<p contenteditable role=textbox><br></p><textarea hidden></textarea><input hidden>';
      const lines = await shown(style + bar + row([box(editor)]));
      expect(lines.slice(5)).toEqual(['- textbox [ref=e6]']);
    });

    it('also in a row that a large text area makes high', async () => {
      const cells = '<td>Note<td><select><option>sha1</select><td><textarea rows=15></textarea>';
      const lines = await shown(`<table><tr><th>Column<th>Function<th>Value<tr>${cells}</table>`);
      expect(lines.filter((line) => !line.includes('option'))).toEqual([
        '- combobox ~"Note, Function" [ref=e1]: sha1',
        '- textbox ~"Note, Value" [ref=e3]',
      ]);
    });

    it('but not after the links of a row above it, such as tags', async () => {
      const tags = row(['Fern', 'Moss', 'Ivy'].map((tag) => box(`<a href="#${tag}">${tag}</a>`)));
      const tools = row([box('<input type=checkbox>'), ...three('<a href=#c>Edit</a>')]);
      expect((await shown(style + tags + tools))[3]).toBe('- checkbox [ref=e4] [checked=false]');
    });

    it('but not after the icons of a tool bar above it', async () => {
      const icon = '<svg width=9 height=9></svg>';
      const icons = row(words.map((word) => box(`<button aria-label=${word}>${icon}</button>`)));
      const pager = row([box('<button>All</button>'), box('Page:'), box('<input>'), box('of 3')]);
      const lines = await shown(style + box(icons + pager));
      expect(lines).toContain('- textbox ~"Page" [ref=e5]');
    });

    it('in a second row of header cells, one of which has two fields', async () => {
      const filters = ['<input>', '<div><input><input></div>', '<input>'];
      const rowOf = (cells: string[]): string =>
        `<tr>${cells.map((cell) => `<th>${cell}</th>`).join('')}</tr>`;
      expect(await shown(`<table><thead>${rowOf(words)}${rowOf(filters)}</thead></table>`)).toEqual([
        '- textbox ~"Item" [ref=e1]',
        '- textbox ~"Qty" [ref=e2]',
        '- textbox ~"Qty" [ref=e3]',
        '- textbox ~"Price" [ref=e4]',
      ]);
    });

    it('in each row, also where the heads are buttons that sort', async () => {
      const sorted = row(words.map((word) => box(`<button>${word}</button>`)));
      const cell = box('<div onclick="1" style="height:9px"></div>');
      const lines = await shown(
        `${style}${sorted}${box(row([box('<input>'), cell, box('<input>')]).repeat(2))}`,
      );
      expect(lines.slice(3)).toEqual([
        '- textbox ~"Item" [ref=e4]',
        '- clickable ~"Qty" [ref=e5]',
        '- textbox ~"Price" [ref=e6]',
        '- textbox ~"Item" [ref=e7]',
        '- clickable ~"Qty" [ref=e8]',
        '- textbox ~"Price" [ref=e9]',
      ]);
    });

    it('but not a slider after the sliders beside or above it', async () => {
      const handle = (value: number): string =>
        box(
          `<div role=slider aria-valuenow=${value} aria-valuetext=${value}.00 style="width:9px;height:9px"></div>`,
        );
      const sliders = row([10, 30, 50].map(handle));
      const alone = await shown(`${style}<main>${sliders}</main>`);
      expect(alone).toEqual([
        '- main:',
        ...[10, 30, 50].map((value, i) => `  - slider [ref=e${i + 1}]: ${value}.00`),
      ]);
      expect((await shown(style + sliders + sliders)).filter((line) => line.includes('~'))).toEqual([]);
    });

    it('where a grid has a columnheader for each gridcell', async () => {
      const line = (role: string, parts: string[]): string =>
        box(parts.map((part) => box(part, `role=${role} tabindex=-1`)).join(''), 'role=row class=row');
      const html = `${line('columnheader', words)}${box(line('gridcell', ['Pen', '', '<input>']))}`;
      expect((await shown(style + box(html, 'role=grid'))).filter((one) => one.includes('gridcell'))).toEqual(
        [
          '    - gridcell "Pen" [ref=e5]',
          '    - gridcell ~"Pen, Qty" [ref=e6]',
          '    - gridcell ~"Pen, Price" [ref=e7]:',
        ],
      );
    });

    it('where the last column, with the buttons of the rows, has no head', async () => {
      const head = words.map((word) => `<td role=columnheader>${word}</td>`).join('');
      const cells = '<td role=gridcell>Pen</td><td role=gridcell>2</td><td role=gridcell><input></td>';
      const table = (part: string): string =>
        box(`<table role=presentation style="table-layout:fixed;width:400px">${part}</table>`);
      const html = `${table(`<tr role=row>${head}<td></td></tr>`)}${table(`<tr role=row>${cells}<td><a href=/e>Edit</a></td></tr>`)}`;
      expect(await shown(box(html, 'role=grid'))).toContain('  - textbox ~"Pen, Price" [ref=e1]');
    });

    it.each([
      ['hidden choices', 'role=combobox', box('<p role=option>Blue', 'style="display:none"')],
      ['choices', 'role=listbox tabindex=0', box('Blue')],
    ])('but not after the %s in a control above it', async (_, control, choices) => {
      const above = box(box('Red', 'role=alert') + choices, `class=row ${control}`);
      const below = box('<input>', 'role=combobox class=row').repeat(2);
      expect((await shown(style + box(above + below))).filter((line) => /combobox ~/.test(line))).toEqual([]);
    });

    it('but not after the labels of fields in a line above it', async () => {
      const labelled = ['Name', 'Age']
        .map((word, i) => `<label for=f${i}>${word}</label><input id=f${i}>`)
        .join('');
      const all = await shown(style + box(labelled + row(three('<input size=1>'))));
      expect(all).toEqual([
        '- textbox "Name" [ref=e1]',
        '- textbox "Age" [ref=e2]',
        ...[3, 4, 5].map((i) => `- textbox [ref=e${i}]`),
      ]);
    });

    it('but not after buttons, texts or cells above it that are no heads', async () => {
      const tools = row(['Cancel', 'Save'].map((word) => box(`<button>${word}</button>`)));
      const list = row([box('Ada'), box('12'), box('<input value=x>')]);
      const tabs = row([
        box('A B', 'aria-hidden=true'),
        box('<button role=tab>A</button> <button role=tab>B</button>'),
      ]);
      expect(await shown(style + tabs + box(box('<input>').repeat(2)))).toContain('- textbox [ref=e3]');
      const page = row([box('<h3>News</h3>'), box('<input>'), box('', 'style="height:300px"')]);
      expect(
        (
          await shown(
            `${style}${row(['Home', 'Shop', 'Help'].map((word) => box(`<button>${word}</button>`)))}${page}`,
          )
        ).pop(),
      ).toBe('- textbox [ref=e4]');
      expect(
        (
          await shown(`${style}${tools}${row(['<input>', '<button>Go</button>'])}
          ${box('<b>Full name</b> <small>required</small>')}${box('<input>')}${list}${list}`)
        ).slice(2),
      ).toEqual([
        '- textbox [ref=e3]',
        '- button "Go" [ref=e4]',
        '- textbox ~"Full name required" [ref=e5]',
        '- text: Ada',
        '- textbox ~"12" [ref=e6] [description="Ada 12"]: x',
        '- textbox ~"12" [ref=e7] [description="Ada 12"]: x',
      ]);
      // The steps of a form, and the words of a line.
      const steps = box(
        ['1. Account', '2. Recipient', '3. Signature']
          .map((word) => `<b style="display:inline-block">${word}</b>`)
          .join(' '),
      );
      const code = box(`${box('<p>Reference</p><input>')}${box('<p>Code</p><input>')}`);
      expect(await shown(steps + code)).toEqual(
        ['Reference', 'Code'].map((word, i) => `- textbox ~"${word}" [ref=e${i + 1}]`),
      );
      const hours = box('7<sup>30</sup> to 12<sup>00</sup>, 14<sup>00</sup> to 17<sup>30</sup>');
      const plate = box('<b>Plate</b><br><input size=3><input size=3><input size=3>');
      expect((await shown(hours + plate))[0]).toBe('- textbox ~"Plate" [ref=e1]');
      const choices = ['Day', 'Week'].map((word) => `<b onclick="1">${word}</b>`).join(' ');
      const track = '<b onclick="1" style="display:inline-block;width:40px;height:20px"></b>';
      const settings =
        box(choices) + box('<input aria-label=Tag><input aria-label=Mail>') + box(`Alerts ${track}`);
      expect((await shown(settings)).pop()).toBe('- clickable [ref=e5] [description=Alerts]');
      const data = box('<table><tr><td>Hue</td><td>aqua</td></tr></table>');
      const form = box(`${box('Age <input>')}${box('Hue <input>')}`);
      expect((await shown(data + form)).filter((line) => line.includes('textbox'))).toEqual([
        '- textbox ~"Age" [ref=e1]',
        '- textbox ~"Hue" [ref=e2]',
      ]);
    });
  });

  it('describes fields of the same name by their rows, or by the text before them', async () => {
    expect(
      await shown(`
        <table><tr><td>Lamp</td><td><input aria-label=Quantity value=1></td></tr>
          <tr><td>Desk</td><td><input aria-label=Quantity value=2></td></tr></table>
        <ul><li>Pen <select aria-label=Size><option>S</select></li><li>Ink <select aria-label=Size><option>S</select></li></ul>
        <p>Country</p><div role=combobox tabindex=0 aria-label="Options list">Select</div>
        <p>Team</p><div role=combobox tabindex=0 aria-label="Options list">Select</div>
        <div>Width <input placeholder=px></div><div>Height <input placeholder=px></div>`),
    ).toEqual([
      '- textbox "Quantity" [ref=e1] [description=Lamp]: 1',
      '- textbox "Quantity" [ref=e2] [description=Desk]: 2',
      '- combobox "Size" [ref=e3] [description=Pen]: S',
      '  - option "S" [ref=e4] [selected]',
      '- combobox "Size" [ref=e5] [description=Ink]: S',
      '  - option "S" [ref=e6] [selected]',
      '- combobox "Options list" [ref=e7] [description=Country]: Select',
      '- combobox "Options list" [ref=e8] [description=Team]: Select',
      '- textbox "px" [ref=e9] [description=Width]',
      '- textbox "px" [ref=e10] [description=Height]',
    ]);
  });

  it('does not name a field in a grid or a list after other cells or items', async () => {
    expect(
      await shown(`<div role=grid><div role=row><div role=gridcell>Ann</div></div>
        <div role=row><div role=gridcell>7</div><div role=gridcell><input></div></div></div>`),
    ).toEqual(['- grid:', '  - textbox [ref=e1]']);
    const items =
      '<div role=list><div role=listitem>Milk</div><div role=listitem><input value=Bread></div></div>';
    expect(await shown(items)).toEqual(['- textbox [ref=e1]: Bread']);
  });

  it('keeps the ref of a field when the text beside it, which names it, changes', async () => {
    await withPage(engine, '<!doctype html><body><p><b id=b>3 of 5</b> <input></p>', async (page) => {
      expect(await lines(page)).toEqual(['- textbox ~"3 of 5" [ref=e1]']);
      await page.run("b.textContent = 'four left'");
      expect(await page.json('action', 'e1', 'fill', { text: 'x' })).toMatchObject({ ok: true });
    });
  });

  it('keeps the ref of a combobox that is named after the text beside it and holds another field', async () => {
    const html =
      '<p>Size</p><div role=combobox tabindex=0><p><textarea aria-label=Note>some words</textarea></p></div>';
    await withPage(engine, `<!doctype html><body>${html}`, async (page) => {
      const [line = ''] = await lines(page);
      expect(line).toContain('combobox ~"Size" [ref=e1]');
      expect(await page.json('query', 'e1', 'describe')).toMatchObject({ ok: true });
    });
  });

  it('names a clickable box after the only field in it, if that field is hidden', async () => {
    const field = '<input role=combobox aria-label=Tags style="display:none">';
    expect(
      await shown(`
        <div onclick="1" style="height:20px">${field}</div>
        <div onclick="1">${field} Rome, Oslo</div>
        <div onclick="1">${field} Tags <button>x</button></div>
        <div onclick="1">Lamp <input aria-label=Count></div>`),
    ).toEqual([
      '- clickable ~"Tags" [ref=e1]',
      '- clickable ~"Tags" [ref=e2]: Rome, Oslo',
      '- clickable "Tags" [ref=e3]:',
      '  - button "x" [ref=e4]',
      '- clickable "Lamp" [ref=e5]:',
      '  - textbox "Count" [ref=e6]',
    ]);
  });

  it.runIf(IS_REAL)('names a handle that only resizes after its cursor, not after its row', async () => {
    const html = `<style>i { display: inline-block; width: 9px; height: 9px } i:hover { cursor: ew-resize }</style>
      <div role=row><span role=cell>Lamp</span><i></i><span role=cell>20</span></div>`;
    expect((await shown(html)).filter((line) => line.includes('draggable'))).toEqual([
      '- draggable ~"ew-resize" [ref=e1]',
    ]);
  });

  it('names no button after a class whose letters a script has made up', async () => {
    const classes = ['sc-fsQiph dtSfYx', 'sc-hLseeU fUnyio', 'sc-kFuwaP', 'toolbar__undoAll'];
    const html = classes.map((cls) => `<p><button class="${cls}"><svg width=9 height=9></svg></button></p>`);
    expect(await shown(html.join(''))).toEqual([
      '- button [ref=e1]',
      '- button [ref=e2]',
      '- button [ref=e3]',
      '- button ~"toolbar undo all" [ref=e4]',
    ]);
  });

  it('names the checkbox of a tree item after its text, not after the head of the page', async () => {
    const item = (name: string): string => `<div role=treeitem tabindex=0 style="display:flex">
      <div role=checkbox tabindex=0 aria-checked=false style="width:9px;height:9px"><input type=checkbox hidden></div><div>${name}</div></div>`;
    expect(
      await shown(`<div><header style="display:flex;justify-content:space-between"><div>Plant</div><button>menu</button></header>
        <div><div role=tree>${item('Root')}${item('Leaf')}</div></div></div>`),
    ).toEqual([
      '- banner:',
      '  - button "menu" [ref=e1]',
      '- tree:',
      '  - treeitem "Root" [level=1] [ref=e2]:',
      '    - checkbox ~"Root" [ref=e3] [checked=false]',
      '  - treeitem "Leaf" [level=1] [ref=e4]:',
      '    - checkbox ~"Leaf" [ref=e5] [checked=false]',
    ]);
  });

  it('names no field after random letters and digits', async () => {
    const ids = ['mx3elpye', 'css-v67cny', 'e1pjtsj6', 'b0c4d7', 'oauth2client', 'web2print'];
    expect(await shown(ids.map((id) => `<p><input id="${id}"></p>`).join(''))).toEqual([
      '- textbox [ref=e1]',
      '- textbox [ref=e2]',
      '- textbox [ref=e3]',
      '- textbox [ref=e4]',
      '- textbox ~"oauth2client" [ref=e5]',
      '- textbox ~"web2print" [ref=e6]',
    ]);
  });

  it('names a combobox after a label without a control, not after the hint or the choice that is drawn beside it', async () => {
    const field = (label: string, drawn: string): string =>
      `<section><label for=none>${label}</label><div><div onmousedown=""><div>${drawn}</div><div><input role=combobox></div></div></div></section>`;
    const html = field('Gift', 'Select...') + field('Status', 'Pending');
    expect((await shown(html)).filter((line) => line.includes('combobox'))).toEqual([
      '  - combobox ~"Gift" [ref=e2]',
      '  - combobox ~"Status" [ref=e4]',
    ]);
  });

  it('names no button after a class that tells its state', async () => {
    const dots = ['dots__dot dots__dot--active', 'dots__dot', 'dots__dot']
      .map((cls) => `<button class="${cls}"></button>`)
      .join('');
    expect(await shown(`<div>${dots}</div>`)).toEqual([
      '- button [ref=e1] [current=true]',
      '- button [ref=e2]',
      '- button [ref=e3]',
    ]);
  });

  it('names buttons after the attributes and classes of their icons, else after a part of their own class', async () => {
    const drawing = '<svg><path d=""></path></svg>';
    expect(
      await shown(`
        <button><x-icon name=trash-can></x-icon></button>
        <button><iconify-icon icon="mdi:close"></iconify-icon></button>
        <button><svg data-icon=xmark></svg></button>
        <button><svg data-testid=CancelIcon></svg></button>
        <button><i class=material-icons aria-hidden=true>arrow_back</i></button>
        <button class="mdc-icon-button"><i class="mat-icon material-icons" aria-hidden=true>home</i></button>
        <button class="chip__remove">${drawing}</button>
        <button class="fade-in">${drawing}</button>
        <button><i class="van-badge__wrapper van-icon van-icon-search"></i></button>
        <button><i class="el-icon-edit"></i></button>
        <button><i class="trash-icon trash-icon--large"></i></button>
        <div role=slider tabindex=0 class=track__handle--right style="height:9px"></div>`),
    ).toEqual(
      [
        'trash can',
        'close',
        'xmark',
        'cancel',
        'arrow back',
        'home',
        'chip remove',
        '',
        'search',
        'edit',
        'trash',
      ]
        .map((name) => (name ? `button ~"${name}"` : 'button'))
        .concat('slider')
        .map((what, i) => `- ${what} [ref=e${i + 1}]`),
    );
  });

  it('does not name an icon after its icon set', async () => {
    expect(
      await shown(`
        <button><i class="el-icon el-input__icon"><svg></svg></i></button>
        <button><i class="el-icon is-icon-arrow-down"><svg></svg></i></button>
        <button><i class="el-icon"><svg></svg></i></button>
        <button><i class="up-icon cog-icon"></i></button>
        <button><i class="fui-Button__icon"></i></button>
        <button><i class="n-base-icon"></i></button>
        <button class="visually-hidden"></button>`),
    ).toEqual([
      '- button [ref=e1]',
      '- button ~"arrow down" [ref=e2]',
      '- button [ref=e3]',
      '- button ~"cog" [ref=e4]',
      '- button [ref=e5]',
      '- button [ref=e6]',
      '- button [ref=e7]',
    ]);
  });

  it('names a button after the icon that is visible, not after the hidden one', async () => {
    const two = (style: string): string =>
      `<button><span class=icon-play style="${style}"><svg></svg></span><svg class=icon-pause></svg></button>`;
    const hidden = two('opacity:0').replace('<span', '<span aria-hidden=true');
    expect(await shown(two('display:none') + two('opacity:0') + hidden)).toEqual([
      '- button ~"pause" [ref=e1]',
      '- button ~"pause" [ref=e2]',
      '- button ~"pause" [ref=e3]',
    ]);
  });

  it('does not name a field with a placeholder after its id', async () => {
    expect(
      await shown('<label for=searchbox1></label><input id=searchbox1 placeholder=Search><input id=mailbox>'),
    ).toEqual(['- textbox [placeholder=Search] [ref=e1]', '- textbox ~"mailbox" [ref=e2]']);
  });

  it('describes a drag handle without a name by the item that it moves', async () => {
    const handle = '<i draggable=true style="display:block;height:9px"></i>';
    expect(await shown(`<ul><li><p>Milk</p>${handle}<li><p>Bread</p>${handle}</ul>`)).toEqual([
      '- draggable [ref=e1] [description=Milk]',
      '- draggable [ref=e2] [description=Bread]',
    ]);
  });

  it.runIf(IS_REAL)(
    'leaves ligatures of icon fonts in generated content out of names, and names an icon after its direction',
    async () => {
      expect(
        await shown(`<style>.item::before { font-family: "App Icons"; content: "chevron_right" }</style>
        <a class=item href="/a">Fruit</a><a class="icon-only cal-prev-month" href="/b"><i class=icon-prev style="display:inline-block;width:9px;height:9px"></i></a>`),
      ).toEqual(['- link "Fruit" [ref=e1]', '- link ~"prev" [ref=e2]']);
    },
  );

  it('names a button in a shadow root after the icon in its slot', async () => {
    const before = `const [host] = document.getElementsByTagName('x-fab');
      host.attachShadow({ mode: 'open' }).innerHTML = '<button><slot></slot></button>';`;
    expect(await shown('<x-fab><x-icon name=add></x-icon></x-fab>', {}, before)).toEqual([
      '- button ~"add" [ref=e1]',
    ]);
  });

  it('names the only field of a custom element after the label of the element, and lists no element that delegates its focus', async () => {
    // Happy-dom does not keep the options that a shadow root was made with.
    const before = `const put = (tag, html) => {
        for (const host of Array.from(document.getElementsByTagName(tag))) {
          const root = host.attachShadow({ mode: 'open', delegatesFocus: true });
          if (!root.delegatesFocus) Object.defineProperty(root, 'delegatesFocus', { value: true });
          root.innerHTML = html;
          const inner = root.querySelector('x-in');
          if (inner) inner.attachShadow({ mode: 'open' }).innerHTML = '<input>';
        }
      };
      put('x-box', '<input type=checkbox>');
      put('x-range', '<input><input>');
      put('x-item', '<button><slot></slot></button>');
      put('x-field', '<b>Town</b><input aria-label=Town>');
      put('x-label', '<label><slot></slot></label>');
      put('x-step', '<button>-</button><x-in></x-in>');
      put('x-agree', '<slot name=box></slot><div onclick="1"><slot name=label></slot></div>');
      for (const { shadowRoot } of document.getElementsByTagName('x-label')) shadowRoot.firstChild.onclick = () => {};`;
    const html = `<label><x-box></x-box> Accept terms</label><p><b>Price</b><x-range></x-range></p>
      <x-item tabindex=0>Inbox</x-item><x-label for=town>Town</x-label><x-field id=town></x-field><x-box></x-box><x-box aria-label=Late></x-box>
      <p><b>Pieces</b><x-step></x-step></p><x-agree><label slot=label for=i>I agree</label><input slot=box type=checkbox id=i></x-agree>`;
    expect(await shown(html, {}, before)).toEqual([
      '- checkbox ~"Accept terms" [ref=e1] [checked=false]',
      '- textbox [ref=e2]',
      '- textbox [ref=e3]',
      '- button "Inbox" [ref=e4]',
      '- textbox "Town" [ref=e5]',
      '- checkbox [ref=e6] [checked=false]',
      '- checkbox ~"Late" [ref=e7] [checked=false]',
      '- button "-" [ref=e8] [description=Pieces]',
      '- textbox ~"Pieces" [ref=e9]',
      '- checkbox "I agree" [ref=e10] [checked=false]',
    ]);
    // Where all texts are printed, the `aria-label` of the element is not one of them.
    expect(
      await shown('<x-box aria-label=Late id=control></x-box>', { interactiveOnly: false }, before),
    ).toEqual(['- checkbox ~"Late" [ref=e1] [checked=false]']);
  });

  it('names the control in a custom element without a role after the label of the element', async () => {
    const before = `customElements.define('x-pick', class extends HTMLElement { static formAssociated = true; });`;
    const html = `<p><label for=x id=l>Fruit</label><x-pick id=x aria-labelledby=l><button role=combobox aria-expanded=false>Choose</button></x-pick></p>`;
    expect(await shown(html, {}, before)).toEqual(['- combobox ~"Fruit" [ref=e1] [expanded=false]: Choose']);
  });

  it('describes the same button of several custom elements by the text in their slots', async () => {
    const before = `for (const host of Array.from(document.getElementsByTagName('x-row')))
      host.attachShadow({ mode: 'open' }).innerHTML = '<button>Delete</button><slot></slot>';`;
    expect(await shown('<x-row>Lamp</x-row><x-row>Desk</x-row>', {}, before)).toEqual([
      '- button "Delete" [ref=e1] [description=Lamp]',
      '- button "Delete" [ref=e2] [description=Desk]',
    ]);
  });

  it('names icons after an SVG title, the symbol in `use`, a tooltip or a class', async () => {
    expect(
      await shown(`
        <button><svg width=9 height=9 class=ic-menu><use href="#icon-shopping-cart"></use></svg></button>
        <button><i class="fa fa-trash-o"></i></button>
        <button><svg width=9 height=9><title>Close</title></svg></button>
        <a href="/a"><span class=date-icon title="Choose a date" style="display:inline-block;width:9px;height:9px"></span></a>
        <a href="/b"><span class=clock-icon style="display:inline-block;width:9px;height:9px"></span></a>`),
    ).toEqual([
      '- button ~"shopping cart" [ref=e1]',
      '- button ~"trash-o" [ref=e2]',
      '- button "Close" [ref=e3]',
      '- link "Choose a date" [ref=e4]',
      '- link ~"clock" [ref=e5]',
    ]);
  });

  it('names a clickable picture after its file, or after its class', async () => {
    expect(
      await shown(`
        <img src="larger.gif" width=20 height=20 onclick="1">
        <a href="/a"><img src="dot.gif" class="icon ic_minus" width=20 height=20></a>`),
    ).toEqual(['- image ~"larger" [ref=e1]', '- link ~"minus" [ref=e2]']);
  });

  it('names a clickable edge without text after its cursor', async () => {
    expect(
      await shown('<div style="cursor:col-resize;width:6px;height:90px;background:#abc" onclick="1"></div>'),
    ).toEqual(['- clickable ~"col-resize" [ref=e1]']);
  });

  it('names a field after its row and column rather than after an id with numbers', async () => {
    const row = (id: number, name: string): string =>
      `<tr><td>${name}<td>text<td><input id=field_${id}_3></tr>`;
    const table = `<table><tr><th>Column<th>Type<th>Value</tr>${row(1, 'city')}${row(2, 'born')}</table>`;
    expect(await shown(table)).toEqual([
      '- textbox ~"city, Value" [ref=e1]',
      '- textbox ~"born, Value" [ref=e2]',
    ]);
    // A snapshot that shows the row and the column does not repeat them as a name.
    const fields = (await shown(table, { interactiveOnly: false })).filter((line) =>
      line.includes('textbox'),
    );
    expect(fields.map((line) => line.trim())).toEqual(['- textbox [ref=e3]', '- textbox [ref=e5]']);
  });

  it('names the checkbox of a row after the link in it, unless all rows have the same link', async () => {
    const row = (id: number, name: string): string =>
      `<tr><td><input type=checkbox value=${id}><td><a href="/${id}">${name}</a><td>Rome</tr>`;
    const named = async (...names: string[]): Promise<string[]> =>
      (await shown(`<table>${names.map((name, i) => row(i + 1, name)).join('')}</table>`)).filter((line) =>
        line.includes('checkbox'),
      );
    expect(await named('Edit', 'Edit')).toEqual([
      '- checkbox ~"1" [ref=e1] [checked=false]',
      '- checkbox ~"2" [ref=e3] [checked=false]',
    ]);
    expect(await named('Lamp', 'Chair')).toEqual([
      '- checkbox ~"Lamp" [ref=e1] [checked=false]',
      '- checkbox ~"Chair" [ref=e3] [checked=false]',
    ]);
  });

  it('names the checkbox of a row in an ARIA table after the link of a router in it, through the boxes that draw it', async () => {
    const row = (
      name: string,
    ): string => `<div role=row><div role=cell><span><span><label><span><input type=checkbox
        name=check-row></span></label></span></span></div>
      <div role=cell><a href="/${name}" onclick="go()">${name}</a></div><div role=cell>Rome</div></div>`;
    expect(await shown(`<div role=table>${row('Lamp')}${row('Chair')}</div>`)).toEqual([
      '- checkbox ~"Lamp" [ref=e1] [checked=false]',
      '- link "Lamp" [ref=e2]',
      '- checkbox ~"Chair" [ref=e3] [checked=false]',
      '- link "Chair" [ref=e4]',
    ]);
  });

  it('describes controls without text by a data attribute whose value differs for each of them', async () => {
    const seat = (name: string): string =>
      `<b data-agent-x=${name} data-kind=seat data-seat=${name} onclick="1" style="display:block;height:9px"></b>`;
    expect(await shown(`<div>${seat('A1')}${seat('A2')}</div>`)).toEqual([
      '- clickable [ref=e1] [description=A1]',
      '- clickable [ref=e2] [description=A2]',
    ]);
    // Another control may stand for the same value.
    expect(await shown(`<div>${['A', 'B', 'B', 'A'].map(seat).join('')}</div>`)).toEqual(
      ['A', 'B', 'B', 'A'].map((name, i) => `- clickable [ref=e${i + 1}] [description=${name}]`),
    );
    // An attribute that a framework evaluates (`data-bind`) is no description.
    const hour = (bind: string, at: string): string =>
      `<button data-bind="${bind}" data-at="${at}">×</button>`;
    expect(await shown(`${hour('click:$root.remove', '9:30')}${hour('click: add', '9:45')}`)).toEqual([
      '- button "×" [ref=e1] [description=9:30]',
      '- button "×" [ref=e2] [description=9:45]',
    ]);
  });

  it('does not name a select after the clickables before it', async () => {
    const chip = (name: string): string => `<span onclick="1">${name}</span>`;
    const [, , list] = await shown(`<div>${chip('S')}${chip('M')}<select><option>x</select></div>`);
    expect(list).toBe('- combobox [ref=e3]: x');
  });

  it('describes a sign by its tooltip, and no control by the buttons and links beside it', async () => {
    expect(
      await shown(`
        <p>Lamp <button title="Remove all">×</button></p>
        <p>Fruit <button>Remove tag</button></p>
        <p><button>Reply</button> <button>Cancel</button></p>
        <h2>History <span>[ <a href="/a">edit</a> | <a href="/b">edit source</a> ]</span></h2>`),
    ).toEqual([
      '- button "×" [ref=e1] [description="Remove all"]',
      '- button "Remove tag" [ref=e2]',
      '- button "Reply" [ref=e3]',
      '- button "Cancel" [ref=e4]',
      '- heading "History [ edit | edit source ]" [level=2]:',
      '  - link "edit" [ref=e5]',
      '  - link "edit source" [ref=e6]',
    ]);
  });
});

describe('the text and the names of components', () => {
  it('lists a combobox without its drawn parts, and a control without the clickable label that names it', async () => {
    expect(
      await shown(`<div role=combobox tabindex=0 aria-label=Size aria-expanded=false><div onclick="1"><span>Small</span></div></div>
        <div role=combobox tabindex=0 aria-label=Colour aria-expanded=false><div onclick="1" style="height:9px"></div></div>
        <label id=l onclick="1">Volume</label><div role=slider tabindex=0 aria-labelledby=l aria-valuenow=3 style="height:9px"></div>
        <label><input type=checkbox><b></b><span onclick="1">I agree</span></label>`),
    ).toEqual([
      '- combobox "Size" [ref=e1] [expanded=false]: Small',
      '- combobox "Colour" [ref=e2] [expanded=false]',
      '- slider "Volume" [ref=e3]: 3',
      '- checkbox "I agree" [ref=e4] [checked=false]',
    ]);
  });

  it('names no control after code, a class that tells the look of a cell, or a class that its siblings share', async () => {
    const swatch =
      '<span class=ql-picker-item onclick="1" style="display:inline-block;width:9px;height:9px"></span>';
    expect(
      await shown(`<input data-action="blur->todo#commit keydown.enter->todo#commit"><button class="close-mail"></button>
        <div role=grid><div role=row><div role=gridcell class="grid-cell" tabindex=0 style="width:9px;height:9px"></div></div></div>
        <button><i class="persistent-ripple"></i></button>${swatch}${swatch}
        <button class="cursor-pointer"></button><button class="x-icon--clickable"></button>`),
    ).toEqual([
      '- textbox [ref=e1]',
      '- button ~"close mail" [ref=e2]',
      '- grid:',
      '  - gridcell [ref=e3]',
      '- button [ref=e4]',
      '- clickable [ref=e5]',
      '- clickable [ref=e6]',
      '- button [ref=e7]',
      '- button [ref=e8]',
    ]);
  });

  it('does not describe a nameless clickable by the first heading of the page or by a long text around it', async () => {
    const fields = (from: number) =>
      Array.from({ length: 6 }, (_, i) => `<input aria-label=F${from + i}>`).join('');
    const lines = await shown(`<h1>Shop</h1><div><h2>Lamps</h2><p>For desks</p>${fields(0)}<p>For walls</p>
      <h2>Rugs</h2><p><b onclick="1" style="display:inline-block;width:9px;height:9px"></b></p><p>For floors</p>${fields(6)}</div>`);
    expect(lines.filter((line) => /clickable|Rugs|Shop/.test(line))).toEqual([
      '- heading "Shop" [level=1]',
      '- heading "Rugs" [level=2]',
      '- clickable [ref=e7]',
    ]);
  });

  it('does not name a field after the row before, if that row has several clickables', async () => {
    const row = (inside: string): string => `<div onclick="1"><i onclick="1">+</i> ${inside}</div>`;
    const lines = await shown(`${row('Docs')}<div></div>${row('<input>')}`);
    expect(lines.filter((line) => line.includes('textbox'))).toEqual(['- textbox [ref=e4]']);
  });

  it('names a checkbox after the clickable text behind it, beside a sign that is clickable too', async () => {
    const item = (more: string): string =>
      `<p><input type=checkbox><span ondblclick="1">Milk</span><b onclick="1">${more}</b></p>`;
    const lines = await shown(item('✕') + item('<svg width=9 height=9></svg>') + item('Delete'));
    expect(lines.filter((line) => line.includes('checkbox'))).toEqual([
      '- checkbox ~"Milk" [ref=e1] [checked=false]',
      '- checkbox ~"Milk" [ref=e4] [checked=false]',
      '- checkbox [ref=e7] [checked=false]',
    ]);
  });

  it('does not name a field after text with a button in it, unless the button is only a sign', async () => {
    const lines = await shown(`<div>1 selected <b onclick="1">Delete</b></div><div><input></div>
      <div>Code <b onclick="1">?</b></div><div><input></div>`);
    expect(lines.filter((line) => line.includes('textbox'))).toEqual([
      '- textbox [ref=e2]',
      '- textbox ~"Code" [ref=e4]',
    ]);
  });

  it('describes a button of one or two characters by its tooltip', async () => {
    expect(
      await shown(
        '<button title=Bold>B</button><button title="Copy files">F5</button><button title="Save all">Save</button><button title=X>X</button>',
      ),
    ).toEqual([
      '- button "B" [ref=e1] [description=Bold]',
      '- button "F5" [ref=e2] [description="Copy files"]',
      '- button "Save" [ref=e3]',
      '- button "X" [ref=e4]',
    ]);
  });

  it('describes an icon button by the hidden text that aria-describedby refers to', async () => {
    const icon = '<i class=icon-info style="display:inline-block;width:9px;height:9px"></i>';
    expect(
      await shown(`<button aria-describedby=t>${icon}</button><p id=t hidden>Who sees this</p>`),
    ).toEqual(['- button ~"info" [ref=e1] [description="Who sees this"]']);
  });

  it('does not name an icon after the prefix of its library', async () => {
    const icon = (of: string): string =>
      `<button><i class="${of}" style="display:inline-block;width:9px;height:9px"></i></button>`;
    expect(await shown(icon('abc-Icon') + icon('date-icon'))).toEqual([
      '- button [ref=e1]',
      '- button ~"date" [ref=e2]',
    ]);
  });

  it('describes a field that is named by its placeholder by the text right before it', async () => {
    const lines =
      await shown(`<div><div>Phone</div><input placeholder="(___) ___"><div>Card</div><p><input placeholder=MM/YY></p>
      <p><b onclick="1">x</b></p><input placeholder="Add tag"></div>`);
    expect(lines.filter((line) => line.includes('textbox'))).toEqual([
      '- textbox "(___) ___" [ref=e1] [description=Phone]',
      '- textbox "MM/YY" [ref=e2] [description=Card]',
      '- textbox "Add tag" [ref=e4]',
    ]);
  });

  it('describes a field in a shadow root that is named by its placeholder by the text before the host', async () => {
    const lines = await shown(`<div><x-label>Delivery</x-label><x-date></x-date></div><script>
      document.querySelector('x-date').attachShadow({ mode: 'open' }).innerHTML = '<div><input placeholder=dd/mm/yyyy></div>';
    </script>`);
    expect(lines).toEqual(['- textbox "dd/mm/yyyy" [ref=e1] [description=Delivery]']);
  });

  it('names a drawn combobox in a shadow root after the text before the host', async () => {
    const lines = await shown(`<div><x-label>Country</x-label><x-select></x-select></div><script>
      document.querySelector('x-select').attachShadow({ mode: 'open' }).innerHTML = '<div><div role=combobox tabindex=0 aria-expanded=false>Chile</div></div>';
    </script>`);
    expect(lines).toEqual(['- combobox ~"Country" [ref=e1] [expanded=false]: Chile']);
  });

  it('describes comboboxes with the same name by their labels, also in live regions of their own', async () => {
    const field = (label: string): string =>
      `<div><label>${label}</label><span role=combobox tabindex=0 aria-live=polite aria-label=list><input role=combobox tabindex=-1 aria-label=list></span></div>`;
    expect(await shown(field('Country') + field('City'))).toEqual([
      '- combobox "list" [ref=e1] [description=Country]',
      '- combobox "list" [ref=e2] [description=City]',
    ]);
  });

  it.runIf(IS_REAL)('does not name an empty editor after its position', async () => {
    expect(
      await shown('<div contenteditable style="position:absolute;left:50%;width:90px;height:20px"></div>'),
    ).toEqual(['- editable [ref=e1]']);
  });

  it('adds the item to descriptions of buttons that are the same for all, such as how to drag', async () => {
    const items = (button: string): string =>
      ['Milk', 'Eggs'].map((name) => `<li>${button} ${name}</li>`).join('');
    const how = 'To pick up an item, press the space bar. While dragging, use the arrow keys to move it.';
    const link = '<a href=/go title="The whole page">More</a>';
    expect(
      await shown(`<p id=how hidden>${how}</p><ul>${items('<button aria-describedby=how>⠿</button>')}</ul>
        <ul>${items('<button title="Move it">Move</button>')}</ul><ul>${items(link)}</ul>`),
    ).toEqual([
      '- button "⠿" [ref=e1] [description="To pick up an item, press the space bar. While dragging, us… Milk"]',
      '- button "⠿" [ref=e2] [description="To pick up an item, press the space bar. While dragging, us… Eggs"]',
      '- button "Move" [ref=e3] [description="Move it Milk"]',
      '- button "Move" [ref=e4] [description="Move it Eggs"]',
      '- link "More" [ref=e5] [description="The whole page"]',
      '- link "More" [ref=e6]',
    ]);
  });

  it('names the label of a hidden checkbox after the text beside it, like a checkbox that is visible', async () => {
    const row = (style: string): string =>
      `<li><div><div>Notify</div><div><label class=toggle><input type=checkbox style="${style}"><i></i></label></div></div>`;
    expect(
      await shown(
        `<style>i { display: inline-block; width: 40px; height: 20px }</style>${row('')}${row('display:none')}`,
      ),
    ).toEqual([
      '- checkbox ~"Notify" [ref=e1] [checked=false]',
      '- clickable ~"Notify" [ref=e2] [checked=false]',
    ]);
  });

  it('lists a menu item once whose click handler is on a box in it', async () => {
    const item = '<div onclick="1"><b style="display:block;cursor:pointer">File</b></div>';
    expect(
      await shown(
        `<ul role=menubar aria-label=Main><li role=menuitem tabindex=-1 aria-label=File>${item}</ul>`,
      ),
    ).toEqual(['- menubar "Main":', '  - menuitem "File" [ref=e1]']);
  });

  it('does not describe controls in the head of a table by the titles of other columns', async () => {
    expect(
      await shown(`<table><thead><tr><th><input type=checkbox><th><button>Name</button><th>Status
        <th>Due <button>▲</button><button>▼</button><tbody><tr><td><input type=checkbox><td>Ada<td>Paid<td>May</table>`),
    ).toEqual([
      '- checkbox [ref=e1] [checked=false]',
      '- button "Name" [ref=e2]',
      '- button "▲" [ref=e3] [description=Due]',
      '- button "▼" [ref=e4]',
      '- checkbox ~"Ada" [ref=e5] [checked=false]',
    ]);
  });

  it('names no button after a class that tells its state, but describes each by its data attribute', async () => {
    const dot = (attributes: string): string =>
      `<button ${attributes} style="width:9px;height:9px;padding:0"></button>`;
    expect(
      await shown(`<div>${dot('class=active data-to=0')}${dot('data-to=1')}${dot('data-to=2')}</div>`),
    ).toEqual([
      '- button [ref=e1] [current=true] [description=0]',
      '- button [ref=e2] [description=1]',
      '- button [ref=e3] [description=2]',
    ]);
  });

  it('names a clickable without text that is alone in its cell after its row and column', async () => {
    const dot = '<td><b onclick="1" style="display:inline-block;width:9px;height:9px"></b>';
    expect(
      await shown(`<table><tr><th><th>Bad<th>Good<tr><td>Speed${dot}${dot}<tr><td>Price${dot}${dot}</table>`),
    ).toEqual([
      '- clickable ~"Speed, Bad" [ref=e1]',
      '- clickable ~"Speed, Good" [ref=e2]',
      '- clickable ~"Price, Bad" [ref=e3]',
      '- clickable ~"Price, Good" [ref=e4]',
    ]);
  });
});
