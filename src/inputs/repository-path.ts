import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

const isRepository = (folder: string): boolean => existsSync(join(folder, ".git"));

/** The nearest repository around a folder; the folder itself if there is none. */
const rootOf = (folder: string): string => {
  for (let here = folder; ; here = dirname(here)) {
    if (isRepository(here)) return here;
    if (dirname(here) === here) return folder;
  }
};

/**
 * A file's path in the repository of a folder, with `/` between folders: what code hosts find it by. Undefined for a
 * file outside.
 */
export const repositoryPath = (file: string, cwd: string): string | undefined => {
  const path = relative(rootOf(resolve(cwd)), resolve(cwd, file));
  return path.split(sep)[0] === ".." || resolve(path) === path ? undefined : path.split(sep).join("/");
};
