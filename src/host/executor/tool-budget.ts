/** How much one task may cost. A model that goes in circles is stopped with an answer that says so. */
export interface ToolBudget {
  /** Most tool calls of a task. Default 100. */
  maxCalls?: number;
  /** Most characters of all answers together. Default 400000. */
  maxCharsTotal?: number;
  /** Most characters of one answer; longer ones are cut between lines. Default 14000. */
  maxCharsPerCall?: number;
}

export const DEFAULT_BUDGET: Required<ToolBudget> = {
  maxCalls: 100,
  maxCharsTotal: 400_000,
  maxCharsPerCall: 14_000,
};

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** A text within `max` characters, cut between lines, with a line that says how much is missing. */
export const cutBetweenLines = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const note = `\n... ${text.length} characters in all, cut here. Ask for less: a scope, a single element.`;
  const room = Math.max(0, max - note.length);
  const end = text.lastIndexOf('\n', room);
  // One long line: on a code point.
  const cut = end > room / 2 ? end : isHighSurrogate(text.charCodeAt(room - 1)) ? room - 1 : room;
  return (text.slice(0, cut) + note).slice(0, max);
};
