/**
 * Whether an id of an answer is the one that was asked for, whichever of them is text. An integer that JSON holds may
 * be wider than a number here can hold; such ones are compared as far as that goes.
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
