/** Builds dist/: the sources compiled by plain tsc, with the files that tsc does not emit beside them. */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chartAssets, pageFiles } from "../src/harness/reporters/html/assets.ts";
import { assetTypes } from "../src/sandbox/reference/assets.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

rmSync(`${root}dist`, { recursive: true, force: true });
execFileSync(
  process.execPath,
  [`${root}node_modules/typescript/bin/tsc`, "-p", `${root}tsconfig.build.json`],
  {
    stdio: "inherit",
  },
);
for (const file of globSync("src/contract/generated/**/*.{js,d.ts,json,md}", { cwd: root }))
  cpSync(`${root}${file}`, `${root}${file.replace(/^src/, "dist")}`);

/** The viewer of the sandbox's reference, with what its licence asks for. */
const notices = ["LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"];
for (const name of [...Object.keys(assetTypes), ...notices])
  cpSync(`${root}node_modules/swagger-ui-dist/${name}`, `${root}dist/sandbox/reference/viewer/${name}`);

/** What the report's page carries within itself. */
for (const name of pageFiles)
  cpSync(`${root}src/harness/reporters/html/${name}`, `${root}dist/harness/reporters/html/${name}`);
for (const [copy, inPackage] of Object.entries(chartAssets))
  cpSync(`${root}node_modules/uplot/${inPackage}`, `${root}dist/harness/reporters/html/${copy}`);
