import { Script } from 'node:vm';
import { pageScript } from '../page-script.ts';
import { injected } from './test-page.ts';
import { type Engine, URL_OF_PAGE } from './types.ts';

/** Compiled once for all windows. */
const script = new Script(pageScript);

export const jsdomEngine = (): Engine => ({
  name: 'jsdom',
  hasLayout: false,
  async open(html, { before } = {}) {
    const { JSDOM } = await import('jsdom');
    const dom = new JSDOM(html, {
      url: URL_OF_PAGE,
      runScripts: 'dangerously',
      pretendToBeVisual: true,
    });
    const evaluate = (code: string): unknown => dom.window.eval(code);
    const context = dom.getInternalVMContext();
    const inject = () => script.runInContext(context);
    return injected({ evaluate, execute: evaluate, inject, close: () => dom.window.close() }, before);
  },
  async close() {},
});

export const happyDomEngine = (): Engine => ({
  name: 'happy-dom',
  hasLayout: false,
  async open(html, { before } = {}) {
    const { Window } = await import('happy-dom');
    const window = new Window({
      url: URL_OF_PAGE,
      settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
    });
    window.document.write(html);
    const evaluate = (code: string): unknown => window.eval(code);
    const inject = () => script.runInContext(window);
    return injected({ evaluate, execute: evaluate, inject, close: () => window.happyDOM.close() }, before);
  },
  async close() {},
});
