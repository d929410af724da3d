import { isString } from '../dom/is-string.ts';
import { matched } from '../dom/matched.ts';
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

/** The drop effect unless the page sets another (https://html.spec.whatwg.org/#drag-and-drop-processing-model). */
export const usualEffect = ({ effectAllowed }: DataTransfer): DropEffect =>
  (matched(/^(?:none|move|link)/, effectAllowed) || 'copy') as DropEffect;

/**
 * The drop effect after the page has answered a dragover: `none` if it refuses, or answers with an effect that the
 * source does not allow.
 */
export const agreedEffect = ({ dropEffect, effectAllowed }: DataTransfer): DropEffect =>
  /^(?:all|uninitialized)$/.test(effectAllowed) || effectAllowed.toLowerCase().includes(dropEffect)
    ? dropEffect
    : 'none';

/** A DataTransfer that a script has made ignores effects that are set: they become properties of its own. */
const withEffects = (transfer: DataTransfer): DataTransfer =>
  Object.defineProperties(transfer, {
    dropEffect: { value: 'none', writable: true, configurable: true },
    effectAllowed: { value: 'uninitialized', writable: true, configurable: true },
  });

/** An empty DataTransfer. Simulated pages (jsdom) have none: they can be given no files or data. */
export const newTransfer = (): DataTransfer | Failure =>
  typeof window.DataTransfer === 'function'
    ? withEffects(new DataTransfer())
    : fail('unsupported_kind', 'This engine has no DataTransfer. Use a real browser.');

/** MIME types by extension, as browsers give them to files: drop zones check them. */
const TYPES =
  ',png=image/png,jpg=image/jpeg,jpeg=image/jpeg,gif=image/gif,webp=image/webp,svg=image/svg+xml,pdf=application/pdf,txt=text/plain,csv=text/csv,json=application/json,html=text/html,zip=application/zip,docx=application/vnd.openxmlformats-officedocument.wordprocessingml.document,xlsx=application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,mp4=video/mp4,mp3=audio/mpeg';

/** The MIME type of a file by its extension, empty where that is not among {@link TYPES}. */
const typeOf = (name: unknown): string =>
  TYPES.split(`,${String(name).toLowerCase().split(/.*\./)[1]}=`)[1]?.split(',')[0] || '';

/** A DataTransfer with the files of a payload, as a person would pick or drop them. */
export const transferOf = (given: unknown): DataTransfer | Failure => {
  const transfer = newTransfer();
  if (isFailure(transfer)) return transfer;
  for (const each of given as unknown[]) {
    const { name, base64, text, type = typeOf(name) } = (each || {}) as Record<string, unknown>;
    const content = isString(text) ? text : isString(base64) ? bytesOf(base64) : undefined;
    if (!isString(name) || !isString(type) || content === undefined) {
      return wrongArgument('files', WRONG, ['name', 'type', 'base64', 'text']);
    }
    transfer.items.add(new File([content], name, { type }));
  }
  return transfer;
};

/** The file system entry of a file, by which pages tell files from folders. */
const entryOf = (file: File): object => ({
  isFile: true,
  isDirectory: false,
  name: file.name,
  fullPath: `/${file.name}`,
  file: (done: (file: File) => void) => done(file),
});

/**
 * Gives entries to the items of a DataTransfer: those that a script has made have none, and some pages read only
 * these.
 */
export const giveEntries = (transfer: DataTransfer): void => {
  const items = Array.from(transfer.items);
  for (const item of items) {
    const file = item.getAsFile();
    if (file) Object.defineProperty(item, 'webkitGetAsEntry', { value: () => entryOf(file) });
  }
  // The list returns new items at each access.
  Object.defineProperty(transfer, 'items', { value: items });
};

/** The error of a target that refuses a drop, or does not answer it; `instead`: what to do then. */
export const takesNoDrop = (what: string, instead: string): Failure =>
  fail('no_effect', `${what} takes no drop: it did not answer dragover, or with no. ${instead}`);
