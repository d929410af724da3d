/** Watches the page; each call tells whether something that counts has happened since the last one. */
export const watchChanges = (
  counts: (record: MutationRecord) => boolean,
): { seen(): boolean; stop(): void } => {
  let found = false;
  const hear = (records: MutationRecord[]): void => {
    found ||= records.some(counts);
  };
  const observer = new MutationObserver(hear);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  return {
    seen() {
      hear(observer.takeRecords());
      const was = found;
      found = false;
      return was;
    },
    stop: () => observer.disconnect(),
  };
};
