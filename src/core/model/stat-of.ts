import { type Stats, statSync } from "node:fs";

/** Undefined if nothing is there, links are circular, or the path is invalid: opening it reports the error. */
export const statOf = (path: string): Stats | undefined => {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
};
