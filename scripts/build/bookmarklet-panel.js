/**
 * What the bookmarklet does after the bundle has run: shows the page's text in a panel. No innerHTML and no style
 * attribute, so that neither a content security policy nor Trusted Types have anything to forbid.
 */
{
  const mark = 'data-agent-browser-panel';
  // The panel of an earlier click is not part of the page.
  for (const old of document.querySelectorAll(`[${mark}]`)) old.remove();

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {Partial<CSSStyleDeclaration>} style
   */
  const create = (tag, style, text = '') => {
    const element = document.createElement(tag);
    Object.assign(element.style, style);
    element.textContent = text;
    return element;
  };
  const host = create('div', {
    all: 'initial',
    display: 'block',
    position: 'fixed',
    inset: 'auto 0 0 0',
    zIndex: '2147483647',
  });
  host.setAttribute(mark, '');

  const button = {
    font: 'inherit',
    padding: '4px 10px',
    border: '1px solid #777',
    borderRadius: '4px',
    background: '#333',
    color: '#fff',
    cursor: 'pointer',
  };
  const panel = create('section', {
    display: 'flex',
    flexDirection: 'column',
    height: '45vh',
    background: '#1c1c1c',
    color: '#fff',
    font: '13px/1.4 system-ui, sans-serif',
    boxShadow: '0 -4px 24px rgba(0,0,0,.4)',
  });
  const bar = create('div', {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    alignItems: 'center',
    padding: '8px 12px',
  });
  const title = create('strong', { flex: '1 1 auto' });
  const whole = create('button', button, 'All text');
  const copy = create('button', button, 'Copy');
  const close = create('button', button, 'Close');
  const output = create('textarea', {
    flex: '1',
    margin: '0',
    padding: '8px 12px',
    border: '0',
    outline: '0',
    resize: 'none',
    background: '#111',
    color: '#ddd',
    font: '12px/1.5 ui-monospace, monospace',
    whiteSpace: 'pre',
  });
  output.readOnly = true;
  output.setAttribute('aria-label', 'What a language model reads');
  panel.setAttribute('aria-label', 'agent-browser');
  bar.append(title, whole, copy, close);
  panel.append(bar, output);
  host.attachShadow({ mode: 'open' }).append(panel);

  let interactiveOnly = true;
  const readPage = () => {
    const result = window.__agentBrowser?.snapshot({ format: 'text', interactiveOnly });
    if (!result) return '';
    return 'text' in result ? result.text : 'error' in result ? result.error.message : '';
  };
  const show = () => {
    host.remove();
    output.value = readPage();
    title.textContent = `${output.value.length.toLocaleString('en')} characters instead of ${document.documentElement.outerHTML.length.toLocaleString('en')} of HTML`;
    whole.textContent = interactiveOnly ? 'All text' : 'Controls only';
    // Everything outside of an open modal dialog is inert.
    const dialogs = document.querySelectorAll('dialog[open]');
    (dialogs[dialogs.length - 1] || document.documentElement).append(host);
    if (host.showPopover) {
      // The top layer, above whatever the page has put there.
      host.setAttribute('popover', 'manual');
      host.showPopover();
    }
    output.scrollTop = 0;
  };

  whole.onclick = () => {
    interactiveOnly = !interactiveOnly;
    show();
  };
  close.onclick = () => host.remove();
  copy.onclick = () => {
    const done = () => {
      copy.textContent = 'Copied';
    };
    const byHand = () => {
      output.select();
      if (document.execCommand('copy')) done();
    };
    // Only secure contexts have a clipboard, and a page's permissions policy may forbid it.
    if (navigator.clipboard) navigator.clipboard.writeText(output.value).then(done, byHand);
    else byHand();
  };
  for (const type of /** @type {const} */ (['keydown', 'keypress', 'keyup'])) {
    // The page's shortcuts are not meant by what is typed here.
    host.addEventListener(type, (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') host.remove();
    });
  }
  show();
}
