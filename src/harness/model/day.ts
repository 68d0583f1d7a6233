/** Earlier days are mistyped, and days that are counted back from them are none that every database takes. */
const firstDay = "1970-01-01";

/** Whether a text is a day that there is, `2027-01-31`, from 1970 to 9999. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  text >= firstDay &&
  new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
