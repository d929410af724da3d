/**
 * What a declarative tool takes: https://github.com/webmachinelearning/webmcp/blob/main/declarative-api-explainer.md
 * leaves the schema to the browser, so that this follows Chromium 156, field type by field type.
 */

export type Schema = Record<string, unknown>;

/** An input, a select or a text area, with what any of them has. */
export type Control = HTMLInputElement & Pick<HTMLSelectElement, 'options'>;

type Choice = readonly [value: string, title: string | undefined];

/** The controls of one name: several are the boxes of a group. */
export interface Field {
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

const BOXES = /^(?:radio|checkbox)$/;

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

const fieldOf = (controls: readonly Control[]): Field | undefined => {
  const [{ type, options, multiple }] = controls as [Control];
  // Of one that the page has defined itself there is no type.
  if (typeof type !== 'string' || NO_FIELD.test(type)) return undefined;
  const isGroup = controls.length > 1;
  if (isGroup && !(BOXES.test(type) && controls.every((el) => el.type === type))) return undefined;
  const isList = options ? multiple : isGroup && type === 'checkbox';
  const choices = options
    ? [...options].map((option): Choice => [option.value, option.textContent as string])
    : isList || type === 'radio'
      ? controls.map((el): Choice => [el.value, labelOf(el) || undefined])
      : undefined;
  return { controls, type, choices, isList };
};

/** What can be filled in, by name. */
export const fieldsOf = (form: HTMLFormElement): Map<string, Field> => {
  const named = new Map<string, Control[]>();
  for (const el of controlsOf(form)) {
    const { name } = el;
    if (name && !el.readOnly && !el.matches(':disabled,object'))
      named.set(name, (named.get(name) || []).concat(el));
  }
  const fields = new Map<string, Field>();
  named.forEach((controls, name) => {
    const field = fieldOf(controls);
    if (field) fields.set(name, field);
  });
  return fields;
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
  const base = (minimum === undefined ? read('value', 0) : minimum) as number;
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(step && base % step === 0 && { multipleOf: step }),
  };
};

/** Of a group the fieldset around it says what it is for, of a field its labels. */
const describe = (el: Control, { type, choices }: Field): string => {
  const isGroup = choices && BOXES.test(type);
  const holder = isGroup ? el.closest('fieldset') : el;
  const said =
    holder?.getAttribute('toolparamdescription') ||
    (!isGroup && (labelOf(el) || el.getAttribute('aria-description'))) ||
    '';
  return type !== 'date' ? said : said ? `${said} (${DATE_WORDS})` : DATE_WORDS;
};

const propertyOf = (field: Field): Schema => {
  const { controls, type, choices, isList } = field;
  const [first] = controls as [Control];
  const { pattern } = first;
  const description = describe(first, field);
  const format = FORMATS[type];
  const enumerated = choices && {
    anyOf: choices.map(([value, title]) => ({
      type: 'string',
      const: value,
      ...(title !== undefined && { title }),
    })),
    enum: choices.map(([value]) => value),
  };
  const one = { type: 'string', ...enumerated };
  return {
    ...(isList
      ? { type: 'array', items: one, uniqueItems: true }
      : type === 'checkbox'
        ? { type: 'boolean' }
        : /^(?:number|range)$/.test(type)
          ? { type: 'number', ...boundsOf(first) }
          : { ...one, ...(format ? { format } : pattern && !choices && { pattern }) }),
    ...(description && { description }),
  };
};

/** JSON Schema of what a form takes. */
export const schemaOf = (form: HTMLFormElement): Schema => {
  // A field may be called `__proto__`.
  const properties = Object.create(null) as Record<string, Schema>;
  const required: string[] = [];
  fieldsOf(form).forEach((field, name) => {
    properties[name] = propertyOf(field);
    if (field.controls.some((el) => el.required)) required.push(name);
  });
  return { type: 'object', properties, required };
};
