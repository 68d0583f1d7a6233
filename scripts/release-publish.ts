/**
 * Uploads the tarballs of a folder to the registry, except those already there, so an interrupted release can continue.
 * The arguments after the folder go to `npm publish`. Needs no installed package.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

const [folder = "dist-release", ...options] = process.argv.slice(2);

interface Manifest {
  readonly name: string;
  readonly version: string;
}

const manifestIn = (tarball: string): Manifest =>
  JSON.parse(execFileSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" }));

const isPublished = ({ name, version }: Manifest): boolean => {
  // Set explicitly, since npm passes its own level to the scripts that it runs.
  const args = ["view", `${name}@${version}`, "version", "--loglevel", "error"];
  const { status, stdout, stderr } = spawnSync("npm", args, { encoding: "utf8" });
  if (status === 0) return stdout.trim() !== "";
  if (/\bE404\b/.test(stderr)) return false;
  throw new Error(`the registry did not say whether it has ${name}@${version}: ${stderr}`);
};

const tarballs = readdirSync(folder)
  .filter((name) => name.endsWith(".tgz"))
  .toSorted();
if (tarballs.length === 0) throw new Error(`${folder} holds no tarball`);
for (const file of tarballs) {
  const tarball = resolve(join(folder, file));
  const manifest = manifestIn(tarball);
  if (isPublished(manifest)) {
    process.stdout.write(`${manifest.name}@${manifest.version} is there\n`);
    continue;
  }
  execFileSync("npm", ["publish", tarball, "--access", "public", "--loglevel", "notice", ...options], {
    stdio: "inherit",
  });
}
