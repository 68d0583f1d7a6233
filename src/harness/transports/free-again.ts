/** When a spent hourly budget has room again, in milliseconds from now. */
export type FreeAgain = NonNullable<ReturnType<typeof freeAgain>>;

/**
 * @param sent groups of requests sent together in the last hour, oldest first, and the milliseconds until each expires
 * @param tooMany how many of them must expire before one more fits
 * @returns undefined if fewer were sent: the rest is reserved for restoring records
 */
export const freeAgain = (
  sent: readonly { readonly requests: number; readonly countFor: number }[],
  tooMany: number,
) => {
  let gone = 0;
  const first = sent.find(({ requests }) => (gone += requests) >= tooMany);
  const last = sent.at(-1);
  return first === undefined || last === undefined
    ? undefined
    : { first: first.countFor, all: last.countFor };
};

const inMinutes = (milliseconds: number): string => {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  return `in ${minutes} minute${minutes === 1 ? "" : "s"}`;
};

/** Suffix of the message about a spent hour: `; requests are free again in 12 minutes, all of them in 58 minutes`. */
export const freeAgainText = (free: FreeAgain | undefined): string => {
  if (free === undefined) return "";
  const [first, all] = [inMinutes(free.first), inMinutes(free.all)];
  return `; requests are free again ${first}${all === first ? "" : `, all of them ${all}`}`;
};
