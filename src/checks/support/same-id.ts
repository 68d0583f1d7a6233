/**
 * Whether an id of an answer equals the requested one; either may be text. JSON integers beyond the precision of a
 * number are compared approximately.
 */
export const sameId = (answered: unknown, asked: unknown): boolean => {
  if (String(answered) === String(asked)) return true;
  return (
    typeof answered === "number" &&
    Number.isInteger(answered) &&
    !Number.isSafeInteger(answered) &&
    Number(asked) === answered
  );
};
