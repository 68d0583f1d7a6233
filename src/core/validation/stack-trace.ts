/** Stack frames and headings in the languages of servers. */
const traces: readonly RegExp[] = [
  // at Namespace.Type.Method(arguments) and at java.base/java.lang.Thread.run(Thread.java:840)
  /(^|\s)at\s+[\w$<>[\]`/@,]+(\.[\w$<>[\]`/,|]+)+\([^)]*\)/,
  // at async Type.method (file:///app/handler:12:34)
  /(^|\s)at\s+(async\s+|new\s+)?[\w$.<>]+\s\([^)]*(:\d+|native|<anonymous>)\)/,
  // at /app/dist/handler:12:34, but not at 14:05:00
  /(^|\s)at\s+\S*[/\\]\S*:\d+:\d+/,
  /\bstack ?trace:\s*(\n|#)|\bend of (inner exception )?stack ?trace\b/i,
  /Traceback \(most recent call last\)/,
  /File "[^"]+", line \d+/,
  /\bin\s+\S+:line \d+/,
  /\.(js|mjs|cjs|ts|java|kt|scala|cs|vb|fs|py|rb|php|go|rs|ex|exs|cpp):\d+\b/,
  /^#\d+\s+\S+\(\d+\):/m,
  /^goroutine \d+ \[/m,
  /Exception in thread "/,
];

/** A URL with a port looks like a source file with a line. */
const withoutAddresses = (text: string): string => text.replace(/\bhttps?:\/\/\S+/g, "");

export const holdsStackTrace = (text: string): boolean =>
  traces.some((trace) => trace.test(withoutAddresses(text)));
