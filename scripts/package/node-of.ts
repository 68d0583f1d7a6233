import { execSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The program of a Node, from its package in the registry, in a folder below this one. */
export const nodeOf = (major: number, folder: string): string => {
  const prefix = join(folder, String(major));
  mkdirSync(prefix);
  writeFileSync(join(prefix, "package.json"), '{ "private": true, "allowScripts": { "node": true } }');
  execSync(`npm install --no-audit --no-fund node@${major}`, { cwd: prefix, stdio: "pipe" });
  return join(prefix, "node_modules/node/bin/node");
};
