/**
 * Builds what a release uploads, in dist-release/ or another folder: the tarballs of both packages, the executable of this
 * platform, the assets, the software bill of materials and SHA256SUMS. `--only-executable` builds only that.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./package/entries.ts";
import { pack, type Tarball } from "./package/pack.ts";
import { checksums, writeAssets } from "./release/assets.ts";
import { changelogSections } from "./release/changelog.ts";
import { sbom } from "./release/sbom.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "only-executable": { type: "boolean", default: false } },
});
const folder = resolve(positionals[0] ?? join(root, "dist-release"));

const script = (name: string, ...args: readonly string[]): void => {
  execFileSync(process.execPath, [join(root, "scripts", name), ...args], { cwd: root, stdio: "inherit" });
};

const tarballs = (): readonly Tarball[] => {
  script("build.ts");
  script("package-types.ts");
  return [pack(folder), pack(folder, join(root, "dist-contract"))];
};

/** Under the same name in every release: `tripact-linux-x64`. */
const executable = (): string => {
  const built = mkdtempSync(join(tmpdir(), "tripact-executable-"));
  script("build-binary.ts", built);
  const ending = process.platform === "win32" ? ".exe" : "";
  const name = `tripact-${process.platform}-${process.arch}${ending}`;
  renameSync(join(built, `tripact${ending}`), join(folder, name));
  rmSync(built, { recursive: true });
  return name;
};

/** The section of the changelog is the text of the release, not one of its files. */
const writeNotes = (): void => {
  const [newest] = changelogSections(readFileSync(join(root, "CHANGELOG.md"), "utf8"));
  writeFileSync(join(folder, "NOTES.md"), `${newest?.text ?? ""}\n`);
};

const megabytes = (path: string): string => `${(statSync(join(folder, path)).size / 1e6).toFixed(2)} MB`;

const buildAll = (): readonly string[] => {
  const packed = tarballs();
  const names = [...packed.map(({ path }) => basename(path)), executable(), ...writeAssets(folder)];
  writeFileSync(join(folder, "tripact.cdx.json"), `${JSON.stringify(sbom(), null, 2)}\n`);
  writeNotes();
  for (const { path, files, unpackedSize } of packed)
    process.stdout.write(
      `${basename(path)}: ${files.length} files, ${(unpackedSize / 1e6).toFixed(2)} MB unpacked\n`,
    );
  return [...names, "tripact.cdx.json"];
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const names = values["only-executable"] ? [executable()] : buildAll();
if (!values["only-executable"]) writeFileSync(join(folder, "SHA256SUMS"), checksums(folder, names));
process.stdout.write("| file | size |\n|---|---|\n");
for (const name of names) process.stdout.write(`| ${name} | ${megabytes(name)} |\n`);
