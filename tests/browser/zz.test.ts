import { it } from 'vitest';
import { openTheatre } from '../support/acting.ts';
import { openApp, play } from '../support/framework-stage.ts';
it('x', async () => {
  const th = await openTheatre();
  const tab = await openApp(th.context, 'react');
  await tab.evaluate(`for (const t of ['select','selectionchange','focusin','focusout','mousedown']) document.addEventListener(t, e => (window.h ??= []).push(t+' '+e.target.nodeName+' '+document.activeElement.nodeName+document.activeElement.selectionStart), true)`);
  await play(tab, 'run', { kind: 'fill', at: 'notes', payload: 'one two', model: {}, result: true });
  const r = await play(tab, 'run', { kind: 'selectText', at: 'notes', payload: 'two', model: {}, result: true });
  console.log(r.result, r.model.marked, await tab.evaluate('h'));
  await tab.evaluate('new Promise(r=>setTimeout(r,300))');
  console.log(await tab.evaluate('model.marked'), await tab.evaluate('h'));
  await th.close();
});
