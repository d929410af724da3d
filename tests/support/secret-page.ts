/**
 * Fields whose text must never be in an answer. `SECRET` stands for it; `set` says how it gets there other than by
 * markup.
 */
export const SECRET_FIELDS: readonly string[] = [
  '<input type=password value=SECRET>',
  '<input type=PassWord data-set>',
  '<input type=password readonly value=SECRET>',
  '<input type=password disabled value=SECRET>',
  '<input type=password maxlength=12 value=SECRET>',
  '<input autocomplete=current-password value=SECRET>',
  '<input type=text autocomplete=new-password data-set>',
  '<input autocomplete=one-time-code value=SECRET>',
  '<input autocomplete="section-a billing cc-number" value=SECRET>',
  '<input autocomplete=CC-CSC value=SECRET>',
  '<input autocomplete=cc-exp value=SECRET>',
  '<input autocomplete=cc-exp-month value=SECRET>',
  '<input autocomplete=cc-exp-year value=SECRET>',
  '<input autocomplete=cc-name value=SECRET>',
  '<input autocomplete=cc-given-name value=SECRET>',
  '<input autocomplete=cc-family-name value=SECRET>',
  '<input autocomplete=cc-type value=SECRET>',
  '<input type=tel name=card_number value=SECRET>',
  '<input type=search id=cvv value=SECRET>',
  '<input type=email autocomplete=one-time-code value=SECRET data-refused>',
  '<input role=combobox name=password value=SECRET>',
  '<input role=spinbutton name=otp value=SECRET>',
  '<input type=number autocomplete=cc-csc value=SECRET>',
  '<textarea name=passphrase>SECRET</textarea>',
  '<textarea autocomplete=current-password data-set></textarea>',
  '<input type=hidden name=csrf value=SECRET>',
  '<input type=hidden name=password value=SECRET>',
  '<input type=HIDDEN id=token data-set>',
  '<input type=password value=SECRET hidden>',
  '<input type=password value=SECRET style="opacity: 0">',
  '<label>Password <input type=password value=SECRET></label>',
  '<label>Code <textarea autocomplete=one-time-code>SECRET</textarea> here</label>',
  '<button aria-labelledby=self><input type=password id=self value=SECRET></button>',
  '<button aria-describedby="area"><textarea id=area name=password>SECRET</textarea></button>',
  '<div role=group aria-labelledby=self2><input type=password id=self2 aria-label=P value=SECRET></div>',
  '<input type=password value=SECRET data-wrong>',
  '<input autocomplete=new-password value=SECRET data-wrong-part>',
  '<input type=password value=SECRET data-shown>',
  '<ul><li><textarea name=passphrase>SECRET</textarea><button>In a row</button></li></ul>',
  '<template><form><input type=password value=SECRET><input type=hidden value=SECRET><template><textarea name=password>SECRET</textarea></template></form></template>',
  '<input name=card_cvv value=SECRET>',
  '<input id=otpCode value=SECRET>',
  '<input name="payment[card][number]" value=SECRET>',
  '<input id=CVVField value=SECRET>',
  '<iframe title=f srcdoc="<input type=password value=SECRET>"></iframe>',
];

/**
 * A form with all of these fields, each in `<div class=one>`; further ones in a shadow root and in a frame. `data-set`:
 * the text is set by property; `data-refused`: the page restores the old text; `data-wrong`: the page's message quotes
 * the text, with `-part` a part of it; `data-shown`: `show()` turns the password into text.
 */
export const secretPage = (secret: string): { html: string; script: string } => ({
  html: `<!doctype html><html><head><title>t</title></head><body><form>${SECRET_FIELDS.map(
    (field) => `<div class=one>${field.replace(/SECRET/g, secret)}</div>`,
  ).join('')}<button>Send</button></form><p>Own words</p><div id=host></div></body></html>`,
  script: `
    const secret = ${JSON.stringify(secret)};
    const each = (selector, use) => Array.from(document.querySelectorAll(selector)).forEach(use);
    each('[data-set]', (el) => { el.value = secret; });
    each('[data-refused]', (el) => { el.addEventListener('input', () => { el.value = secret; }); });
    const judge = (selector, words) => each(selector, (el) => {
      const tell = () => el.setCustomValidity(words(el.value));
      el.addEventListener('input', tell);
      tell();
    });
    judge('[data-wrong]', (value) => '"' + value + '" is too weak');
    judge('[data-wrong-part]', (value) => 'It must not begin with ' + value.slice(0, 4));
    window.show = () => each('[data-shown]', (el) => { el.type = 'text'; });
    const field = () => Object.assign(document.createElement('input'), { type: 'password', value: secret });
    document.getElementById('host').attachShadow({ mode: 'open' }).append(field());
    const frame = document.createElement('iframe');
    document.body.append(frame);
    if (frame.contentDocument && frame.contentDocument.body) frame.contentDocument.body.append(field());`,
});

/** A script that asks for everything that changes nothing: an array of the answers as text. */
export const ASK_ALL = `(function () {
  const told = [];
  const call = (...args) => { const answer = window.__agentBrowser.json(...args); told.push(answer); return JSON.parse(answer); };
  const formats = ['json', 'tree', 'html', 'indexed', 'outline', 'yaml', 'markdown'];
  const hidden = { interactiveOnly: false, includeHidden: true, description: true, paths: true, boxes: true, occlusion: true };
  for (const format of formats) {
    for (const options of [{}, { interactiveOnly: false }, hidden]) call('snapshot', { format, ...options });
    call('snapshot', { format, since: 1 });
  }
  const kinds = call('query', 'e1', '?').error.valid;
  const pages = [['info'], ['extract'], ['extract', { scope: 'body' }], ['highlight'], ['highlight', { off: true }],
    ['search', { value: '[a-z0-9]', regex: true, limit: 500 }], ['find', { by: 'css', value: '*', hidden: true, limit: 500 }],
    ['find', { by: 'xpath', value: '//input', hidden: true, limit: 500 }], ['find', { by: 'css', value: 'zz[' }],
    ['wait', { selector: 'input' }], ['scroll', { text: 'Own words' }]];
  for (const by of ['role', 'text', 'label', 'placeholder', 'alt', 'title', 'testid'])
    pages.push(['find', { by, value: by === 'role' ? 'textbox' : 'e', hidden: true, limit: 500 }]);
  for (const [kind, payload] of pages) call('page', kind, payload);
  const all = call('page', 'find', { by: 'css', value: '*', hidden: true, limit: 500 }).elements;
  for (const { ref } of all)
    for (const kind of kinds)
      call('query', ref, kind, kind === 'count' ? '*' : kind === 'styles' ? ['content', 'color'] : undefined);
  return told;
})()`;

/** A script that does every action on every field, with `words` as the model's own text. */
export const doAll = (words: string): string => `(function () {
  const told = [];
  const call = (...args) => { const answer = window.__agentBrowser.json(...args); told.push(answer); return JSON.parse(answer); };
  const fields = call('page', 'find', { by: 'css', value: 'input, textarea', hidden: true, limit: 500 }).elements;
  const words = ${JSON.stringify(words)};
  for (const { ref } of fields)
    for (const [kind, payload] of [['focus'], ['hover'], ['type', { text: words }], ['press', 'a'], ['selectText', { text: 'zz' }], ['selectText'],
      ['select', 'zz'], ['check'], ['setChecked', true], ['upload', []], ['drop', { text: words }], ['submit'], ['fill', { text: words }],
      ['fill', { text: words + words }], ['clear'], ['fill', { text: words }], ['scrollIntoView'], ['scroll'], ['blur'], ['click']]) {
      call('action', ref, kind, payload);
      if (kind === 'fill') call('snapshot', { format: 'tree', since: 1 });
    }
  return told;
})()`;
