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

const moments = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?)?/;

/**
 * The instant of a date, which means its first moment, or of a moment in UTC, in any form of ISO 8601 that the
 * documents allow: extended or basic, with or without seconds, their fraction and a leap second.
 */
export const readMoment = (moment: string): number => {
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "0"] =
    moments.exec(moment) ?? [];
  if (year === undefined) throw new Error("a moment that the document does not allow was let through");
  const time = `${hour}:${minute}:${second === "60" ? "59" : second}.${fraction.slice(0, 3)}`;
  return Date.parse(`${year}-${month}-${day}T${time}Z`);
};
