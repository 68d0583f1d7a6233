/** The day (`YYYY-MM-DD`) of a moment in a time zone. */
export const dayIn = (timezone: string, ms: number): string =>
  // The Canadian format is that of ISO 8601.
  new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" }).format(ms);
