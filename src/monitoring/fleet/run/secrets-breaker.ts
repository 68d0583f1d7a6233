/** Consecutive organizations without available secrets before their source counts as unavailable. */
const fewest = 5;

/** The same, before the work stops. */
const most = 20;

/** Distinguishes an organization without secrets from a source of secrets that is unavailable for all. */
export const createSecretsBreaker = () => {
  let failed = 0;
  return {
    /** Records whether the secrets of an organization were available. */
    note(had: boolean) {
      failed = had ? 0 : failed + 1;
    },
    isAway: () => failed >= fewest,
    isOpen: () => failed >= most,
  };
};
