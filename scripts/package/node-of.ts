import { execSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The executable of a Node version from its registry package, unpacked in a subfolder. */
export const nodeOf = (major: number, folder: string): string => {
  const prefix = join(folder, String(major));
  mkdirSync(prefix);
  writeFileSync(join(prefix, "package.json"), '{ "private": true, "allowScripts": { "node": true } }');
  execSync(`npm install --no-audit --no-fund node@${major}`, { cwd: prefix, stdio: "pipe" });
  return join(prefix, "node_modules/node/bin/node");
};
