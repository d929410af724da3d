import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, IS_REAL, lines, openEngine, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** What a snapshot shows of a body, one line a node, without the refs' numbers having to be counted by hand. */
const shown = (html: string, options: Record<string, unknown> = {}, before = ''): Promise<string[]> =>
  withPage(engine, `<!doctype html><body>${html}`, (page) => lines(page, options), before);

describe('what can be acted on', () => {
  it('lists native controls with their live states', async () => {
    expect(
      await shown(`
        <a href="/p/42">Lamp, brass</a>
        <button disabled>Remove</button>
        <label>Search <input type=search value=lamp placeholder="Search products"></label>
        <label><input type=checkbox> Express</label>
        <label>Size <select><option>S<option selected>M</select></label>
        <textarea aria-label=Note>first</textarea>
        <details open><summary>More</summary></details>
        <input type=hidden value=token>`),
    ).toEqual([
      '- link "Lamp, brass" [ref=e1]',
      '- button "Remove" [ref=e2] [disabled]',
      '- searchbox "Search" [placeholder="Search products"] [ref=e3]: lamp',
      '- checkbox "Express" [ref=e4] [checked=false]',
      '- combobox "Size" [ref=e5]: M',
      '  - option "S" [ref=e6] [selected=false]',
      '  - option "M" [ref=e7] [selected]',
      '- textbox "Note" [ref=e8]: first',
      '- button "More" [ref=e9] [expanded]',
    ]);
  });

  it('says what is written in a box that its author calls by what a press does, and no more', async () => {
    const html = (inside: string): string => `<span aria-label=edit onclick="go()">${inside}</span>`;
    expect(await shown(html('Milk') + html('<i>edit</i>') + html('a <hr> b'))).toEqual([
      '- clickable "edit" [ref=e1]: Milk',
      '- clickable "edit" [ref=e2]',
      '- clickable "edit" [ref=e3]',
    ]);
  });

  it('lists a row under a pointer beside the box in it, unless it says what that is called by alone', async () => {
    const row = (inside: string): string =>
      `<div style="cursor:pointer"><input type=checkbox> ${inside}</div>`;
    expect(await shown(row('<b>Ann</b> <i>Lunch</i>') + row('<b>Milk</b>'))).toEqual([
      '- clickable "Ann Lunch" [ref=e1]:',
      '  - checkbox ~"Ann" [ref=e2] [checked=false]',
      '- checkbox ~"Milk" [ref=e3] [checked=false]',
    ]);
  });

  it('does not call a field after what it holds, but after what stands beside it', async () => {
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

  it('lists the options of a select in their groups', async () => {
    expect(
      await shown(`
        <select aria-label=Size><option>None<optgroup label="  Small ones "><option selected>S<option>M</optgroup>
        <optgroup label=""><option>X</optgroup><option>Any</select>`),
    ).toEqual([
      '- combobox "Size" [ref=e1]: S',
      '  - option "None" [ref=e2] [selected=false]',
      '  - group "Small ones":',
      '    - option "S" [ref=e3] [selected]',
      '    - option "M" [ref=e4] [selected=false]',
      '  - option "X" [ref=e5] [selected=false]',
      '  - option "Any" [ref=e6] [selected=false]',
    ]);
  });

  it('lists the areas of an image map that can be pressed, and what else is in the map', async () => {
    expect(
      await shown(`
        <img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" usemap="#m" width=200 height=100>
        <map name=m><area shape=rect coords="0,0,100,100" href="/kitchen" alt=Kitchen>
        <area shape=circle coords="150,50,30" nohref onclick="1" title=Bath><area shape=default nohref></map>
        <map name=other><a href="/p">Plan</a></map>`),
    ).toEqual(['- link "Kitchen" [ref=e1]', '- clickable ~"Bath" [ref=e2]', '- link "Plan" [ref=e3]']);
  });

  it('says where an empty cell to press stands, and not what its like beside it hold', async () => {
    expect(
      await shown(`
        <table><tr><th></th><th>Mon</th><th>Tue</th></tr>
        <tr><th>9:00</th><td onclick=1></td><td onclick=1>Standup</td></tr></table>
        <table><tr><th>Board<tr><td onclick=1></td><td onclick=1>X</td></tr></table>
        <table><tr><th></th><th>Name</th><th>Age</th></tr><tr><td onclick=1 class=ctl></td><td>Ada</td><td>36</td></tr></table>
        <div><h3>File</h3><p onclick=1>Open</p><p onclick=1>Rename</p></div>`),
    ).toEqual([
      '- cell ~"9:00, Mon" [ref=e1]',
      '- cell "Standup" [ref=e2]',
      '- cell [ref=e3]',
      '- cell "X" [ref=e4]',
      '- cell [ref=e5] [description="Ada 36"]',
      '- heading "File" [level=3]',
      '- clickable "Open" [ref=e6]',
      '- clickable "Rename" [ref=e7]',
    ]);
  });

  it('lists an item that is no more than the link in it as one', async () => {
    expect(
      await shown(`
        <style>a { display: block }</style>
        <ul role=menu><li role=menuitem><a href="/a">Profile</a></li>
        <li role=menuitem><a href="/b">Inbox</a><button>Mute</button></li></ul>
        <ul role=tablist><li role=tab aria-selected=true><a href="/t" class=active tabindex=-1>One</a></ul>`),
    ).toEqual([
      '- menu:',
      '  - menuitem "Profile" [ref=e1]',
      '  - menuitem "Inbox Mute" [ref=e2]:',
      '    - link "Inbox" [ref=e3]',
      '    - button "Mute" [ref=e4]',
      '- tablist:',
      '  - tab "One" [ref=e5] [selected]',
    ]);
  });

  it('shows what a field holds whose role has no value', async () => {
    expect(await shown('<input role=alert aria-label=Count value=3 required>')).toEqual([
      '- alert "Count" [ref=e1] [required]: 3',
    ]);
  });

  it('calls a field without a name after the words beside it', async () => {
    expect(
      await shown(`
        <p><label>Username</label><input></p>
        <table><tr><td>First name:</td><td><input></td><td>Age</td><td><select><option>1</select></td></tr></table>
        <div><div><b>City</b> *</div><div><input></div></div>
        <p>Sex <input type=radio name=s> Male <input type=radio name=s> Female<br><input type=checkbox> I agree to the <a href=/t>terms</a></p>
        <p><input type=checkbox> News <input></p>
        <p>Quantity <button>-</button> <input> <button>+</button></p>
        <p>A sentence that says at length what is to be done on this page and why.</p><p><input></p>
        <table><tr><td><input type=checkbox></td><td>Lamp</td></tr></table>`),
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
    ]);
  });

  it('says what is around something to press whose name tells nothing', async () => {
    expect(
      await shown(`
        <div>Adults <div><span onclick="1">−</span> <b>2</b> <span onclick="1">+</span></div></div>
        <div><button>‹</button> <b>January 2027</b> <a onclick="1" href="/n">Next</a></div>
        <table><tr><td><input type=checkbox></td><td>Lamp</td><td>24,50</td></tr></table>
        <div>Password <input type=password value=hunter2> <button>⊙</button></div>
        <p>A text that says so much that it can't be what this cross stands for <button>×</button></p>
        <p><a href="/p">Previous</a> <a href="/2">2</a></p>
        <p>Labels: none <a href="/l">Edit</a></p>
        <p><a href="/a">Edit</a></p>
        <div>Fruit <i aria-live=polite>No results</i> <button>▾</button></div>`),
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
    ]);
  });

  it('says of which row or item a link is that others of the list are called like', async () => {
    expect(
      await shown(`
        <table><tr><td>Ada</td><td>Admin</td><td><a href="/1/edit">Edit</a> <a href="/1/delete">Delete</a></td></tr>
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

  it('says nothing that is said of its like as well, unless both stand in one item', async () => {
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

  it('says of each row what it is about, also where the next one says the same', async () => {
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

  it('knows by its row what is sent by a form of its own, and by nothing beyond a form with fields', async () => {
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
      '- textbox "Count" [ref=e5]',
      '- button "Buy" [ref=e6]',
      '- textbox "Count" [ref=e7]',
      '- button "Buy" [ref=e8]',
      '- checkbox [ref=e9] [checked=false]',
      '- textbox "Mail" [ref=e10]',
    ]);
  });

  it('takes a box that hears the presses of many for no control', async () => {
    const days = [1, 2, 3, 4, 5, 6, 7, 8].map((day) => `<button>${day}</button>`).join(' ');
    expect((await shown(`<div onclick="1"><b>Su Mo Tu</b> ${days}</div>`))[0]).toBe('- button "1" [ref=e1]');
    expect((await shown('<div onclick="1"><b>Lamp</b> <button>Buy</button></div>'))[0]).toBe(
      '- clickable "Lamp" [ref=e1]:',
    );
  });

  it('leaves the words beside a field where they are if everything is shown', async () => {
    expect(await shown('<p><label>Username</label><input></p>', { interactiveOnly: false })).toEqual([
      '- paragraph:',
      '  - text [ref=e1]: Username',
      '  - textbox [ref=e2]',
    ]);
  });

  it('lists what the browser gives controls to start and stop it', async () => {
    const html =
      '<video controls width=200 height=100></video><audio controls title="Rain"></audio><video></video>';
    if (!engine.hasLayout) return;
    expect(await shown(html)).toEqual([
      '- clickable ~"video" [ref=e1]: paused',
      '- clickable "Rain" [ref=e2]: paused',
    ]);
  });

  it('tells what has no words from its like by how it looks', async () => {
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
      </svg>`;
    if (!engine.hasLayout) return;
    expect(await shown(body)).toEqual([
      '- clickable "★" [ref=e1]',
      '- clickable "★" [ref=e2] [checked=false] [description=4]',
      '- clickable ~"#00c800" [ref=e3]',
      '- focusable ~"handle at 54%" [ref=e4]',
      '- focusable ~"slider handle at 7%" [ref=e5]',
      '- clickable ~"circle #ff0000 at 20,30 (10x10)" [ref=e6]',
      '- clickable ~"rect #0000ff at 60,20 (20x20)" [ref=e7]',
      '- clickable "K" [ref=e8]',
    ]);
  });

  it('tells what a style sheet draws by its file or its author, and nameless controls by their look', async () => {
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
    if (!engine.hasLayout) return;
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
  });

  it('tells what D3 drags as something to drag, and arrows by the month that they turn', async () => {
    const body = `<div><div><button>Prev</button><button>Next</button></div><div>October 2026</div></div>
      <svg width=100 height=60><circle id=one cx=20 cy=30 r=5></circle><circle id=two cx=60 cy=30 r=5></circle></svg>
      <script>
        one.__on = [{ type: 'mousedown', name: 'drag' }, { type: 'touchstart', name: 'drag' }];
        two['__onmousedown.drag'] = () => {};
      </script>`;
    if (!engine.hasLayout) return;
    expect(await shown(body)).toEqual([
      '- button "Prev" [ref=e1]',
      '- button "Next" [ref=e2]',
      '- draggable ~"circle #000000 at 20,30 (10x10)" [ref=e3]',
      '- draggable ~"circle #000000 at 60,30 (10x10)" [ref=e4]',
    ]);
  });

  it('tells the plain shapes of a drawing, which a press on it is about', async () => {
    const shapes = `<line x1=10 y1=50 x2=40 y2=20 stroke=lime stroke-width=.2></line><circle cx=60 cy=30 r=10 fill=red></circle>
      <polygon points="70,50 80,30 90,50" fill=blue></polygon>`;
    const body = `<svg width=100 height=60 onclick="1">${shapes}</svg>
      <svg width=100 height=60><text x=5 y=10>Sum</text>${shapes}</svg><svg width=20 height=20>${shapes}</svg>
      <svg width=100 height=60><circle cx=20 cy=30 r=5 fill=red onclick="1"></circle>
        <rect x=50 y=10 width=20 height=20 fill=none stroke=blue stroke-width=.2></rect></svg>`;
    if (!engine.hasLayout) return;
    const drawn =
      'line #00ff00 10,50 to 40,20; circle #ff0000 at 60,30 (20x20); polygon #0000ff of 3 points at 80,40 (20x20)';
    expect(await shown(body)).toEqual([
      `- image [ref=e1]: ${drawn}`,
      '- clickable ~"circle #ff0000 at 20,30 (10x10)" [ref=e2]',
    ]);
    expect(await shown(body, { interactiveOnly: false })).toEqual([
      `- image [ref=e1]: ${drawn}`,
      `- image: Sum; ${drawn}`,
      '- clickable ~"circle #ff0000 at 20,30 (10x10)" [ref=e2]',
      '- text: rect #0000ff at 60,20 (20x20)',
    ]);
  });

  it('tells what shows more under the pointer by its style sheet', async () => {
    const body = `<style>
        .sub { display: none } li:hover > .sub { display: block }
        .row button { visibility: hidden } .row:hover button, .row:focus-within button { visibility: visible }
        h2 a { opacity: 0 } h2:hover a { opacity: 1 }
        .plain:hover b { color: red }
      </style>
      <ul>
        <li><a href="/p">Products</a><ul class=sub><li><a href="/a">Alpha</a></ul>
        <li><span>Company</span><ul class=sub><li><a href="/u">About us</a></ul>
        <li><a href="/c">Contact</a>
      </ul>
      <div class=row>Mail from Ann <button>Delete</button></div>
      <h2>Heading <a href="#heading">#</a></h2>
      <p class=plain><b>Bold</b> <button>Buy</button></p>`;
    if (!engine.hasLayout) return;
    expect(await shown(body)).toEqual([
      '- link "Products" [ref=e1] [hover]',
      '- hoverable "Company" [ref=e2]',
      '- link "Contact" [ref=e3]',
      '- hoverable "Mail from Ann" [ref=e4]',
      '- heading "Heading #" [level=2]',
      '- button "Buy" [ref=e5]',
    ]);
  });

  it('finds what gets its cursor only under the pointer', async () => {
    const body = `<style>
        .card:hover { cursor: pointer } .card.off:hover, p:hover { cursor: not-allowed }
        @media all { .grip:hover { cursor: move } }
        .list .card:not(:hover) { cursor: auto }
      </style>
      <div class=card>Lamp, <b>brass</b></div>
      <div class="card off">Sold out</div>
      <div class=card>Chair <button>Buy</button></div>
      <p>Words</p><div class=grip>Move me</div>`;
    if (!engine.hasLayout) return;
    expect(await shown(body)).toEqual([
      '- clickable "Lamp, brass" [ref=e1]',
      '- button "Buy" [ref=e2]',
      '- draggable "Move me" [ref=e3]',
    ]);
  });

  it('tells the tables of an editor with what it holds', async () => {
    expect(
      await shown(
        '<div contenteditable role=textbox aria-label=Plan><p>Costs</p><table><tr><th>Lamp<td>12</table></div>',
      ),
    ).toEqual(['- textbox "Plan" [ref=e1]: Costs Lamp 12']);
  });

  it('finds what only its handler or its cursor shows', async () => {
    expect(
      await shown(`
        <div onclick="1">Add gift wrap</div>
        <span onclick="1" title="Delete row"></span>
        <a onclick="1">More results</a>
        <p>Call <span onclick="1">the shop</span> now</p>
        <div tabindex=0>Board</div>
        <div contenteditable aria-label=Comment></div>
        <div style="cursor:pointer">Open <b>details</b></div>
        <div @click="open = true">Alpine</div>
        <div data-action="click->menu#open">Stimulus</div>
        <div hx-get="/more">Htmx</div>`),
    ).toEqual([
      '- clickable "Add gift wrap" [ref=e1]',
      ...(engine.hasLayout ? [] : ['- clickable ~"Delete row" [ref=e2]']),
      ...['link "More results"', 'clickable "the shop"'].map(
        (what, i) => `- ${what} [ref=e${i + (engine.hasLayout ? 2 : 3)}]`,
      ),
      ...[
        ['focusable', 'Board'],
        ['editable', 'Comment'],
        ['clickable', 'Open details'],
        ['clickable', 'Alpine'],
        ['clickable', 'Stimulus'],
        ['clickable', 'Htmx'],
      ].map(([kind, name], i) => `- ${kind} "${name}" [ref=e${i + (engine.hasLayout ? 4 : 5)}]`),
    ]);
  });

  it('finds handlers in the records of frameworks', async () => {
    const before = `
      const at = (id) => document.getElementById(id);
      at('react').__reactProps$abc = { onClick() {} };
      at('reactTwice').__reactProps$abc = { onDoubleClick() {} };
      at('vue')[Symbol('_vei')] = { onClick() {} };
      at('preact').l = { clickfalse() {} };
      at('preact11').__e = { onClick() {} };
      at('svelte').__click = () => {};
      at('solid').$$click = () => {};
      at('solidTwice').$$dblclick = () => {};
      at('marko').$click = () => {};
      at('zone').__zone_symbol__clickfalse = [{}];
      at('d3').__on = [{ type: 'click' }];
      at('elm').elmFs = { click: () => {} };
      at('blazor')._blazorEvents_1 = { handlers: { click: {} } };
      at('jquery').jQuery3710 = { events: { click: [{}] } };
      at('delegate').jQuery3710 = { events: { click: [{ selector: '.row' }] } };
      at('jquery1').jQuery1124 = 7;
      window.jQuery = { _data: (el, key) => el.id === 'jquery1' && key === 'events' ? { click: [{}] } : undefined };`;
    const ids =
      'react reactTwice vue preact preact11 svelte solid solidTwice marko zone d3 elm blazor jquery jquery1'.split(
        ' ',
      );
    expect(
      await shown(
        `${ids.map((id) => `<div id=${id}>${id}</div>`).join('')}<div id=delegate><p class=row>a row</p><p>no row</p></div>`,
        {},
        before,
      ),
    ).toEqual([
      ...ids.map((id, i) => `- clickable "${id}" [ref=e${i + 1}]`),
      '- clickable "a row" [ref=e16]',
    ]);
  });

  it("takes jQuery UI's gestures for what they are, and finds what is dropped on, which has no handler", async () => {
    const before = `
      const on = (id, data) => { document.getElementById(id).jQuery3710 = data; };
      on('card', { events: { mousedown: [{ namespace: 'draggable' }], click: [{ namespace: 'draggable' }] } });
      on('both', { events: { mousedown: [{ namespace: 'draggable' }], click: [{ namespace: '' }] } });
      on('bin', { uiDroppable: {} });
      on('names', { events: { mousedown: [{ namespace: 'selectable' }] } });
      on('ada', { selectableItem: {} });`;
    expect(
      await shown(
        `<div id=card class=ui-draggable>Card</div><div id=both class="x ui-draggable">Both</div>
        <div id=bin class="ui-droppable bin">Bin</div><ol id=names><li id=ada class=ui-selectee>Ada</ol>`,
        {},
        before,
      ),
    ).toEqual([
      '- draggable "Card" [ref=e1]',
      '- clickable "Both" [ref=e2]',
      '- droppable "Bin" [ref=e3]',
      '- clickable "Ada" [ref=e4]',
    ]);
  });

  it('finds what SortableJS lets be dragged: the items of its lists, or the handles in them', async () => {
    const before = `
      const sorts = (id, options) => { document.getElementById(id).Sortable1700000000000 = { options }; };
      sorts('cards', { draggable: '.card', handle: null });
      sorts('rows', { draggable: '>li', handle: '.grip' });
      sorts('still', { draggable: '>li', disabled: true });`;
    expect(
      await shown(
        `<div id=cards><p>Doing</p><div class=card><a href="/1">Fix</a></div><div class=card>Plan</div></div>
        <ul id=rows><li><b class=grip>::</b> Row</ul><ul id=still><li>Fixed</ul>`,
        {},
        before,
      ),
    ).toEqual([
      '- draggable [ref=e1]:',
      '  - link "Fix" [ref=e2]',
      '- draggable "Plan" [ref=e3]',
      '- draggable "::" [ref=e4] [description=Row]',
    ]);
  });

  it('finds a press that is bound by an attribute of a library, and only a press of the element itself', async () => {
    const pressed = [
      'phx-click="open"',
      'data-on:click="$open = true"',
      'data-on-click__once="$open = true"',
      'on:click="q-4f.js#open"',
      'q-e:click="q-4f.js#open"',
      'on-tap="open"',
      'hx-on:click="open()"',
      'hx-post="/like" hx-trigger="click once"',
      'data-action="mouseenter->card#show click->card#open"',
      'data-action="delete"',
      'jsaction="rcuQ6b:npT2md;click:h5M12e"',
      'jsaction="menu.open"',
      'data-bind="text: title, click: open"',
      '_="on click take .active from .tab"',
      'data-bs-toggle=collapse data-bs-target="#more"',
      'data-slide-to=1',
    ];
    const others = [
      'phx-click-away="close"',
      'data-on:click__outside="$open = false"',
      'hx-get="/more" hx-trigger="revealed"',
      'hx-get="/more" hx-trigger="click from:#load"',
      'data-action="resize->chart#draw"',
      'data-action="click@window->menu#hide"',
      'data-action',
      'jsaction="rcuQ6b:npT2md"',
      'data-bind="text: title"',
      '_="on click from #other hide me"',
      'data-bs-toggle=tooltip title=Help',
      'wire:loading',
    ];
    expect(
      await shown([...pressed, ...others].map((binding, i) => `<div ${binding}>Box ${i}</div>`).join('')),
    ).toEqual(pressed.map((_, i) => `- clickable "Box ${i}" [ref=e${i + 1}]`));
    expect(
      await shown('<form hx-post="/find"><p>Find</p></form><form data-action="save"><p>Save</p></form>'),
    ).toEqual(['- text: Find', '- text: Save']);
  });

  it('lists a switch once: not the track that is drawn below its transparent box', async () => {
    const track = '<div style="width:40px;height:20px;cursor:pointer;background:red"></div>';
    const box = (style: string): string =>
      `<div style="position:relative"><input type=checkbox aria-label=Wifi style="position:absolute;inset:0;width:40px;height:20px;${style}">${track}</div>`;
    expect(await shown(box('opacity:0'))).toEqual(['- checkbox "Wifi" [ref=e1] [checked=false]']);
    expect(await shown(box(''))).toHaveLength(2);
  });

  it('finds handlers in the trees that frameworks keep where they draw', async () => {
    const before = `
      const at = (id) => document.getElementById(id);
      const [vue, once, native, lone, no] = ['vue', 'once', 'native', 'lone', 'no'].map(at);
      const component = { _vnode: { elm: native, componentInstance: { _vnode: { elm: native, children: [{ elm: lone, data: { on: { click() {} } } }] } } } };
      native.__vue__ = { ...component, $vnode: { elm: native, data: { on: { click() {} } } } };
      at('vue2').__vue__ = { _vnode: { elm: at('vue2'), children: [
        { elm: vue, data: { on: { click() {} } } }, { elm: once, data: { on: { '~dblclick': () => {} } } },
        { elm: no, data: { on: { input() {} } } } ] } };
      const root = at('lit').attachShadow({ mode: 'open' });
      for (const id of ['released', 'built', 'taken']) root.append(Object.assign(document.createElement('div'), { textContent: id }));
      const [released, built, taken] = root.children;
      root._$litPart$ = { type: 2, _$AH: { _$AV: [
        '- clickable [ref=e2]',
        undefined, { type: 5, element: released, name: 'click', _$AH() {} },
        { type: 2, _$committedValue: [{ type: 2, _$committedValue: { _$parts: [{ type: 5, element: built, name: 'click', _$committedValue() {} }] } }] },
        { type: 5, element: taken, name: 'click', _$AH: Symbol('nothing') },
        { type: 3, element: taken, _$AH: { type: 5, element: taken, name: 'click' } } ] } };
      const item = { tag: 'p', dom: at('mithril'), events: { _: {}, onclick() {} } };
      item.children = [{ tag: '#', dom: at('mithril').firstChild, children: 'mithril' }, item];
      at('mithrils').vnodes = [{ tag: {}, dom: at('mithril'), instance: item }];
      const [aurelia, repeated] = ['aurelia', 'repeated'].map(at);
      const view = { bindings: [{ target: repeated, targetEvent: 'click' }] };
      at('au').$au = { 'au:resource:custom-element': {
        bindings: [{ target: aurelia, targetEvent: 'click' }, { target: {}, targetProperty: 'n' }, { target: at('gwtKeys'), targetEvent: 'input' }],
        children: [{ children: null, viewModel: { views: [view] } }] } };
      at('gwt').__eventBits = 1;
      at('gwtKeys').__eventBits = 128;`;
    const page = `
      <div id=vue2><p id=vue>Vue 2</p><p id=once>Once</p><p id=no>no</p><div id=native>Native <b id=lone>Inside</b></div></div>
      <div id=lit></div><div id=mithrils><p id=mithril>Mithril</p></div><div id=au><p id=aurelia>Aurelia</p><p id=repeated>Repeated</p></div><p id=gwt>GWT</p><p id=gwtKeys>no</p>`;
    const lines = (await shown(page, {}, before)).map((line) => line.replace(/ \[.*/, ''));
    expect(lines.map((line) => line.trim())).toEqual(
      ['Vue 2', 'Once', 'Native', 'Inside', 'released', 'built', 'Mithril', 'Aurelia', 'Repeated', 'GWT'].map(
        (name) => `- clickable "${name}"`,
      ),
    );
  });

  it('finds what is handled further up where it begins further down', async () => {
    const before = `
      document.body.jQuery3710 = { events: { click: [{ selector: '.row' }] } };
      document.getElementById('first').after(document.querySelector('dialog'));`;
    const page =
      '<p class=row id=first>One</p><p class=row>Two</p><div id=part><p class=row>Three</p></div><dialog open><p class=row>Sure</p></dialog>';
    expect(await shown(page, { scope: '#part' }, before)).toContain('- clickable "Three" [ref=e1]');
    expect((await shown(page, {}, before)).filter((line) => /clickable/.test(line))).toHaveLength(4);
  });

  it('tells the states that a page writes on something to press, whatever its role has', async () => {
    expect(
      await shown(`
        <div onclick="1" aria-expanded=false>Shipping</div>
        <div onclick="1" aria-checked=true>Dark</div>
        <li onclick="1" aria-selected=true>Lamp</li>
        <span onclick="1" aria-pressed=true>Bold</span>
        <span onclick="1" aria-disabled=true aria-pressed=maybe>Off</span>
        <table role=grid><tr><td tabindex=0 aria-checked=true>Ok</td></tr></table>
        <p aria-expanded=true>Text</p>`),
    ).toEqual([
      '- clickable "Shipping" [ref=e1] [expanded=false]',
      '- clickable "Dark" [ref=e2] [checked]',
      '- clickable "Lamp" [ref=e3] [selected]',
      '- clickable "Bold" [ref=e4] [pressed]',
      '- clickable "Off" [ref=e5] [disabled]',
      '- grid:',
      '  - gridcell "Ok" [ref=e6] [checked]',
    ]);
  });

  it('calls a cell to press after what it says, unless that is what the control in it says', async () => {
    const cell = (html: string): Promise<string[]> =>
      shown(`<table role=grid style="width:900px"><tr>${html}</tr></table>`);
    expect(await cell('<td onclick="1">Lamp</td>')).toEqual(['- grid:', '  - gridcell "Lamp" [ref=e1]']);
    // A press on its middle is not one on the link; where nothing is laid out nobody knows.
    expect(await cell('<td onclick="1"><a href=/edit>Edit</a></td>')).toEqual(
      engine.hasLayout
        ? ['- grid:', '  - gridcell [ref=e1]:', '    - link "Edit" [ref=e2]']
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
      '  - gridcell "Go" [ref=e1]:',
      '    - button "Go" [ref=e2]',
    ]);
  });

  it('takes what controls are called, beside them, for no name of the box around', async () => {
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

  it('names a field that nobody has labelled after what stands beside it', async () => {
    const drawn = 'style="display:inline-block;width:9px;height:9px"';
    expect(
      await shown(`
        <div><label><i></i> Repeat:</label> <select><option>none</option></select></div>
        <p><input type=checkbox> Inject once after <input placeholder="0.1"> seconds</p>
        <div><div>City *</div><div><div><input></div></div></div>
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
      '- textbox [ref=e10]',
      '- textbox ~"Seen" [ref=e11]: x',
      '- text: Not of the form',
      '- textbox [ref=e12]',
      '- checkbox "Gift" [ref=e13] [checked=false]',
      '- switch [ref=e14] [checked=false] [description=Gift]',
      '- slider ~"Weight" [ref=e15]: 3',
    ]);
  });

  it('says of which row or card a button is by what it is about, where that says too much', async () => {
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

  it('says of which row a box is that is called alike in all, once for the row', async () => {
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

  it('says nothing of the row again below one that is called so itself', async () => {
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

  it('names fields in a table after their column, else after their row', async () => {
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
      '- checkbox [ref=e1] [checked=false] [description="Price Active"]',
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

  it('takes a handler on a table for one of what is in it, and names nothing after all of it', async () => {
    const html =
      '<table onclick="1"><tr><th>Name<th>Link<tr><td>Lamp<td><a href=/p/1>Open</a><tr><td>Vase<td>9</table><input class="gap-right">';
    expect(await shown(html)).toEqual(['- link "Open" [ref=e1]', '- textbox [ref=e2]']);
    expect((await shown(html, { interactiveOnly: false }))[0]).toBe('- table:');
    expect(await shown('<table summary=Plan onclick="1"><tr><th>Name<tr><td>Lamp</table>')).toEqual([
      '- table "Plan" [ref=e1]',
    ]);
  });

  it('lists a link without a target that has the pointer of the box around it', async () => {
    const html =
      '<h2 style="cursor:pointer">Lamp <a class="icon-close" style="cursor:pointer; display:inline-block; width:9px; height:9px"></a> <a name=top>Top</a></h2>';
    expect(await shown(html)).toEqual(['- heading "Lamp Top" [level=2]:', '  - clickable ~"close" [ref=e1]']);
  });

  it('names a shape after the text of its group, and an icon of a link or an image', async () => {
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

  it('names a drawn control after the select that it stands for, once it shows the choice of it', async () => {
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

  it('reads what custom elements say by internals that are kept in a property', async () => {
    const body = `<x-radio tabindex=0>One</x-radio> <x-radio tabindex=0 role=button>Two</x-radio> <x-plain tabindex=0>Three</x-plain><script>
      customElements.define('x-radio', class extends HTMLElement {
        [Symbol('own')] = this.attachInternals();
        constructor() {
          super();
          const [key] = Object.getOwnPropertySymbols(this);
          this[key].role = 'radio';
          this[key].ariaChecked = 'true';
        }
      });
      customElements.define('x-plain', class extends HTMLElement { inner = { role: 'radio' }; get other() { throw 1; } });
      const fake = document.querySelector('x-plain');
      fake.internals = Object.create(window.ElementInternals.prototype);
    </script>`;
    if (!engine.hasLayout) return;
    expect(await shown(body)).toEqual([
      '- radio "One" [ref=e1] [checked]',
      '- button "Two" [ref=e2]',
      '- focusable "Three" [ref=e3]',
    ]);
  });

  it('reads the value of a slider that says it by its internals', async () => {
    const body = `<x-slider tabindex=0 aria-label=Volume style="display:block;height:9px"></x-slider><script>
      customElements.define('x-slider', class extends HTMLElement {
        constructor() {
          super();
          this.internals = this.attachInternals();
          Object.assign(this.internals, { role: 'slider', ariaValueNow: '30', ariaValueMin: '0', ariaValueMax: '100' });
        }
      });
    </script>`;
    if (!engine.hasLayout) return;
    expect(await shown(body)).toEqual(['- slider "Volume" [ref=e1] [valuemin=0] [valuemax=100]: 30']);
  });

  it('tells which tab is chosen where tabs are radio buttons', async () => {
    expect(
      await shown(`<div role=tablist><input type=radio name=t role=tab aria-label=One checked><input type=radio name=t role=tab aria-label=Two></div>
        <div><div><div tabindex=0>Gender</div></div><div><input></div></div>`),
    ).toEqual([
      '- tablist:',
      '  - tab "One" [ref=e1] [selected]',
      '  - tab "Two" [ref=e2] [selected=false]',
      '- focusable "Gender" [ref=e3]',
      '- textbox [ref=e4]',
    ]);
  });

  it('tells what a button with a label says, and the label of a control once', async () => {
    expect(
      await shown(`<label for=d>Day</label><button id=d>March 5, 2026</button>
        <label>Clear <button>Clear</button></label><button aria-label="Choose month">Nov 2026</button><button aria-label=More>more</button>
        <input type=checkbox id=a><div style="cursor:pointer"><label for=a>Agree</label><i></i></div>
        <div onclick="1"><label for=b>Note</label></div><input id=b>
        <label><input type=checkbox role=switch><b></b><b style="cursor:pointer">Notify</b></label>`),
    ).toEqual([
      '- button "Day" [ref=e1]: March 5, 2026',
      '- button "Clear" [ref=e2]',
      '- button "Choose month" [ref=e3]: Nov 2026',
      '- button "More" [ref=e4]',
      '- checkbox "Agree" [ref=e5] [checked=false]',
      '- textbox "Note" [ref=e6]',
      '- switch "Notify" [ref=e7] [checked=false]',
    ]);
  });

  it('calls the stars of a rating by their numbers, and no arrow the choice of a combobox', async () => {
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

  it('tells the label of a group once, and what stands beside a slider that is drawn', async () => {
    expect(
      await shown(`<div role=group aria-labelledby=m><div onclick="1"><label id=m>Meeting</label></div><input aria-label=Day></div>
        <p>Volume <svg role=slider tabindex=0 aria-valuenow=3 width=9 height=9></svg></p>`),
    ).toEqual(['- group "Meeting":', '  - textbox "Day" [ref=e1]', '- slider ~"Volume" [ref=e2]: 3']);
  });

  it('tells the label before a field that it does not lead to', async () => {
    const box = (inner: string): string => `<div><div><div>${inner}</div></div></div>`;
    expect(
      await shown(`
        <div><label>Email *</label>${box('<input placeholder="you@example.org">')}</div>
        <div><div><label>Amount</label></div>${box('<input placeholder="Please Input">')}</div>
        <div><label>Size</label>${box('<div tabindex=0>Please Select</div>')}</div>
        <div><label>Span</label>${box(box('<div role=slider tabindex=0 aria-valuenow=3 style="width:9px;height:9px"></div>'))}</div>
        <div><label for=n>Name</label><input id=n></div>
        <div><input placeholder="No label"></div>
        <div><label>All of it</label><div><input placeholder=A><input placeholder=B><input placeholder=C><input placeholder=D><input placeholder=E></div></div>`),
    ).toEqual([
      '- textbox "you@example.org" [ref=e1] [description=Email]',
      '- textbox "Please Input" [ref=e2] [description=Amount]',
      '- focusable "Please Select" [ref=e3] [description=Size]',
      '- slider ~"Span" [ref=e4]: 3',
      '- textbox "Name" [ref=e5]',
      '- textbox "No label" [ref=e6]',
      '- textbox "A" [ref=e7]',
      '- textbox "B" [ref=e8]',
      '- textbox "C" [ref=e9]',
      '- textbox "D" [ref=e10]',
      '- textbox "E" [ref=e11]',
    ]);
  });

  it('tells the value of a drawn combobox once: not its select, nor what takes a choice back', async () => {
    expect(
      await shown(`<div role=combobox aria-label=Tags tabindex=0><select multiple tabindex=-1 style="opacity:0;position:absolute;z-index:-1">
        <option selected>red<option selected>blue</select>
        <b>red <button aria-label="Remove red">x</button></b> <b>blue <button aria-label="Remove blue">x</button></b></div>`),
    ).toContain('- combobox "Tags" [ref=e1]: red blue');
    expect(
      await shown(
        '<div role=combobox aria-label=Size tabindex=0>L <b role=button tabindex=0 aria-label="Remove L">x</b></div>',
      ),
    ).toContain('- combobox "Size" [ref=e1]: L');
  });

  it('calls no editor in a grid after what other cells hold', async () => {
    expect(
      await shown(`<div role=grid><div role=row><div role=gridcell>Ann</div></div>
        <div role=row><div role=gridcell>7</div><div role=gridcell><input></div></div></div>`),
    ).toEqual(['- grid:', '  - textbox [ref=e1]']);
  });

  it('keeps the ref of a field whose text beside it changes', async () => {
    await withPage(engine, '<!doctype html><body><p><b id=b>3 of 5</b> <input></p>', async (page) => {
      expect(await lines(page)).toEqual(['- textbox ~"3 of 5" [ref=e1]']);
      await page.run("b.textContent = 'four left'");
      expect(await page.json('action', 'e1', 'fill', { text: 'x' })).toMatchObject({ ok: true });
    });
  });

  it('keeps the ref of a combobox that holds something else than is written beside it', async () => {
    const html =
      '<p>Size</p><div role=combobox tabindex=0><p><textarea aria-label=Note>some words</textarea></p></div>';
    await withPage(engine, `<!doctype html><body>${html}`, async (page) => {
      const [line = ''] = await lines(page);
      expect(line).toContain('combobox ~"Size" [ref=e1]');
      expect(await page.json('query', 'e1', 'describe')).toMatchObject({ ok: true });
    });
  });

  it('names a box to press after the only field in it, where that is not shown itself', async () => {
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

  it('takes no pointer of a label without a control for something to press', async () => {
    expect(
      await shown(`
        <label for=nothing style="cursor:pointer">City</label><label for=nothing onclick="go()">Open</label>
        <label style="cursor:pointer">Drawn</label>`),
    ).toEqual(['- clickable "Open" [ref=e1]', '- clickable "Drawn" [ref=e2]']);
  });

  it('finds all cells of a grid that gives a tabindex only to the one where the keyboard is', async () => {
    expect(
      await shown(`
        <div role=grid><div role=row><div role=gridcell tabindex=0>A</div><div role=gridcell>B</div></div></div>
        <div role=grid><div role=row><div role=gridcell>C</div><div role=gridcell>D</div></div></div>`),
    ).toEqual(['- grid:', '  - row:', '    - gridcell "A" [ref=e2]', '    - gridcell "B" [ref=e3]']);
  });

  it('shows a canvas that is large enough to draw on', async () => {
    const html =
      '<canvas></canvas><canvas width=50 height=20></canvas><canvas style="pointer-events:none"></canvas><canvas role=img aria-label=Sales></canvas>';
    expect(await shown(html)).toEqual(engine.hasLayout ? ['- clickable ~"canvas" [ref=e1]'] : []);
  });

  it('finds what answers to a drop, a grab or a pointer over it, unless something in it can be acted on', async () => {
    expect(
      await shown(`
        <div ondrop="1" ondragover="event.preventDefault()">Done</div>
        <div @dragover.prevent="x">Doing</div>
        <div onmouseenter="1">Products</div>
        <div oncontextmenu="1">Row 7</div>
        <div style="cursor:grab">Handle</div>
        <div style="cursor:move">Title bar <button>x</button></div>
        <div ondrop="1">Card <button>y</button></div>
        <div @click.outside="close()">Menu</div>
        <div style="cursor:move"><span style="cursor:move">Inherited</span></div>
        <div style="cursor:move">Standup <span style="cursor:ns-resize;display:inline-block;width:9px;height:9px"></span></div>`),
    ).toEqual([
      '- droppable "Done" [ref=e1]',
      '- droppable "Doing" [ref=e2]',
      '- hoverable "Products" [ref=e3]',
      '- clickable "Row 7" [ref=e4]',
      '- draggable "Handle" [ref=e5]',
      '- button "x" [ref=e6]',
      '- button "y" [ref=e7]',
      '- draggable "Inherited" [ref=e8]',
      '- draggable "Standup" [ref=e9]:',
      '  - draggable ~"ns-resize" [ref=e10]',
    ]);
  });

  it.runIf(IS_REAL)('finds what takes a drop by a property', async () => {
    expect(await shown('<div id=zone>To do</div><script>zone.ondrop = () => drop();</script>')).toEqual([
      '- droppable "To do" [ref=e1]',
    ]);
  });

  it('finds an icon with a tooltip in what is pressed as a whole, but not in a button, nor a word with one', async () => {
    const icon = '<i title=Edit>✎</i>';
    expect(
      await shown(
        `<div style="cursor:pointer">Ann ${icon}<i title="May 7">Now</i></div><button>Bob ${icon}</button>`,
      ),
    ).toEqual([
      '- clickable "Ann Now" [ref=e1]:',
      '  - clickable "✎" [ref=e2] [description=Edit]',
      '- button "Bob ✎" [ref=e3]',
    ]);
  });

  it('does not call a handle after its row that only changes sizes, once the pointer is over it', async () => {
    const html = `<style>i { display: inline-block; width: 9px; height: 9px } i:hover { cursor: ew-resize }</style>
      <div role=row><span role=cell>Lamp</span><i></i><span role=cell>20</span></div>`;
    if (!engine.hasLayout) return;
    expect((await shown(html)).filter((line) => line.includes('draggable'))).toEqual([
      '- draggable ~"ew-resize" [ref=e1]',
    ]);
  });

  it('finds what only the arrow keys or a sort lead to', async () => {
    expect(
      await shown(`
        <div><x-tab tabindex=0>First</x-tab><x-tab tabindex=-1>Second</x-tab></div>
        <p tabindex=-1>Heading that is scrolled to</p>
        <div role=grid><div role=row><div role=columnheader aria-sort=none>Name</div><div role=columnheader>Age</div></div>
          <div role=row><div role=gridcell tabindex=-1>Ada</div><div role=gridcell>36</div></div></div>`),
    ).toEqual([
      '- focusable "First" [ref=e1]',
      '- focusable "Second" [ref=e2]',
      '- grid:',
      '  - columnheader "Name" [ref=e3]',
      '  - row:',
      '    - gridcell "Ada" [ref=e5]',
      '    - gridcell "36"',
    ]);
  });

  it('tells how a table is sorted by what is pressed for it, and keeps the header beside its filter', async () => {
    expect(
      await shown(`<table><tr><th aria-sort=descending style="cursor:pointer"><div role=button tabindex=0>Weight</div></th>
        <th aria-sort=none>Name <input aria-label=Filter></th></tr><tr><td>4<td>Ada</table>`),
    ).toEqual([
      '- button "Weight" [ref=e1] [sort=descending]',
      '- columnheader "Name Filter" [ref=e2]:',
      '  - textbox "Filter" [ref=e3]',
    ]);
  });

  it('shows such a wrapper as what it is besides', async () => {
    const html = `
        <h2 style="cursor:pointer">Orders <button>Fold</button></h2>
        <ul><li style="cursor:pointer"><a href="/1">One</a> (new)</li></ul>
        <section aria-label=Offers style="cursor:pointer"><button>Buy</button></section>
        <table>
          <tr><th>Name<th>Actions</tr>
          <tr style="cursor:pointer"><td>Lamp<td><button>Edit</button></tr>
          <tr style="cursor:pointer"><td>Rug <td>none</tr>
        </table>`;
    expect(await shown(html, { interactiveOnly: false })).toEqual([
      '- heading "Orders Fold" [level=2]:',
      '  - button "Fold" [ref=e1]',
      '- listitem:',
      '  - link "One" [ref=e3]',
      '  - text: (new)',
      '- region "Offers":',
      '  - button "Buy" [ref=e4]',
      '- table:',
      '  - row [ref=e5]:',
      '    - columnheader "Name"',
      '    - columnheader "Actions"',
      '  - row:',
      '    - cell "Lamp"',
      '    - cell:',
      '      - button "Edit" [ref=e7]',
      '  - row "Rug none" [ref=e8]:',
      '    - cell "Rug"',
      '    - cell "none"',
    ]);
    expect(await shown(html)).toEqual([
      '- heading "Orders Fold" [level=2]:',
      '  - button "Fold" [ref=e1]',
      '- link "One" [ref=e2]',
      '- region "Offers":',
      '  - button "Buy" [ref=e3]',
      '- button "Edit" [ref=e4]',
      '- row "Rug none" [ref=e5]',
    ]);
  });

  it('lists a link under another role, whatever it holds', async () => {
    expect(
      await shown(`
        <a href="/1" role=heading>News <button>Hide</button></a>
        <p><a href="/2" role=img aria-label=Logo><button>x</button></a></p>`),
    ).toEqual([
      '- heading "News Hide" [level=2] [ref=e1]:',
      '  - button "Hide" [ref=e2]',
      '- image "Logo" [ref=e3]:',
      '  - button "x" [ref=e4]',
    ]);
    const days = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    expect(
      await shown(`
        <div role=row><a href="/3" role=gridcell>${days.map((day) => `<button>${day}</button> `).join('')}</a></div>
        <a href="/4" role=group><button>Buy</button> <button>Save</button></a>`),
    ).toEqual([
      `- gridcell "${days.join(' ')}" [ref=e1]:`,
      ...days.map((day, i) => `  - button "${day}" [ref=e${i + 2}]`),
      '- clickable [ref=e11]:',
      '  - button "Buy" [ref=e12]',
      '  - button "Save" [ref=e13]',
    ]);
  });

  it('gives a link under another role no line where what it holds is what is pressed', async () => {
    expect(
      await shown(`
        <a href="/1" role=listitem><button>Buy</button></a>
        <a href="#" role=group><button>Bold</button> <button>Large</button></a>
        <a href="javascript:void(0)" role=listitem><label><input type=checkbox> Small</label></a>`),
    ).toEqual([
      '- button "Buy" [ref=e1]',
      '- button "Bold" [ref=e2]',
      '- button "Large" [ref=e3]',
      '- checkbox "Small" [ref=e4] [checked=false]',
    ]);
  });

  it('gives a wrapper known only by its cursor no ref when something inside it is interactive', async () => {
    expect(await shown('<div style="cursor:pointer">Card <button>Buy</button></div>')).toEqual([
      '- button "Buy" [ref=e1]',
    ]);
  });

  it('gives a part of a control that only repeats it no line of its own', async () => {
    const part = 'style="cursor:pointer;display:inline-block;width:9px;height:9px"';
    expect(
      await shown(`
        <div role=checkbox tabindex=0 aria-checked=false><div ${part}></div><span>News</span></div>
        <div role=switch tabindex=0 aria-checked=true aria-label=Dark><div ${part}><svg></svg></div></div>
        <div role=radio tabindex=0 aria-checked=false style="width:fit-content"><b onclick="1">A</b></div>
        <button style="cursor:default">Go <i class=icon-trash ${part}></i></button>
        ${engine.hasLayout ? `<button aria-label=Back style="cursor:default"><i class=icon-prev ${part}></i></button>` : '<button aria-label=Back></button>'}
        <div role=option aria-selected=false>Red <b onclick="1">x</b></div>`),
    ).toEqual([
      '- checkbox "News" [ref=e1] [checked=false]',
      '- switch "Dark" [ref=e2] [checked]',
      '- radio "A" [ref=e3] [checked=false]',
      '- button "Go" [ref=e4]:',
      '  - clickable ~"trash" [ref=e5]',
      '- button "Back" [ref=e6]',
      '- option "Red x" [ref=e7] [selected=false]:',
      '  - clickable "x" [ref=e8]',
    ]);
  });

  it('takes a handler around the one thing that it is called after for that of the thing', async () => {
    const day = (rest: string) => `<table><tr><th>Day<tr><td onclick="1" style="padding:0">${rest}</table>`;
    const shownOf = async (rest: string) =>
      (await shown(day(rest))).filter((line) => line.includes('ref=')).map((line) => line.trim());
    const small = '<a href="/a" style="display:block;width:9px;margin-right:90px">1</a>';
    expect(await shownOf('<a href="/a" style="display:block">1</a>')).toEqual(['- link "1" [ref=e1]']);
    if (engine.hasLayout)
      expect(await shownOf(small)).toEqual(['- cell ~"Day" [ref=e1]:', '- link "1" [ref=e2]']);
    expect(await shownOf('<a href="/a">1</a> of <a href="/b">2</a>')).toEqual([
      '- cell "1 of 2" [ref=e1]:',
      '- link "1" [ref=e2]',
      '- link "2" [ref=e3]',
    ]);
  });

  it('lists the switch in a box that handles the press in its place', async () => {
    const html = `<style>input { opacity: 0; width: 0; height: 0; margin: 0; position: absolute } i { display: inline-block; width: 40px; height: 20px; cursor: pointer }</style>
      <div onclick="1"><input type=checkbox role=switch aria-label=Dark><i></i></div>`;
    if (engine.hasLayout) expect(await shown(html)).toEqual(['- switch "Dark" [ref=e1] [checked=false]']);
  });

  it('leaves glyphs of icon fonts out of what a box shows', async () => {
    expect(await shown('<div role=combobox tabindex=0 aria-label=Metal>Gold <i>\ue969</i></div>')).toEqual([
      '- combobox "Metal" [ref=e1]: Gold',
    ]);
  });

  it('tells signs that are called alike apart by their tooltips, also to who reads', async () => {
    const signs = `<button title="Town hall">Marker</button><button title=Station>Marker</button><button title="To the top">Up</button>`;
    expect(await shown(signs, { interactiveOnly: false })).toEqual([
      '- button "Marker" [ref=e1] [description="Town hall"]',
      '- button "Marker" [ref=e2] [description=Station]',
      '- button "Up" [ref=e3]',
    ]);
  });

  it('names nothing by a class that says how it is', async () => {
    const dots = ['dots__dot dots__dot--active', 'dots__dot', 'dots__dot']
      .map((cls) => `<button class="${cls}"></button>`)
      .join('');
    expect(await shown(`<div>${dots}</div>`)).toEqual([
      '- button [ref=e1] [current=true]',
      '- button [ref=e2]',
      '- button [ref=e3]',
    ]);
  });

  it('names icons by their attributes and classes, and what has none by the parts of its class', async () => {
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

  it('does not call an icon after its set', async () => {
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

  it('tells the words of a tooltip that is shown, and what can be pressed in it', async () => {
    expect(
      await shown(`
        <button>Save</button><div role=tooltip>Help text</div>
        <div role=tooltip><div>Really?</div><button>Yes</button></div>
        <div role=tooltip><ul role=menu><li role=menuitem tabindex=-1>Copy</li></ul></div>`),
    ).toEqual([
      '- button "Save" [ref=e1]',
      '- tooltip "Help text"',
      '- tooltip: Really?',
      '  - button "Yes" [ref=e2]',
      '- menu:',
      '  - menuitem "Copy" [ref=e3]',
    ]);
  });

  it('takes no box that a dialog is drawn as for something to press', async () => {
    expect(
      await shown(`<div role=dialog aria-label=Tips><div onclick="1"><h2>Tips</h2><p>Words here</p><button>Cancel</button></div></div>
        <div role=dialog aria-label=Items><div onclick="1">Lamp <button>x</button></div><div onclick="1">Vase <button>x</button></div></div>`),
    ).toEqual([
      '- dialog "Tips":',
      '  - heading "Tips" [level=2]',
      '  - paragraph: Words here',
      '  - button "Cancel" [ref=e1]',
      '- dialog "Items":',
      '  - clickable "Lamp" [ref=e2]:',
      '    - button "x" [ref=e3]',
      '  - clickable "Vase" [ref=e4]:',
      '    - button "x" [ref=e5]',
    ]);
  });

  it('tells once what a control is around or is drawn as, under the same name', async () => {
    expect(
      await shown(`
        <div role=menuitem tabindex=0><div onclick="1">Work</div></div>
        <div onclick="1"><input aria-label=From value=1><span>-</span><input aria-label=To value=9></div>
        <div role=button tabindex=0 style="display:inline-block"><button onclick="1">Choose file</button></div>
        <label><input type=radio style="opacity:0;position:absolute"><span style="cursor:pointer">Extra</span></label>`),
    ).toEqual([
      '- menuitem "Work" [ref=e1]',
      '- textbox "From" [ref=e2]: 1',
      '- textbox "To" [ref=e3]: 9',
      '- button "Choose file" [ref=e4]',
      '- radio "Extra" [ref=e5] [checked=false]',
    ]);
  });

  it('names a button after the icon that is drawn now', async () => {
    const two = (style: string): string =>
      `<button><span class=icon-play style="${style}"><svg></svg></span><svg class=icon-pause></svg></button>`;
    const hidden = two('opacity:0').replace('<span', '<span aria-hidden=true');
    expect(await shown(two('display:none') + two('opacity:0') + hidden)).toEqual([
      '- button ~"pause" [ref=e1]',
      '- button ~"pause" [ref=e2]',
      '- button ~"pause" [ref=e3]',
    ]);
  });

  it('reads no text of a drawing that is outside of what draws text', async () => {
    const html = `<button><svg><path></path>,<path></path></svg>Aa</button>
      <button><svg><text>T <tspan>S</tspan></text></svg></button><button><svg><title>Tip</title></svg></button>`;
    expect(await shown(html)).toEqual([
      '- button "Aa" [ref=e1]',
      '- button "T S" [ref=e2]',
      '- button "Tip" [ref=e3]',
    ]);
  });

  it('does not call a field by its id that tells what to put in', async () => {
    expect(
      await shown('<label for=searchbox1></label><input id=searchbox1 placeholder=Search><input id=mailbox>'),
    ).toEqual(['- textbox [placeholder=Search] [ref=e1]', '- textbox ~"mailbox" [ref=e2]']);
  });

  it('calls a handle without a name after the item that it moves', async () => {
    const handle = '<i draggable=true style="display:block;height:9px"></i>';
    expect(await shown(`<ul><li><p>Milk</p>${handle}<li><p>Bread</p>${handle}</ul>`)).toEqual([
      '- draggable [ref=e1] [description=Milk]',
      '- draggable [ref=e2] [description=Bread]',
    ]);
  });

  it('leaves words that a style sheet draws as icons out of names, and tells which way an icon goes', async () => {
    if (!engine.hasLayout) return;
    expect(
      await shown(`<style>.item::before { font-family: "App Icons"; content: "chevron_right" }</style>
        <a class=item href="/a">Fruit</a><a class="icon-only cal-prev-month" href="/b"><i class=icon-prev style="display:inline-block;width:9px;height:9px"></i></a>`),
    ).toEqual(['- link "Fruit" [ref=e1]', '- link ~"prev" [ref=e2]']);
  });

  it('takes a box that shows what the field in it is called and holds for part of the field', async () => {
    expect(
      await shown(`<div onclick="1"><div>Tags</div><span>Red</span> <span>Blue</span>
        <input role=combobox aria-label=Tags value="Red, Blue"><button>Clear</button></div>`),
    ).toEqual(['- combobox "Tags" [ref=e1]: Red, Blue', '- button "Clear" [ref=e2]']);
  });

  it('names a button of a component by the icon that stands in its slot', async () => {
    const before = `const [host] = document.getElementsByTagName('x-fab');
      host.attachShadow({ mode: 'open' }).innerHTML = '<button><slot></slot></button>';`;
    expect(await shown('<x-fab><x-icon name=add></x-icon></x-fab>', {}, before)).toEqual([
      '- button ~"add" [ref=e1]',
    ]);
  });

  it('knows a component by its one field: what labels it, and that it hands on the focus', async () => {
    // Happy-dom does not keep what a root was made with.
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
  });

  it('tells the same button of several components apart by what stands in their slots', async () => {
    const before = `for (const host of Array.from(document.getElementsByTagName('x-row')))
      host.attachShadow({ mode: 'open' }).innerHTML = '<button>Delete</button><slot></slot>';`;
    expect(await shown('<x-row>Lamp</x-row><x-row>Desk</x-row>', {}, before)).toEqual([
      '- button "Delete" [ref=e1] [description=Lamp]',
      '- button "Delete" [ref=e2] [description=Desk]',
    ]);
  });

  it('names icons by what is left: a title, the symbol used, a class word', async () => {
    expect(
      await shown(`
        <button><svg width=9 height=9 class=ic-menu><use href="#icon-shopping-cart"></use></svg></button>
        <button><i class="fa fa-trash-o"></i></button>
        <button><svg width=9 height=9><title>Close</title></svg></button>
        <a href="/a"><span class=date-icon title="Choose a date" style="display:inline-block;width:9px;height:9px"></span></a>
        <a href="/b"><span class=clock-icon style="display:inline-block;width:9px;height:9px"></span></a>`),
    ).toEqual([
      '- button ~"shopping cart" [ref=e1]',
      '- button ~"trash" [ref=e2]',
      '- button "Close" [ref=e3]',
      '- link "Choose a date" [ref=e4]',
      '- link ~"clock" [ref=e5]',
    ]);
  });

  it('calls a picture to press after its file, or after its class where all have the same file', async () => {
    expect(
      await shown(`
        <img src="larger.gif" width=20 height=20 onclick="1">
        <a href="/a"><img src="dot.gif" class="icon ic_minus" width=20 height=20></a>`),
    ).toEqual(['- image ~"larger" [ref=e1]', '- link ~"minus" [ref=e2]']);
  });

  it('tells the tip of a mark that only its style draws, out of its own box', async () => {
    if (!engine.hasLayout) return;
    expect(
      await shown(
        `<style>[title]::before { position: absolute; width: 8px; height: 8px } .on::before { content: "•" }</style>
         <p>Offers <span class=on title=Unread></span></p><p>Plans <span title=Unread></span></p>`,
        { interactiveOnly: false },
      ),
    ).toEqual(['- paragraph: Offers Unread', '- paragraph: Plans']);
  });

  it('tells what a link or button can do through the item that holds it alone', async () => {
    expect(
      await shown(`<style>li { width: max-content }</style><ul role=menu>
        <li role=menuitem><a href="/a" aria-haspopup=menu aria-expanded=false>More</a></li>
        <li role=menuitem><button disabled>Delete</button></li></ul>`),
    ).toEqual([
      '- menu:',
      '  - menuitem "More" [ref=e1] [expanded=false] [haspopup=menu]',
      '  - menuitem "Delete" [ref=e2] [disabled]',
    ]);
  });

  it('calls an edge without words after its pointer', async () => {
    expect(
      await shown('<div style="cursor:col-resize;width:6px;height:90px;background:#abc" onclick="1"></div>'),
    ).toEqual(['- clickable ~"col-resize" [ref=e1]']);
  });

  it('calls a field after its row and column rather than after a name of numbers', async () => {
    const row = (id: number, name: string): string =>
      `<tr><td>${name}<td>text<td><input id=field_${id}_3></tr>`;
    const table = `<table><tr><th>Column<th>Type<th>Value</tr>${row(1, 'city')}${row(2, 'born')}</table>`;
    expect(await shown(table)).toEqual([
      '- textbox ~"city, Value" [ref=e1]',
      '- textbox ~"born, Value" [ref=e2]',
    ]);
    // Where those are shown too, they are not said again.
    const fields = (await shown(table, { interactiveOnly: false })).filter((line) =>
      line.includes('textbox'),
    );
    expect(fields.map((line) => line.trim())).toEqual(['- textbox [ref=e3]', '- textbox [ref=e5]']);
  });

  it('calls a box to tick in a row by no link that all rows have', async () => {
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

  it('tells by its tip what a sign does, and by no button beside it what it belongs to', async () => {
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

  it('tells once what a combobox holds that draws it as a field which takes no text', async () => {
    const box = (role: string): string =>
      `<div role=combobox tabindex=0 aria-expanded=false aria-label=Author><span role=textbox ${role}>Lem</span></div>`;
    expect(await shown(`${box('aria-readonly=true')}${box('aria-readonly=true tabindex=0')}`)).toEqual([
      '- combobox "Author" [ref=e1] [expanded=false]: Lem',
      '- combobox "Author" [ref=e2] [expanded=false]: Lem',
      '  - textbox [ref=e3] [readonly]: Lem',
    ]);
  });

  it('lists no wrapper that is called as its one button', async () => {
    const before = `const [host] = document.getElementsByTagName('x-button');
      host.onclick = () => { document.title = 'run'; };
      host.attachShadow({ mode: 'open' }).innerHTML = '<button aria-label=Run>▸</button>';`;
    expect(
      await shown(
        `<ul><li tabindex=0 onclick=1>New</li></ul>
        <x-button tabindex=0 aria-label=Run style="display:inline-block"></x-button>`,
        {},
        before,
      ),
    ).toEqual(['- clickable "New" [ref=e1]', '- button "Run" [ref=e2]']);
  });

  it('takes what a style sheet writes into an empty editor for no value', async () => {
    const editor = (text: string): string =>
      `<div contenteditable role=textbox aria-label=Title>${text}<span data-hint="Add title" contenteditable=false></span></div>`;
    expect(
      await shown(
        `<style>[data-hint]::after { content: attr(data-hint) }</style>${editor('\ufeff')}${editor('News')}`,
      ),
    ).toEqual(['- textbox "Title" [ref=e1]', expect.stringMatching(/^- textbox "Title" \[ref=e2\]: News/)]);
  });

  it('tells folders from files in a tree', async () => {
    expect(
      await shown(`<ul role=tree aria-label=Files>
        <li role=treeitem aria-expanded=true>src<ul role=group><li role=treeitem>main.ts</li></ul></li>
        <li role=treeitem aria-expanded=false>docs</li></ul>`),
    ).toEqual([
      '- tree "Files":',
      '  - treeitem "src" [level=1] [ref=e1] [expanded]:',
      '    - treeitem "main.ts" [level=2] [ref=e2]',
      '  - treeitem "docs" [level=1] [ref=e3] [expanded=false]',
    ]);
  });

  it('keeps dialogs, alerts and live regions with their text', async () => {
    expect(
      await shown(`
        <p>Ordinary text</p>
        <div role=alert>Card declined</div>
        <div aria-live=polite>3 results</div>
        <div role=dialog aria-label="Cookies"><p>We use cookies.</p><button>Accept</button></div>`),
    ).toEqual([
      '- alert: Card declined',
      '- generic [live=polite]: 3 results',
      '- dialog "Cookies":',
      '  - paragraph: We use cookies.',
      '  - button "Accept" [ref=e1]',
    ]);
  });

  it('masks secrets, whatever type they are shown with', async () => {
    const text = (
      await shown(`
        <input type=password value="hunter2hunter2" aria-label=Password>
        <input autocomplete=cc-number value="4111111111111111" aria-label=Card>
        <input autocomplete=one-time-code value="123456" aria-label=Code>`)
    ).join('\n');
    expect(text).toContain('textbox "Password"');
    expect(text).not.toMatch(/hunter2|4111|123456/);
  });

  it('masks the boxes of a code that nothing else tells from others', async () => {
    const boxes = (count: number, attributes = ''): string =>
      `<div>${'<input maxlength=1 value=7 aria-label=Box>'.repeat(count - 1)}<input value=8 aria-label=Box ${attributes}></div>`;
    const held = async (html: string): Promise<string> =>
      (await shown(html)).map((line) => line.slice(line.indexOf(': ') + 2)).join('');
    expect(await held(`<div class=otp-input>${boxes(6, 'maxlength=1')}</div>`)).toBe('••••••');
    expect(await held(`<form id=verifyCode>${boxes(4, 'maxlength=1')}</form>`)).toBe('••••');
    // A puzzle, and fields of other kinds.
    expect(await held(`<div class=typing-game>${boxes(5, 'maxlength=1')}</div>`)).toBe('77778');
    expect(await held(`<div class=otp-input>${boxes(6)}</div>`)).toBe('777778');
    expect(await held(`<div class=pin>${boxes(3, 'maxlength=1')}</div>`)).toBe('778');
  });
});

describe('the whole page', () => {
  const full = { interactiveOnly: false };

  it('reads in document order, with loose text between the elements', async () => {
    expect(
      await shown(
        `<main><h1>Cart</h1><p>Total <b>42,00</b> EUR, <a href="/vat">VAT</a> included.</p>
        <ul><li>One</li><li>Two <button>x</button></li></ul>
        <table><tr><th>Name</th><th>Price</th></tr><tr><td>Lamp</td><td>9</td></tr></table></main>`,
        full,
      ),
    ).toEqual([
      '- main:',
      '  - heading "Cart" [level=1]',
      '  - paragraph: Total 42,00 EUR,',
      '    - link "VAT" [ref=e1]',
      '    - text: included.',
      '  - list:',
      '    - listitem [ref=e2]: One',
      '    - listitem: Two',
      '      - button "x" [ref=e4]',
      '  - table:',
      '    - row [ref=e5]:',
      '      - columnheader "Name"',
      '      - columnheader "Price"',
      '    - row [ref=e6]:',
      '      - cell "Lamp"',
      '      - cell "9"',
    ]);
  });

  it('joins pieces of a line as they are seen: apart by a gap or as boxes, powers, readings of ruby', async () => {
    if (!engine.hasLayout) return;
    expect(
      await shown(
        `<style>b { margin-left: 10px } i { display: inline-block } code { padding: 4px }</style>
        <div><span>Ann</span><b>10:02</b></div>
        <div><span>Total:</span><b>42</b></div>
        <div><i>One</i><i>Two</i></div>
        <div><i>H</i><i>i</i></div>
        <p>Some <code>key</code>s, un<em>like</em>ly</p>
        <p>$10<sup>99</sup>, 5 m<sup>2</sup></p>
        <p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>を読む</p>
        <p><span style="float:left;font-size:40px">O</span>nce upon a time</p>
        <table><tr><th>Size<tr><td><i>One</i><i>Two</i><tr><td>A<b>9</b></table>
        <p>^</p>`,
        full,
      ),
    ).toEqual([
      '- text: Ann 10:02',
      '- text: Total: 42',
      '- text: One Two',
      '- text: Hi',
      '- paragraph: Some keys, unlikely',
      '- paragraph: $10^99, 5 m2',
      '- paragraph: 漢(かん)字(じ)を読む',
      '- paragraph: Once upon a time',
      '- table:',
      '  - row [ref=e1]:',
      '    - columnheader "Size"',
      '  - row [ref=e2]:',
      '    - cell "One Two"',
      '  - row [ref=e3]:',
      '    - cell "A9"',
      '- paragraph: ^',
    ]);
  });

  it('tells what is seen without words by what its author calls it, once', async () => {
    const icon = 'style="display:inline-block;width:10px;height:10px"';
    expect(
      await shown(
        `<table><caption>Plans</caption><tr><th>API<th>SSO<th>Mail<th>Chat
          <tr><td><svg ${icon} class="icon-cross" width=10 height=10></svg><td><i ${icon} class="fa fa-check"></i><td>✓<td class="last">
        </table>
        <p>Ann <span ${icon} title="Online"></span></p>
        <div title="3 of 5 stars"><i ${icon}></i><i ${icon}></i></div>
        <div title="Tip">Words</div>
        <a href="/h"><i ${icon} title="Home"></i></a>
        <input type=radio name=r id=r1 value=1><label for=r1>★</label> <input type=radio name=r id=r2 value=2><label for=r2>★</label>`,
        full,
      ),
    ).toEqual([
      '- table "Plans":',
      '  - row [ref=e1]:',
      '    - columnheader "API"',
      '    - columnheader "SSO"',
      '    - columnheader "Mail"',
      '    - columnheader "Chat"',
      '  - row [ref=e2]:',
      '    - cell: cross',
      '    - cell: check',
      '    - cell "✓"',
      '    - cell',
      '- paragraph: Ann Online',
      '- text: 3 of 5 stars',
      '- text: Words',
      '- link "Home" [ref=e3]',
      '- radio "★" [ref=e4] [checked=false] [description=1]',
      '- radio "★" [ref=e5] [checked=false] [description=2]',
    ]);
  });

  it('reads the words that a style sheet writes, and none of its ornaments', async () => {
    if (!engine.hasLayout) return;
    expect(
      await shown(
        `<style>
          .sale::before { content: 'Sale' } .eur:after { content: ' €' } .usd::before { content: '$' }
          .no::before { content: '\\2717' } .month::after { content: 'per month'; display: block }
          li::before { content: '• ' } .more::after { content: ' ▼' } .icon::before { content: '\\f101' }
          ol { counter-reset: n } ol li::before { content: 'Step ' counter(n) } .only::before { content: 'New' }
          @media print { p::before { content: 'Printed' } }
        </style>
        <p class=sale>Lamp, <span class=eur>42</span> or <span class=usd>45</span></p>
        <ul><li>One</li><li class=no>Two</li></ul><ol><li>Three</li></ol>
        <div class=month><b>$9</b></div><div class=more>More</div><p class=icon></p><p class=only></p>
        <h2 class=sale>Chair</h2><a class=eur href="/x">5</a><p>He said <q>hi</q> loud.</p><button>Say <q>hi</q></button>`,
        full,
      ),
    ).toEqual([
      '- paragraph: Sale Lamp, 42 € or $45',
      '- list:',
      '  - listitem [ref=e1]: One',
      '  - listitem [ref=e2]: ✗ Two',
      '- listitem [ref=e3]: Three',
      '- text: $9 per month',
      '- text: More',
      '- paragraph: New',
      '- heading "SaleChair" [level=2]',
      '- link "5 €" [ref=e4]',
      '- paragraph: He said “hi” loud.',
      '- button "Say “hi”" [ref=e5]',
    ]);
  });

  it('drops what is inserted where the name says it, and keeps it beside what is struck out', async () => {
    expect(
      await shown(
        `<a href="/x"><span><ins>Slow</ins> <ins>Computer?</ins></span> <em>Extra</em></a>
        <a href="/y"><del>5</del> <ins>4</ins></a><p><del>5</del> <ins>4</ins></p>`,
        full,
      ),
    ).toEqual([
      '- link "Slow Computer? Extra" [ref=e1]',
      '- link "5 4" [ref=e2]:',
      '  - deletion: 5',
      '  - insertion: 4',
      '- paragraph:',
      '  - deletion: 5',
      '  - insertion: 4',
    ]);
  });

  it('says that something is under way', async () => {
    expect(await shown('<div><progress></progress></div><div role=progressbar>&nbsp;</div>', full)).toEqual([
      '- progressbar [valuemax=1]',
      '- progressbar',
    ]);
  });

  it('drops text that only repeats a name, after the name is cut and never before', async () => {
    expect(await shown('<a href="/x">A link with words</a>', full)).toEqual([
      '- link "A link with words" [ref=e1]',
    ]);
    const long = 'word '.repeat(100).trim();
    const [line] = await shown(`<button>${long}</button>`, { ...full, maxTextPerNode: 50 });
    expect(line).toBe(`- button "${long.slice(0, 49)}…" [ref=e1]`);
  });

  it('has no line for what has no width, and keeps it in words', async () => {
    const text =
      '<h2>Pets</h2><span>&#8203;</span><p>&#8288;</p><button>Go</button><i>&#173;</i><p>a&#8203;b</p>';
    expect(await shown(text, full)).toEqual([
      '- heading "Pets" [level=2]',
      '- button "Go" [ref=e1]',
      '- paragraph: ab',
    ]);
  });

  it('says the words of a link once, also where they are set in pieces in a paragraph of it', async () => {
    const badge = '<span style="position:absolute">New</span>';
    expect(
      await shown(
        `<a href="/w"><p style="margin:0">Widgets ${badge}</p></a>
        <a href="/o" aria-label=Other><p style="margin:0">Widgets ${badge}</p></a>`,
        full,
      ),
    ).toEqual([
      '- link "Widgets New" [ref=e1]',
      '- link "Other" [ref=e2]:',
      ...(engine.hasLayout ? ['  - text: Widgets', '  - text: New'] : ['  - paragraph: Widgets New']),
    ]);
  });

  it('tells the tooltip of what is called by a mere sign, which nothing else says', async () => {
    expect(
      await shown(
        '<p>Ann <button title=Delete>🗑</button> <button title="Deletes it all">Delete all</button></p>',
        full,
      ),
    ).toEqual([
      '- paragraph: Ann',
      '  - button "🗑" [ref=e1] [description=Delete]',
      '  - button "Delete all" [ref=e2]',
    ]);
  });

  it('tells what an icon says beside a figure, and nothing of figures without one', async () => {
    const html = `<ul><li>Rome <button><i class="fa-heart"></i> 12</button><li>Oslo <button><i class="fa-heart"></i> 12</button></ul>
      <a href="/n"><i class="fa-bell"></i><span>3</span></a> <a href="?2" title=2>2</a> <a href="/l"><i class="fa-list"></i>3 left</a>`;
    const links = [
      '- link "3" [ref=e3] [description=bell]',
      '- link "2" [ref=e4]',
      '- link "3 left" [ref=e5]',
    ];
    expect(await shown(html)).toEqual([
      '- button "12" [ref=e1] [description=Rome]',
      '- button "12" [ref=e2] [description=Oslo]',
      ...links,
    ]);
    expect(await shown('<button><i class="fa-bell"></i>3</button>', full)).toEqual([
      '- button "3" [ref=e1] [description=bell]',
    ]);
  });

  it('says the words of a label once, as the name of its control', async () => {
    expect(
      await shown('<label>Email <input></label><label for=a>Age</label><input id=a type=number>', full),
    ).toEqual(['- textbox "Email" [ref=e1]', '- spinbutton "Age" [ref=e2]']);
  });

  it('says the words of a label once also where its control says them itself', async () => {
    expect(
      await shown(
        `<label>Name <input aria-label=Name value=Ada></label>
        <label><input type=checkbox aria-label=Agree> Agree</label>
        <label><input type=radio aria-label=Other> Agree</label>`,
        full,
      ),
    ).toEqual([
      '- textbox "Name" [ref=e1]: Ada',
      '- checkbox "Agree" [ref=e2] [checked=false]',
      '- radio "Other" [ref=e3] [checked=false]',
      '- text: Agree',
    ]);
  });
});

describe('a field in a label', () => {
  it('holds what is drawn beside it in the box that opens its list', async () => {
    const box = (drawn: string, value: string): string =>
      `<label><div onclick="1"><div>City</div>${drawn}<input role=combobox aria-label=City aria-expanded=false value="${value}"></div></label>`;
    expect(await shown(box('<span>Rome</span>', ''))).toEqual([
      '- combobox "City" [ref=e1] [expanded=false]: Rome',
    ]);
    expect(await shown(box('', ''))).toEqual(['- combobox "City" [ref=e1] [expanded=false]']);
    expect((await shown(box('<span>Rome</span>', 'Par'))).pop()).toBe(
      '  - combobox "City" [ref=e2] [expanded=false]: Par',
    );
  });

  it('has no line for the empty place of its message, and one for the message', async () => {
    const field = (below: string): string =>
      `<label>Mail <input aria-label=Mail><div onclick="event.preventDefault()" style="height:20px">${below}</div></label>`;
    expect(await shown(field(''))).toEqual(['- textbox "Mail" [ref=e1]']);
    expect(await shown(field('<div role=alert>No mail</div>'))).toEqual([
      '- textbox "Mail" [ref=e1]',
      '- alert: No mail',
    ]);
    expect(await shown(field('<b>Help</b>'))).toEqual([
      '- textbox "Mail" [ref=e1]',
      '- clickable "Help" [ref=e2]',
    ]);
  });
});

describe('a tooltip', () => {
  it('is told while it is shown', async () => {
    expect(await shown('<button>Cog</button><div role=tooltip>Preferences</div>')).toEqual([
      '- button "Cog" [ref=e1]',
      '- tooltip "Preferences"',
    ]);
    expect(await shown('<button>Cog</button><div role=tooltip hidden>Preferences</div>')).toHaveLength(1);
  });
});

describe('components say each thing once', () => {
  it('a combobox without what it is drawn of, and a control without the label that it refers to', async () => {
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

  it('not by what is code, how a cell is drawn, or what others beside it are too', async () => {
    const swatch =
      '<span class=ql-picker-item onclick="1" style="display:inline-block;width:9px;height:9px"></span>';
    expect(
      await shown(`<input data-action="blur->todo#commit keydown.enter->todo#commit"><button class="close-mail"></button>
        <div role=grid><div role=row><div role=gridcell class="grid-cell" tabindex=0 style="width:9px;height:9px"></div></div></div>
        <button><i class="persistent-ripple"></i></button>${swatch}${swatch}`),
    ).toEqual([
      '- textbox [ref=e1]',
      '- button ~"close mail" [ref=e2]',
      '- grid:',
      '  - gridcell [ref=e3]',
      '- button [ref=e4]',
      '- clickable [ref=e5]',
      '- clickable [ref=e6]',
    ]);
  });

  it('by the heading above them, not by the first of a page, nor by all that is written on it', async () => {
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
});
