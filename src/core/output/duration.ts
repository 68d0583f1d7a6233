/** A readable duration: `740 ms`, `1.3 s`. */
export const duration = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
