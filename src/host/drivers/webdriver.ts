import type { Driver } from '../driver.ts';
import { chordOf } from './keys.ts';

/** A chain of WebDriver's actions, as `selenium-webdriver` has it. */
interface Actions {
  move(to: { x: number; y: number; duration: number }): Actions;
  press(button: never): Actions;
  release(button: never): Actions;
  keyDown(key: string): Actions;
  keyUp(key: string): Actions;
  perform(): Promise<void>;
}

/** What is used of a WebDriver client (`selenium-webdriver`): Firefox, WebKitGTK, Safari, Chrome. */
export interface WebDriverLike {
  executeScript(code: string): Promise<unknown>;
  get(url: string): Promise<unknown>;
  takeScreenshot(): Promise<string>;
  close(): Promise<unknown>;
  actions(): unknown;
}

const BUTTONS = { left: 0, right: 2 } as const;

/** A window of a WebDriver client: `new AgentSession(webdriver(driver))`. New windows are not told. */
export const webdriver = (client: WebDriverLike): Driver => {
  const actions = (): Actions => client.actions() as Actions;
  // The protocol takes whole pixels only.
  const moved = (x: number, y: number): Actions =>
    actions().move({ x: Math.round(x), y: Math.round(y), duration: 0 });
  return {
    evaluate: (code) => client.executeScript(`return ${code}`),
    // A line break behind `return` would end it.
    inject: (script) => client.executeScript(script),
    open: (url) => client.get(url),
    async screenshot() {
      const bytes = Uint8Array.from(atob(await client.takeScreenshot()), (one) => one.charCodeAt(0));
      return { bytes, mimeType: 'image/png' };
    },
    close: () => client.close(),
    input: {
      move: (x, y) => moved(x, y).perform(),
      click(x, y, button, times) {
        let chain = moved(x, y);
        // One chain: Firefox counts clicks within it.
        for (let count = 1; count <= times; count++)
          chain = chain.press(BUTTONS[button] as never).release(BUTTONS[button] as never);
        return chain.perform();
      },
      async press(chord) {
        const { held, key } = chordOf(chord);
        let chain = actions();
        for (const one of held) chain = chain.keyDown(one.webdriver);
        chain = chain.keyDown(key.webdriver).keyUp(key.webdriver);
        for (const one of held.reverse()) chain = chain.keyUp(one.webdriver);
        await chain.perform();
      },
      // No `type`: WebKitGTK's driver knows the keys of small Latin letters only.
    },
  };
};
