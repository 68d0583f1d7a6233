/** Organizations in a row whose secrets could not be had before their source counts as away. */
const fewest = 5;

/** As many before nothing more is tried. */
const most = 20;

/** Distinguishes an organization without secrets from a source of secrets that is away for all. */
export interface SecretsBreaker {
  /** Notes whether the secrets of an organization could be had. */
  note(had: boolean): void;
  isAway(): boolean;
  isOpen(): boolean;
}

export const createSecretsBreaker = (): SecretsBreaker => {
  let failed = 0;
  return {
    note(had) {
      failed = had ? 0 : failed + 1;
    },
    isAway: () => failed >= fewest,
    isOpen: () => failed >= most,
  };
};
