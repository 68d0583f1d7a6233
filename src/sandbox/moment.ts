const two = (number: number): string => (number < 10 ? `0${number}` : `${number}`);

/** The UTC day of an instant, YYYY-MM-DD. */
export const utcDate = (instant: number): string => {
  const at = new Date(instant);
  const year = String(at.getUTCFullYear()).padStart(4, "0");
  return `${year}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
};

/**
 * An instant in milliseconds as ISO 8601, to the second, with a zone that means UTC (GEN-02). Hand-written, because
 * `toISOString` takes several times as long and a page has many.
 */
export const utcDateTime = (instant: number, zone = "Z"): string => {
  const at = new Date(instant);
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  return `${utcDate(instant)}T${time}${zone}`;
};
