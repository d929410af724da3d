import type { SnapshotNode, SnapshotTree } from '../../../src/contract.ts';
import { byId, el } from './element.ts';

/** The action on an element whose line is clicked. */
export interface Deed {
  kind: string;
  payload?: unknown;
}

const TYPED = /^(?:textbox|searchbox|spinbutton|slider)$/;

/** The node with a ref. */
export const nodeOf = ({ tree }: SnapshotTree, ref: string): SnapshotNode | undefined => {
  const stack = [tree];
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (at.ref === ref) return at;
    stack.push(...(at.children ?? []));
  }
  return undefined;
};

/** Asks the person for a value; `undefined`: they have cancelled. */
const askPerson = (words: string, field: HTMLInputElement | HTMLSelectElement): Promise<string | undefined> =>
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

/** The action that suits an element: a click, a text, an option. `undefined`: the person has cancelled. */
export const deedFor = async (node: SnapshotNode): Promise<Deed | undefined> => {
  const { role, name = '', checked, value = '', children = [] } = node;
  const roleAndName = `${role} ${name}`.trim();
  if (role === 'checkbox' || role === 'switch') return { kind: checked === true ? 'uncheck' : 'check' };
  if (role === 'radio') return { kind: 'check' };
  const options = children.filter((child) => child.role === 'option');
  if (/^(?:combobox|listbox)$/.test(role) && options.length > 0) {
    const select = el(
      'select',
      { id: 'answer' },
      ...options.map((option) => el('option', {}, option.name ?? '')),
    );
    const label = await askPerson(`Choose in ${roleAndName}`, select);
    return label === undefined ? undefined : { kind: 'select', payload: { label } };
  }
  if (TYPED.test(role) || (role === 'combobox' && node.tag === 'input') || node.hint === 'editable') {
    const field = el('input', { id: 'answer', type: 'text', value: value.includes('•') ? '' : value });
    const text = await askPerson(`Fill ${roleAndName} with`, field);
    return text === undefined ? undefined : { kind: 'fill', payload: { text } };
  }
  return { kind: node.hint === 'hoverable' ? 'hover' : 'click' };
};
