/** `sum~f1` is the tool `sum` of frame 1, `sum~f1f2` that of frame 2 within it. */
const NAME = /^([\w.-]{1,128}(?:~\d{1,4})?)(?:~((?:f[1-9]\d{0,5}){1,8}))?$/;

/** Most names in a snapshot. */
const MAX_NAMES = 50;

/** Splits `sum~f1f2` into frame 1 and `sum~f2`; undefined for a tool of this document. */
export const splitToolName = (name: unknown): { number: number; rest: string } | undefined => {
  const [, own = '', frames] = (typeof name === 'string' && NAME.exec(name)) || [];
  const [, number, deeper] = (frames && /^f(\d+)(.*)$/.exec(frames)) || [];
  return number ? { number: Number(number), rest: deeper ? `${own}~${deeper}` : own } : undefined;
};

/** The name of a tool of document N in this document; undefined for what is no name. */
export const nameHere = (name: unknown, number: number): string | undefined => {
  const [all, own = '', frames = ''] = (typeof name === 'string' && NAME.exec(name)) || [];
  return all && `${own}~f${number}${frames}`;
};

/** The same for the names in a snapshot. */
export const namesHere = (names: unknown, number: number): string[] =>
  Array.isArray(names)
    ? names
        .slice(0, MAX_NAMES)
        .map((name) => nameHere(name, number))
        .filter((name) => name !== undefined)
    : [];
