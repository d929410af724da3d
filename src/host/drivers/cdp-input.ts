import type { TrustedInput } from '../driver.ts';
import type { CdpClient } from './cdp-client.ts';
import { chordOf, type NamedKey, namedKey } from './keys.ts';

/** Trusted input by `Input.dispatchMouseEvent` and `Input.dispatchKeyEvent`. */
export const cdpInput = (client: CdpClient): TrustedInput => {
  let at = { x: 0, y: 0 };
  let isDown = false;
  const mouse = (type: string, more: Record<string, unknown> = {}): Promise<unknown> =>
    client.send('Input.dispatchMouseEvent', { type, ...at, ...more });
  const move = (x: number, y: number, modifiers = 0): Promise<unknown> => {
    at = { x, y };
    return mouse('mouseMoved', { modifiers, ...(isDown && { button: 'left', buttons: 1 }) });
  };
  const key = (type: 'keyDown' | 'keyUp', { key, code, keyCode, text }: NamedKey, modifiers: number) => {
    // A chord types no text, unless its only modifier is Shift (bit 8).
    const typed = type === 'keyDown' && text !== undefined && (modifiers & ~8) === 0 ? { text } : {};
    const how = type === 'keyDown' && !('text' in typed) ? 'rawKeyDown' : type;
    const params = { type: how, key, code, windowsVirtualKeyCode: keyCode, modifiers, ...typed };
    return client.send('Input.dispatchKeyEvent', params);
  };
  const whileHeld = async (held: NamedKey[], work: (modifiers: number) => Promise<void>): Promise<void> => {
    let modifiers = 0;
    for (const heldKey of held) {
      modifiers |= heldKey.modifier ?? 0;
      await key('keyDown', heldKey, modifiers);
    }
    await work(modifiers);
    for (const heldKey of held.reverse()) {
      modifiers &= ~(heldKey.modifier ?? 0);
      await key('keyUp', heldKey, modifiers);
    }
  };
  return {
    move: (x, y) => move(x, y),
    click: (x, y, button, times, held = []) =>
      whileHeld(held.map(namedKey), async (modifiers) => {
        await move(x, y, modifiers);
        for (let clickCount = 1; clickCount <= times; clickCount++) {
          const buttons = button === 'left' ? 1 : 2;
          await mouse('mousePressed', { button, clickCount, buttons, modifiers });
          await mouse('mouseReleased', { button, clickCount, modifiers });
        }
      }),
    async down(x, y) {
      await move(x, y);
      isDown = true;
      await mouse('mousePressed', { button: 'left', clickCount: 1, buttons: 1 });
    },
    async up(x, y) {
      await move(x, y);
      isDown = false;
      await mouse('mouseReleased', { button: 'left', clickCount: 1 });
    },
    press(chord) {
      const { held, key: last } = chordOf(chord);
      return whileHeld(held, async (modifiers) => {
        await key('keyDown', last, modifiers);
        await key('keyUp', last, modifiers);
      });
    },
    async type(text) {
      for (const character of text) {
        const named = namedKey(character === '\n' ? 'Enter' : character);
        // A character without a key of the US layout is inserted as by an input method.
        if (named.keyCode === 0) await client.send('Input.insertText', { text: character });
        else {
          await key('keyDown', named, 0);
          await key('keyUp', named, 0);
        }
      }
    },
  };
};
