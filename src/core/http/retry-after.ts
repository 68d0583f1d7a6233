/** The forms of an HTTP-date (RFC 9110, section 5.6.7); only the last one omits its zone, which is UTC. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .+ \d\d:\d\d:\d\d(?: GMT| \d{4})$/;

const instantOf = (text: string): number =>
  httpDate.test(text) ? Date.parse(text.endsWith(" GMT") ? text : `${text} GMT`) : Number.NaN;

/** The wait of a Retry-After header (delta seconds or an HTTP-date) in milliseconds; undefined for anything else. */
export const retryAfterMs = (header: string | undefined, now: number): number | undefined => {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = instantOf(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
};
