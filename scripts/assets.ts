/**
 * Writes the release assets for other languages, with checksums, into dist-assets/ or another folder: the OpenAPI
 * documents, the models as JSON Schemas, and the schemas of the files that users write and read.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "./package/entries.ts";
import { checksums, writeAssets } from "./release/assets.ts";

const folder = resolve(process.argv[2] ?? join(root, "dist-assets"));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const names = writeAssets(folder);
writeFileSync(join(folder, "SHA256SUMS"), checksums(folder, names));
process.stdout.write(`${names.length} assets and SHA256SUMS in ${folder}\n`);
