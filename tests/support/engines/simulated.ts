import { injected } from './test-page.ts';
import { type Engine, URL_OF_PAGE } from './types.ts';

export const jsdomEngine = (): Engine => ({
  name: 'jsdom',
  hasLayout: false,
  async open(html, { before } = {}) {
    const { JSDOM } = await import('jsdom');
    const { window } = new JSDOM(html, {
      url: URL_OF_PAGE,
      runScripts: 'dangerously',
      pretendToBeVisual: true,
    });
    const evaluate = (code: string): unknown => window.eval(code);
    return injected({ evaluate, execute: evaluate, close: () => window.close() }, before);
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
    return injected({ evaluate, execute: evaluate, close: () => window.happyDOM.close() }, before);
  },
  async close() {},
});
