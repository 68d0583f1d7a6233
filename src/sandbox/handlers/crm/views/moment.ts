/** An instant in milliseconds as ISO 8601 in UTC, to the second (GEN-02). */
export const utcDateTime = (instant: number): string =>
  `${new Date(instant).toISOString().slice(0, -".000Z".length)}Z`;

/** The day of an instant in UTC, YYYY-MM-DD. */
export const utcDate = (instant: number): string => utcDateTime(instant).slice(0, 10);

/** The calendar year of an instant in UTC, as an interval of instants. */
export const utcYear = (instant: number): { readonly from: number; readonly before: number } => {
  const year = new Date(instant).getUTCFullYear();
  return { from: Date.UTC(year, 0, 1), before: Date.UTC(year + 1, 0, 1) };
};
