/** Earlier days are typing errors, and some databases reject days counted back from them. */
const firstDay = "1970-01-01";

/** Whether a text is an existing day from 1970 to 9999, such as `2027-01-31`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  text >= firstDay &&
  new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
