import { isString } from '../dom/is-string.ts';
import { wrongArgument } from '../payload.ts';
import { type Failure, fail, isFailure } from '../result.ts';

const WRONG = 'files is a list of {name, type, base64} (or text in place of base64).';

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    const text = atob(base64.replace(/^data:[^,]*,/, ''));
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
  } catch {
    return undefined;
  }
};

type DropEffect = DataTransfer['dropEffect'];

/** What a drop does unless the page says otherwise (https://html.spec.whatwg.org/#drag-and-drop-processing-model). */
export const usualEffect = ({ effectAllowed }: DataTransfer): DropEffect =>
  effectAllowed === 'none'
    ? 'none'
    : /^move/.test(effectAllowed)
      ? 'move'
      : /^link/.test(effectAllowed)
        ? 'link'
        : 'copy';

/** What the page's answer to a drag over it comes to: `none` is no, and so is what the source does not allow. */
export const agreedEffect = ({ dropEffect, effectAllowed }: DataTransfer): DropEffect =>
  /^(?:all|uninitialized)$/.test(effectAllowed) || effectAllowed.toLowerCase().includes(dropEffect)
    ? dropEffect
    : 'none';

/** A transfer that a script has made takes no effects: they are properties of its own. */
const withEffects = (transfer: DataTransfer): DataTransfer =>
  Object.defineProperties(transfer, {
    dropEffect: { value: 'none', writable: true, configurable: true },
    effectAllowed: { value: 'uninitialized', writable: true, configurable: true },
  });

/** An empty one. Simulated pages (jsdom) have none: files and data can't be given to them. */
export const newTransfer = (): DataTransfer | Failure =>
  typeof window.DataTransfer === 'function'
    ? withEffects(new DataTransfer())
    : fail('unsupported_kind', 'This engine has no DataTransfer. Use a real browser.');

/** As browsers know them: drop zones go by them. */
const TYPES =
  ',png=image/png,jpg=image/jpeg,jpeg=image/jpeg,gif=image/gif,webp=image/webp,svg=image/svg+xml,pdf=application/pdf,txt=text/plain,csv=text/csv,json=application/json,html=text/html,zip=application/zip,docx=application/vnd.openxmlformats-officedocument.wordprocessingml.document,xlsx=application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,mp4=video/mp4,mp3=audio/mpeg';

/** The MIME type of a file by its extension, empty where that is not among {@link TYPES}. */
const typeOf = (name: unknown): string =>
  TYPES.split(`,${String(name).toLowerCase().split(/.*\./)[1]}=`)[1]?.split(',')[0] || '';

/** What a person would pick or drag in: files made of what the host gives. */
export const transferOf = (given: unknown): DataTransfer | Failure => {
  const transfer = newTransfer();
  if (isFailure(transfer)) return transfer;
  for (const each of given as unknown[]) {
    const { name, base64, text, type = typeOf(name) } = (each || {}) as Record<string, unknown>;
    const content = isString(text) ? text : typeof base64 === 'string' ? bytesOf(base64) : undefined;
    if (typeof name !== 'string' || typeof type !== 'string' || content === undefined) {
      return wrongArgument('files', WRONG, ['name', 'type', 'base64', 'text']);
    }
    transfer.items.add(new File([content], name, { type }));
  }
  return transfer;
};

/** What pages ask for to tell files from folders. */
const entryOf = (file: File): object => ({
  isFile: true,
  isDirectory: false,
  name: file.name,
  fullPath: `/${file.name}`,
  file: (done: (file: File) => void) => done(file),
});

/** The items of a transfer that a script has made know of no entries: pages that keep to those would get nothing. */
export const giveEntries = (transfer: DataTransfer): void => {
  const items = Array.from(transfer.items);
  for (const item of items) {
    const file = item.getAsFile();
    if (file) Object.defineProperty(item, 'webkitGetAsEntry', { value: () => entryOf(file) });
  }
  // The list makes its items anew whenever it is asked.
  Object.defineProperty(transfer, 'items', { value: items });
};

/** Where nobody answers what is dragged over it; `instead`: what to do then. */
export const takesNoDrop = (what: string, instead: string): Failure =>
  fail('no_effect', `${what} takes no drop: it did not answer dragover, or with no. ${instead}`);
