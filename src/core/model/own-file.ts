import { existsSync, readFileSync } from "node:fs";
import { getAsset, isSea } from "node:sea";

/** Whether this is the single executable, which has its files embedded. */
export const isBinary = isSea();

/** By name from the single executable, else from its URL. Undefined if missing. */
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
