const safe = /^[\w@%+=:,./-]+$/;

/** A text as one word of a POSIX shell. */
export const shellWord = (text: string): string =>
  safe.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
