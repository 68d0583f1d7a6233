import { type Stats, statSync } from "node:fs";

/**
 * What is at a path, links followed; undefined for nothing, for a circle of links and for what no system takes as a
 * path: whoever opens it says so.
 */
export const statOf = (path: string): Stats | undefined => {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
};
