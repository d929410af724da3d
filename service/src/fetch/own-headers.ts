/** Whether what a caller has sent to one address may go to another: its host is the same, and no less safe a way leads there. */
export const isSameReceiver = (asked: string, next: string): boolean => {
  const [from, to] = [new URL(asked), new URL(next)];
  return from.hostname === to.hostname && (from.protocol === to.protocol || to.protocol === 'https:');
};

/** How a client calls itself and what it reads is nobody's secret. */
const PUBLIC = /^(?:user-agent|accept(?:-language|-encoding)?)$/i;

/** Names of the headers that are for the host that was asked alone. */
export const ownHeaders = (headers: Record<string, string> = {}): string[] =>
  Object.keys(headers).filter((name) => !PUBLIC.test(name));
