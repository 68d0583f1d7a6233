import { existsSync, readFileSync } from "node:fs";
import { getAsset, isSea } from "node:sea";

/** Whether this is the single executable, which carries its files within itself. */
export const isBinary = isSea();

/**
 * The text of a file that belongs to the program: from the single executable by its name, else from where it lies.
 * Undefined where it is not there.
 */
export const readOwnFile = (name: string, url: URL | undefined): string | undefined => {
  if (isBinary) return assetNamed(name);
  return url !== undefined && existsSync(url) ? readFileSync(url, "utf8") : undefined;
};

const assetNamed = (name: string): string | undefined => {
  try {
    return getAsset(name, "utf8");
  } catch {
    return undefined;
  }
};
