/** Whether a value is as it was sent: JSON integers beyond the precision of a number are rounded. */
export const isExact = (value: unknown): boolean => !Number.isInteger(value) || Number.isSafeInteger(value);

/** Whether an id of an answer equals the requested one; either may be text. Rounded ones are compared approximately. */
export const sameId = (answered: unknown, asked: unknown): boolean =>
  String(answered) === String(asked) || (!isExact(answered) && Number(asked) === answered);
