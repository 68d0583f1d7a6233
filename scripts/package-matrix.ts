/**
 * `npm run package:matrix`: tries the built package on every supported Node, each with every package manager and kind
 * of module, and writes reports/packages.md. Downloads the Node versions from the registry.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./package/entries.ts";
import { nodeOf } from "./package/node-of.ts";
import { pack } from "./package/pack.ts";
import { writeMeasured } from "./write-measured.ts";

const majors = [22, 24, 26];

const folder = mkdtempSync(join(tmpdir(), "tripact-nodes-"));

const rowsOn = (major: number): readonly string[] => {
  const printed = execFileSync(nodeOf(major, folder), [join(root, "scripts/try-package.ts")], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.stdout.write(printed);
  return printed.split("\n").filter((line) => line.startsWith(`| ${major}.`));
};

try {
  const rows = majors.flatMap(rowsOn);
  const { files, size, unpackedSize } = pack(folder);
  const summary = `The package has ${files.length} files, ${(size / 1e6).toFixed(2)} MB packed, ${(unpackedSize / 1e6).toFixed(2)} MB unpacked.`;
  const head = "| Node | by | tried | installed in | on disk |\n|---|---|---|---|---|";
  writeMeasured("packages", "Installations", [summary, "", head, ...rows].join("\n"));
} finally {
  rmSync(folder, { recursive: true });
}
