/** Limit, because keys that are data are unlimited in number and length. */
const most = 10_000;
const longest = 64;

/** Computes each answer once, since the same names and values recur in every record. */
export const memoized = <Answer>(ask: (text: string) => Answer): ((text: string) => Answer) => {
  const known = new Map<string, Answer>();
  return (text) => {
    if (text.length > longest) return ask(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= most) known.clear();
    const answer = ask(text);
    known.set(text, answer);
    return answer;
  };
};
