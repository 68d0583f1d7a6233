/**
 * Packs dist/. Fails if the package is too large, loads more than documented, has an entry that does not load by itself,
 * or types that do not resolve.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { publicEntries, root } from "./package/entries.ts";
import { assertLoadsAsPromised, loadsOfEntries } from "./package/loads.ts";
import { pack, type Tarball } from "./package/pack.ts";

/**
 * Limits of an installation; see docs/guides/installation.md. Of the files, 22 are pages of docs, 8 `tripact mcp`, 8
 * `tripact/arbitraries`, and 9 document what the sandbox serves beyond the specification: 1 MB, for the 120 operations
 * that clients call.
 */
const limits = { files: 430, unpackedSize: 9_700_000 };

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const assertSmall = ({ files, size, unpackedSize }: Tarball): void => {
  const summary = `${files.length} files, ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked`;
  if (files.length >= limits.files || unpackedSize >= limits.unpackedSize)
    throw new Error(
      `the package has ${summary}; at most ${limits.files} files and ${megabytes(limits.unpackedSize)}`,
    );
  process.stdout.write(`tripact: ${summary}\n`);
};

/** Parts of the build may import each other: which one comes first decides whether all is there when it is needed. */
const assertLoadsAlone = (entry: string): void => {
  const url = pathToFileURL(join(root, "dist", `${entry}.js`)).href;
  execFileSync(process.execPath, ["--input-type=module", "-e", `await import(${JSON.stringify(url)})`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
};

const folder = mkdtempSync(join(tmpdir(), "tripact-pack-"));
try {
  const tarball = pack(folder);
  assertSmall(tarball);
  // Vitest's own entries load in Vitest alone.
  for (const entry of Object.values(publicEntries).filter((one) => !one.includes("/vitest/")))
    assertLoadsAlone(entry);
  assertLoadsAsPromised(loadsOfEntries(join(root, "dist")));
  const attw = join(root, "node_modules/@arethetypeswrong/cli/dist/index.js");
  execFileSync(process.execPath, [attw, tarball.path, "--profile", "esm-only"], { stdio: "inherit" });
} finally {
  rmSync(folder, { recursive: true });
}
