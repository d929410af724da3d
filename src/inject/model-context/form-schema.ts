/**
 * The input schema of a form: https://github.com/webmachinelearning/webmcp/blob/main/declarative-api-explainer.md leaves
 * it to the browser, so this follows Chromium 156, field type by field type.
 */

export type Schema = Record<string, unknown>;

/** An input, a select or a text area, with the properties of all of them. */
export type Control = HTMLInputElement & Pick<HTMLSelectElement, 'options'>;

/** A choice in the schema. */
interface Choice {
  readonly type: 'string';
  readonly const: string;
  readonly title?: string | undefined;
}

/** The controls of one name: several are a group of radios or check boxes. */
export interface Field {
  readonly name: string;
  readonly controls: readonly Control[];
  /** The `type` of the control: `checkbox`, `number`, `select-one`, `textarea`. */
  readonly type: string;
  /** The choices; absent where any value may be entered. */
  readonly choices?: readonly Choice[] | undefined;
  /** Whether several choices may be selected. */
  readonly isList: boolean;
}

/** Types of controls that an agent does not fill in. */
const NOT_FILLABLE = /^(?:hidden|file|submit|image|reset|button|fieldset|output)$/;

const CHECKABLE_TYPE = /^(?:radio|checkbox)$/;

const DATE_WORDS = "Dates MUST be provided in 'YYYY-MM-DD' format.";

const CLOCK = '([01][0-9]|2[0-3]):[0-5][0-9]$';
const MONTH = '^[0-9]{4}-(0[1-9]|1[0-2])';

const FORMATS: Readonly<Record<string, string>> = {
  date: 'date',
  time: `^${CLOCK}`,
  'datetime-local': `${MONTH}-[0-9]{2}T${CLOCK}`,
  month: `${MONTH}$`,
  week: '^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$',
  color: '^#[0-9a-zA-Z]{6}$',
};

/** A property of a form, read by the prototype's getter: a control named like it shadows it. */
export const ownProp = <K extends keyof HTMLFormElement>(form: HTMLFormElement, key: K): HTMLFormElement[K] =>
  Reflect.get(HTMLFormElement.prototype, key, form) as HTMLFormElement[K];

export const controlsOf = (form: HTMLFormElement): Control[] => [...ownProp(form, 'elements')] as Control[];

/** The text of a control's labels, without the text of controls within them. */
const labelOf = (el: Control): string =>
  [...(el.labels || [])]
    .map((label) => {
      const copy = label.cloneNode(true) as Element;
      for (const inner of copy.querySelectorAll('button,select,textarea')) inner.remove();
      return (copy.textContent as string).trim();
    })
    .filter(Boolean)
    .join('; ');

const choice = (value: string, title?: string | null): Choice => ({
  type: 'string',
  const: value,
  title: title as string,
});

const fieldOf = (name: string, controls: readonly Control[]): Field | undefined => {
  const [{ type, options, multiple }] = controls as [Control];
  // A form-associated custom element may have no type.
  if (typeof type !== 'string' || NOT_FILLABLE.test(type)) return undefined;
  const isGroup = controls.length > 1;
  if (isGroup && !(CHECKABLE_TYPE.test(type) && controls.every((el) => el.type === type))) return undefined;
  const isList = options ? multiple : isGroup && type === 'checkbox';
  const choices = options
    ? [...options].map((option) => choice(option.value, option.textContent))
    : isList || type === 'radio'
      ? controls.map((el) => choice(el.value, labelOf(el) || undefined))
      : undefined;
  return { name, controls, type, choices, isList };
};

/** The fields of a form that can be filled in. */
export const fieldsOf = (form: HTMLFormElement): Field[] => {
  const named = new Map<string, Control[]>();
  for (const el of controlsOf(form)) {
    const { name } = el;
    if (name && !el.readOnly && !el.matches(':disabled,object'))
      named.set(name, (named.get(name) || []).concat(el));
  }
  return [...named].map(([name, controls]) => fieldOf(name, controls)).filter(Boolean) as Field[];
};

/** Bounds and step. JSON Schema's `multipleOf` counts from zero, so a step from another base is left out. */
const boundsOf = (el: Control): Schema => {
  const isRange = el.type === 'range';
  const read = (name: string, otherwise?: number): number | undefined => {
    const value = parseFloat(el.getAttribute(name) as string);
    return Number.isFinite(value) ? value : otherwise;
  };
  const minimum = read('min', isRange ? 0 : undefined);
  const maximum = read('max', isRange ? 100 : undefined);
  const step = !isRange && el.step === 'any' ? 0 : read('step', 1);
  const base = (minimum ?? read('value', 0)) as number;
  return { minimum, maximum, multipleOf: step && base % step === 0 ? step : undefined };
};

/** The description of a field: `toolparamdescription`, else its labels; of a group that of the fieldset around it. */
const describe = (el: Control, { type, choices }: Field): string | undefined => {
  const isGroup = choices && CHECKABLE_TYPE.test(type);
  const holder = isGroup ? el.closest('fieldset') : el;
  const label =
    holder?.getAttribute('toolparamdescription') ||
    (!isGroup && (labelOf(el) || el.getAttribute('aria-description'))) ||
    undefined;
  return type !== 'date' ? label : label ? `${label} (${DATE_WORDS})` : DATE_WORDS;
};

const propertyOf = (field: Field): Schema => {
  const { controls, type, choices, isList } = field;
  const [first] = controls as [Control];
  const description = describe(first, field);
  const format = FORMATS[type];
  const choiceSchema = {
    type: 'string',
    anyOf: choices,
    enum: choices?.map((item) => item.const),
  };
  if (isList) return { type: 'array', items: choiceSchema, uniqueItems: true, description };
  if (type === 'checkbox') return { type: 'boolean', description };
  if (/^(?:number|range)$/.test(type)) return { type: 'number', ...boundsOf(first), description };
  const pattern = (!choices && !format && first.pattern) || undefined;
  return { ...choiceSchema, format, pattern, description };
};

/** The input schema of a form as JSON; `JSON.stringify` drops undefined members. */
export const schemaOf = (form: HTMLFormElement): string => {
  const fields = fieldsOf(form);
  return JSON.stringify({
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
    required: fields.filter(({ controls }) => controls.some((el) => el.required)).map(({ name }) => name),
  });
};
