/** Builds dist/: the bundled sources and their declarations, with their data files. */
import { cpSync, globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pageFiles } from "../src/report/html/assets.ts";
import { assetTypes } from "../src/sandbox/reference/assets.ts";
import { bundle } from "./package/bundle.ts";
import { rollUpDeclarations } from "./package/declarations.ts";
import { writeOptionTypes } from "./package/option-types.ts";
import { carriedPackages, root } from "./package/entries.ts";

const dist = join(root, "dist");

rmSync(dist, { recursive: true, force: true });
await Promise.all([bundle(dist), rollUpDeclarations(dist)]);
writeOptionTypes(dist);
for (const file of globSync("src/builtin/generated/**/*.json", { cwd: root }))
  cpSync(join(root, file), join(root, file.replace(/^src/, "dist")));

/** The schemas of the JSON reports. */
for (const file of globSync("*.schema.json", { cwd: join(root, "api") }))
  cpSync(join(root, "api", file), join(dist, file));

/** Required by the licences of bundled packages. */
for (const name of carriedPackages)
  cpSync(join(root, "node_modules", name, "LICENSE"), join(dist, "licenses", `${name}.txt`));

/** The viewer of the sandbox's reference, with the files that its licence requires. */
const notices = ["LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"];
for (const name of [...Object.keys(assetTypes), ...notices])
  cpSync(join(root, "node_modules/swagger-ui-dist", name), join(dist, "sandbox/reference/viewer", name));

/** Files that the HTML report embeds. */
for (const name of pageFiles) cpSync(join(root, "src/report/html", name), join(dist, "report/html", name));
