/**
 * One action on a page of the project: `line` matches the line of the text whose ref is used, `kind` and `payload` are the
 * action. `proof` is an expression about the application's state that is true afterwards.
 * @typedef {{ page: 'shop' | 'dashboard', what: string, line: RegExp, kind: string, payload?: unknown, proof: string }} Scenario
 */

/** @type {Scenario[]} */
export const scenarios = [
  // The shop
  {
    page: 'shop',
    what: 'answer the cookie banner',
    line: /button "Only necessary"/,
    kind: 'click',
    proof: "shop.state.cookies === 'necessary'",
  },
  {
    page: 'shop',
    what: 'fill in the search',
    line: /combobox "Search products"/,
    kind: 'fill',
    payload: 'lamp',
    proof: "document.querySelector('#search').value === 'lamp'",
  },
  {
    page: 'shop',
    what: 'add a product to the cart',
    line: /button "Add to cart"/,
    kind: 'click',
    proof: 'shop.state.cart.length === 2',
  },
  {
    page: 'shop',
    what: 'take a product out of the cart',
    line: /clickable ~?"[^"]*(?:[Rr]emove|trash)[^"]*"/,
    kind: 'click',
    proof: 'shop.state.cart.length === 0',
  },
  {
    page: 'shop',
    what: 'open another tab',
    line: /tab "Shipping"/,
    kind: 'click',
    proof: "shop.state.tab === 'shipping'",
  },
  {
    page: 'shop',
    what: 'choose a language',
    line: /combobox "Language"/,
    kind: 'select',
    payload: 'Deutsch',
    proof: "shop.state.language === 'de'",
  },
  {
    page: 'shop',
    what: 'press a toggle button',
    line: /button "Dark mode"/,
    kind: 'click',
    proof: 'shop.state.dark === true',
  },
  {
    page: 'shop',
    what: 'open a list of colours',
    line: /combobox "Colour"/,
    kind: 'click',
    proof: "!document.querySelector('#colour-options').hidden",
  },
  {
    page: 'shop',
    what: 'filter by a department',
    line: /checkbox "Textiles"/,
    kind: 'check',
    proof: "shop.state.filters.categories.includes('textiles')",
  },
  {
    page: 'shop',
    what: 'fill in a coupon code',
    line: /textbox "Coupon code"/,
    kind: 'fill',
    payload: 'AUTUMN10',
    proof: "document.querySelector('#coupon').value === 'AUTUMN10'",
  },
  // The dashboard
  {
    page: 'dashboard',
    what: 'select a row',
    line: /checkbox "Select 1004"/,
    kind: 'check',
    proof: 'dashboard.selected.has(1004)',
  },
  {
    page: 'dashboard',
    what: "open a row's details",
    line: /button "Details of 1007"/,
    kind: 'click',
    proof: 'dashboard.open.has(1007)',
  },
  {
    page: 'dashboard',
    what: 'open a section of the navigation',
    line: /button "[^"]*Stock"/,
    kind: 'click',
    proof: "dashboard.section === 'Stock'",
  },
  {
    page: 'dashboard',
    what: 'switch a setting on',
    line: /switch "Sound"/,
    kind: 'check',
    proof: "dashboard.settings['Sound'] === true",
  },
  {
    page: 'dashboard',
    what: 'remove a task by its icon',
    line: /clickable "×"/,
    kind: 'click',
    proof: 'dashboard.tasks.length === 2',
  },
  {
    page: 'dashboard',
    what: 'fill in a task',
    line: /textbox "New task"/,
    kind: 'fill',
    payload: 'Order tape',
    proof: "document.querySelector('#task').value === 'Order tape'",
  },
  {
    page: 'dashboard',
    what: 'open a menu',
    line: /button "Ada Lovelace"/,
    kind: 'click',
    proof: "!document.querySelector('#account-menu').hidden",
  },
  {
    page: 'dashboard',
    what: 'change the range of the chart',
    line: /tab "Month"/,
    kind: 'click',
    proof: "dashboard.range === 'Month'",
  },
  {
    page: 'dashboard',
    what: "change an order's status by its chip",
    line: /clickable "(?:New|Packed|Sent|Returned)"/,
    kind: 'click',
    proof:
      "dashboard.orders.filter(({ status }, i) => status !== ['New', 'Packed', 'Sent', 'Returned'][(i * 3) % 4]).length === 1",
  },
  {
    page: 'dashboard',
    what: 'open a dialog',
    line: /button "New order"/,
    kind: 'click',
    proof: "document.querySelector('#dialog').open",
  },
  {
    page: 'dashboard',
    what: 'search',
    line: /searchbox "Search orders"/,
    kind: 'fill',
    payload: 'Grace',
    proof: "dashboard.filter.text === 'Grace'",
  },
];
