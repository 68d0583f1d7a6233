/**
 * Which pieces of recordings observers look at. What they have seen cannot be added up, so it is all looked at by one
 * thread; in order that others can judge meanwhile, it is all of the first `whole` bytes and an eighth of what comes
 * later, spread evenly, with the beginning of every later recording as long as that makes no more than a quarter.
 * Depends on nothing but what was asked before.
 */
export const createWatchedShare = (whole: number): ((bytes: number, isBeginning: boolean) => boolean) => {
  let seen = 0;
  let later = 0;
  let watched = 0;
  return (bytes, isBeginning) => {
    seen += bytes;
    if (seen <= whole) return true;
    const isWatched = watched * (isBeginning ? 4 : 8) <= later;
    later += bytes;
    if (isWatched) watched += bytes;
    return isWatched;
  };
};
