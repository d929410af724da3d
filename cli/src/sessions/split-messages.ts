/**
 * Returns a `data` handler that calls `onMessage` with each message of a stream. A zero byte ends a message, as in
 * Chromium's debugging pipe.
 */
export const splitMessages = (onMessage: (message: Buffer) => void): ((chunk: Buffer) => void) => {
  let parts: Buffer[] = [];
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      parts.push(chunk.subarray(from, at));
      from = at + 1;
      const message = Buffer.concat(parts);
      parts = [];
      onMessage(message);
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  };
};
