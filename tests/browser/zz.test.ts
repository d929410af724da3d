import { it } from 'vitest';
import { openTheatre } from '../support/acting.ts';
import { openApp, play } from '../support/framework-stage.ts';

it('x', async () => {
  const th = await openTheatre();
  const tab = await openApp(th.context, 'preact');
  await play(tab, 'run', { kind: 'fill', at: 'digits', payload: '12', model: {}, result: true });
  await tab.evaluate(
    `window.m=[]; new MutationObserver(rs => { for (const r of rs) m.push(r.type+' '+r.target.nodeName+' '+(r.target.getAttribute?.('aria-label')||'')+' '+r.attributeName+' '+r.oldValue+' -> '+(r.attributeName? r.target.getAttribute(r.attributeName):r.addedNodes.length)) }).observe(document,{subtree:true,childList:true,characterData:true,attributeOldValue:true})`,
  );
  const r = await play(tab, 'run', { kind: 'press', at: 'digits', payload: 'x', model: {}, result: true });
  console.log(r.result, await tab.evaluate('m'));
  await th.close();
});
