/** `sum~f1`: `sum` of frame 1, `sum~f1f2`: of frame 2 in it. */
const NAME = /^([\w.-]{1,128}(?:~\d{1,4})?)(?:~((?:f[1-9]\d{0,5}){1,8}))?$/;

/** Names in a snapshot. */
const MOST_NAMES = 50;

/** `sum~f1f2` is `sum~f2` in frame 1; undefined where the name is of no frame. */
export const splitToolName = (name: unknown): { number: number; rest: string } | undefined => {
  const [, own = '', frames] = (typeof name === 'string' && NAME.exec(name)) || [];
  const [, number, deeper] = (frames && /^f(\d+)(.*)$/.exec(frames)) || [];
  return number ? { number: Number(number), rest: deeper ? `${own}~${deeper}` : own } : undefined;
};

/** What a tool of document N is called here; undefined where that is no name. */
export const nameHere = (name: unknown, number: number): string | undefined => {
  const [all, own = '', frames = ''] = (typeof name === 'string' && NAME.exec(name)) || [];
  return all && `${own}~f${number}${frames}`;
};

/** The same for the names in a snapshot. */
export const namesHere = (names: unknown, number: number): string[] =>
  Array.isArray(names)
    ? names
        .slice(0, MOST_NAMES)
        .map((name) => nameHere(name, number))
        .filter((name) => name !== undefined)
    : [];
