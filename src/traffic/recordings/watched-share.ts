/** A block is this part of `whole`; large, so that other threads get large pieces. */
const blocksOfWhole = 96;

/**
 * Selects the entries that observers see. Their observations cannot be merged, so one thread sees them all; to let
 * other threads judge meanwhile, these are the first `whole` bytes and an eighth of the rest, in evenly spread blocks,
 * plus the start of every later recording while that stays below a quarter. Depends only on the entries, not on how
 * they arrive.
 */
export const createWatchedShare = (whole: number): ((bytes: number, isBeginning: boolean) => boolean) => {
  let seen = 0;
  let later = 0;
  let watched = 0;
  let isWatched = true;
  /** Bytes that still fit in the block. */
  let room = 0;
  return (bytes, isBeginning) => {
    seen += bytes;
    if (seen <= whole) return true;
    if (isBeginning || room <= 0) {
      isWatched = watched * (isBeginning ? 4 : 8) <= later;
      room = whole / blocksOfWhole;
    }
    room -= bytes;
    later += bytes;
    if (isWatched) watched += bytes;
    return isWatched;
  };
};
