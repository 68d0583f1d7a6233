/** The decision holds for so much of what is watched whole, so that pieces for another thread stay large. */
const blocksOfWhole = 96;

/**
 * Which entries of recordings observers look at. What they have seen cannot be added up, so it is all looked at by one
 * thread; in order that others can judge meanwhile, it is all of the first `whole` bytes and an eighth of what comes
 * later, in blocks that are spread evenly, with the beginning of every later recording as long as that makes no more
 * than a quarter. Depends on nothing but the entries: not on how they arrive.
 */
export const createWatchedShare = (whole: number): ((bytes: number, isBeginning: boolean) => boolean) => {
  let seen = 0;
  let later = 0;
  let watched = 0;
  let isWatched = true;
  /** How much the block takes yet. */
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
