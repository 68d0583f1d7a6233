/** More different lists than a store has; hostile use may not fill the memory. */
const mostKept = 1000;

/**
 * Reads lists of texts that are stored as JSON. The few different ones come again with every request, so each is read
 * once; the sets are shared and must not be changed.
 */
export const createListReader = <Member extends string>(): ((json: string) => ReadonlySet<Member>) => {
  const known = new Map<string, ReadonlySet<Member>>();
  return (json) => {
    const found = known.get(json);
    if (found !== undefined) return found;
    // Only the store writes these columns, from lists of such members.
    const read: ReadonlySet<Member> = new Set(JSON.parse(json) as Member[]);
    if (known.size >= mostKept) known.clear();
    known.set(json, read);
    return read;
  };
};
