import type { SnapshotNode, SnapshotTree } from '../../../src/contract.ts';
import { byId, el } from './element.ts';

/** What is done to an element when its line is pressed. */
export interface Deed {
  kind: string;
  payload?: unknown;
}

const TYPED = /^(?:textbox|searchbox|spinbutton|slider)$/;

/** The node that a ref stands for. */
export const nodeOf = ({ tree }: SnapshotTree, ref: string): SnapshotNode | undefined => {
  const stack = [tree];
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (at.ref === ref) return at;
    stack.push(...(at.children ?? []));
  }
  return undefined;
};

const asked = (words: string, field: HTMLInputElement | HTMLSelectElement): Promise<string | undefined> =>
  new Promise((resolve) => {
    const form = byId<HTMLFormElement>('ask');
    const end = (value: string | undefined): void => {
      form.hidden = true;
      form.onsubmit = null;
      resolve(value);
    };
    const cancel = el('button', { type: 'button' }, 'Cancel');
    cancel.onclick = () => end(undefined);
    form.replaceChildren(
      el('label', { for: 'answer' }, words),
      field,
      el('button', { class: 'main' }, 'Do it'),
      cancel,
    );
    form.onsubmit = (event) => {
      event.preventDefault();
      end(field.value);
    };
    form.hidden = false;
    field.focus();
  });

/** What an element wants: a press, a text, a choice. Undefined: nobody has said. */
export const deedFor = async (node: SnapshotNode): Promise<Deed | undefined> => {
  const { role, name = '', checked, value = '', children = [] } = node;
  const called = `${role} ${name}`.trim();
  if (role === 'checkbox' || role === 'switch') return { kind: checked === true ? 'uncheck' : 'check' };
  if (role === 'radio') return { kind: 'check' };
  const options = children.filter((child) => child.role === 'option');
  if (/^(?:combobox|listbox)$/.test(role) && options.length > 0) {
    const select = el(
      'select',
      { id: 'answer' },
      ...options.map((option) => el('option', {}, option.name ?? '')),
    );
    const label = await asked(`Choose in ${called}`, select);
    return label === undefined ? undefined : { kind: 'select', payload: { label } };
  }
  if (TYPED.test(role) || (role === 'combobox' && node.tag === 'input') || node.hint === 'editable') {
    const field = el('input', { id: 'answer', type: 'text', value: value.includes('•') ? '' : value });
    const text = await asked(`Fill ${called} with`, field);
    return text === undefined ? undefined : { kind: 'fill', payload: { text } };
  }
  return { kind: node.hint === 'hoverable' ? 'hover' : 'click' };
};
