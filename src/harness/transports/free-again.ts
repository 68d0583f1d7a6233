/** When a spent hour has room again, in milliseconds from now. */
export type FreeAgain = NonNullable<ReturnType<typeof freeAgain>>;

/**
 * @param sent requests of the last hour that went out together, oldest first, and for how many milliseconds they count
 * @param tooMany how many of them must no longer count before there is room for one
 * @returns undefined where fewer were sent: the others are kept for putting records back
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

/** What follows the message of a spent hour: `; requests are free again in 12 minutes, all of them in 58 minutes`. */
export const freeAgainText = (free: FreeAgain | undefined): string => {
  if (free === undefined) return "";
  const [first, all] = [inMinutes(free.first), inMinutes(free.all)];
  return `; requests are free again ${first}${all === first ? "" : `, all of them ${all}`}`;
};
