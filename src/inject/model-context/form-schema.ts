/**
 * What a declarative tool takes: https://github.com/webmachinelearning/webmcp/blob/main/declarative-api-explainer.md
 * leaves the schema to the browser, so that this follows Chromium 156, field type by field type.
 */

export type Schema = Record<string, unknown>;

/** An input, a select or a text area, with what any of them has. */
export type Control = HTMLInputElement & Pick<HTMLSelectElement, 'options'>;

/** As the schema has it. */
interface Choice {
  readonly type: 'string';
  readonly const: string;
  readonly title?: string | undefined;
}

/** The controls of one name: several are the boxes of a group. */
export interface Field {
  readonly name: string;
  readonly controls: readonly Control[];
  /** As the control has it: `checkbox`, `number`, `select-one`, `textarea`. */
  readonly type: string;
  /** What can be chosen; absent where any value may be written. */
  readonly choices?: readonly Choice[] | undefined;
  /** Any number of the choices. */
  readonly isList: boolean;
}

/** What is sent, but is nothing to fill in. */
const NO_FIELD = /^(?:hidden|file|submit|image|reset|button|fieldset|output)$/;

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

/** A form's controls shadow its properties. */
export const ownProp = <K extends keyof HTMLFormElement>(form: HTMLFormElement, key: K): HTMLFormElement[K] =>
  Reflect.get(HTMLFormElement.prototype, key, form) as HTMLFormElement[K];

export const controlsOf = (form: HTMLFormElement): Control[] => [...ownProp(form, 'elements')] as Control[];

/** What its labels say, without what stands in controls within them. */
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
  // Of one that the page has defined itself there is no type.
  if (typeof type !== 'string' || NO_FIELD.test(type)) return undefined;
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

/** What can be filled in. */
export const fieldsOf = (form: HTMLFormElement): Field[] => {
  const named = new Map<string, Control[]>();
  for (const el of controlsOf(form)) {
    const { name } = el;
    if (name && !el.readOnly && !el.matches(':disabled,object'))
      named.set(name, (named.get(name) || []).concat(el));
  }
  return [...named].map(([name, controls]) => fieldOf(name, controls)).filter(Boolean) as Field[];
};

/** Bounds and steps, as far as JSON Schema can say them: its multiples are those of zero. */
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

/** Of a group the fieldset around it says what it is for, of a field its labels. */
const describe = (el: Control, { type, choices }: Field): string | undefined => {
  const isGroup = choices && CHECKABLE_TYPE.test(type);
  const holder = isGroup ? el.closest('fieldset') : el;
  const said =
    holder?.getAttribute('toolparamdescription') ||
    (!isGroup && (labelOf(el) || el.getAttribute('aria-description'))) ||
    undefined;
  return type !== 'date' ? said : said ? `${said} (${DATE_WORDS})` : DATE_WORDS;
};

const propertyOf = (field: Field): Schema => {
  const { controls, type, choices, isList } = field;
  const [first] = controls as [Control];
  const description = describe(first, field);
  const format = FORMATS[type];
  const one = {
    type: 'string',
    anyOf: choices,
    enum: choices?.map((one) => one.const),
  };
  if (isList) return { type: 'array', items: one, uniqueItems: true, description };
  if (type === 'checkbox') return { type: 'boolean', description };
  if (/^(?:number|range)$/.test(type)) return { type: 'number', ...boundsOf(first), description };
  const pattern = (!choices && !format && first.pattern) || undefined;
  return { ...one, format, pattern, description };
};

/** JSON Schema of what a form takes, as text: what is undefined is not in it. */
export const schemaOf = (form: HTMLFormElement): string => {
  const fields = fieldsOf(form);
  return JSON.stringify({
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
    required: fields.filter(({ controls }) => controls.some((el) => el.required)).map(({ name }) => name),
  });
};
