/** The id in a path, whose type is not stated; text that is no id of ours matches no record. */
export const recordId = (text: string | number | boolean | undefined): number => {
  const id = typeof text === "number" ? text : /^\d{1,15}$/.test(String(text)) ? Number(text) : -1;
  return id;
};
