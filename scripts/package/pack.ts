import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./entries.ts";

export interface Tarball {
  readonly path: string;
  /** Paths in the package. */
  readonly files: readonly string[];
  /** Download size in bytes. */
  readonly size: number;
  /** Installed size in bytes, without dependencies. */
  readonly unpackedSize: number;
}

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
  readonly size: number;
  readonly unpackedSize: number;
}

/** Packs a package as it is, without running its scripts. */
export const pack = (destination: string, folder = root): Tarball => {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", destination];
  const output = execFileSync("npm", args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [packed] = JSON.parse(output) as readonly [Packed]; // One package was named.
  const { filename, files, size, unpackedSize } = packed;
  return { path: join(destination, filename), files: files.map(({ path }) => path), size, unpackedSize };
};
