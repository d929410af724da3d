import type { CollectOptions, Format, RenderOptions } from '../../../src/contract.ts';
import { el } from './element.ts';

export interface Chosen {
  collect: CollectOptions;
  render: RenderOptions & { format: Format };
}

const FORMATS: readonly Format[] = ['tree', 'outline', 'indexed', 'markdown', 'html', 'yaml', 'json'];

const FLAGS = {
  urls: 'addresses of links',
  description: 'descriptions',
  occlusion: 'what is covered',
  includeHidden: 'hidden too',
} as const;

const labelled = (words: string, input: HTMLElement, isFirst = false): HTMLElement =>
  isFirst ? el('label', {}, input, words) : el('label', {}, words, input);

/** The options of a snapshot as form controls; `changed` is called at each change. */
export class Controls {
  readonly #purpose = el(
    'select',
    {},
    el('option', { value: 'act' }, 'for acting'),
    el('option', { value: 'read' }, 'for reading'),
  );
  readonly #format = el('select', {}, ...FORMATS.map((name) => el('option', {}, name)));
  readonly #chars = el('input', { type: 'number', min: '1', step: '500', value: '12000' });
  readonly #nodes = el('input', { type: 'number', min: '1', step: '50', value: '200' });
  readonly #compact = el('input', { type: 'checkbox', checked: '' });
  readonly #flags = Object.entries(FLAGS).map(
    ([name, words]) => [name, words, el('input', { type: 'checkbox' })] as const,
  );

  constructor(place: HTMLElement, changed: () => void) {
    place.replaceChildren(
      labelled('Snapshot', this.#purpose),
      labelled('Format', this.#format),
      labelled('Characters', this.#chars),
      labelled('Nodes', this.#nodes),
      labelled('compact', this.#compact, true),
      ...this.#flags.map(([, words, input]) => labelled(words, input, true)),
    );
    place.addEventListener('change', changed);
  }

  setChars(chars: number): void {
    this.#chars.value = String(chars);
  }

  get chosen(): Chosen {
    const count = (input: HTMLInputElement, fallback: number): number =>
      Math.max(1, Math.floor(Number(input.value)) || fallback);
    const flags = this.#flags.flatMap(([name, , input]) => (input.checked ? [[name, true]] : []));
    return {
      collect: {
        interactiveOnly: this.#purpose.value === 'act',
        maxNodes: 5_000,
        ...Object.fromEntries(flags),
      },
      render: {
        format: this.#format.value as Format,
        maxCharsTotal: count(this.#chars, 12_000),
        maxNodes: count(this.#nodes, 200),
        compact: this.#compact.checked,
      },
    };
  }
}
