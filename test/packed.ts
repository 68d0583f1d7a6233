import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { root } from "../scripts/package/entries.ts";
import { pack } from "../scripts/package/pack.ts";
import { isNightly } from "./nightly.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The package as it is released; empty in a usual run. */
    readonly tarball: string;
  }
}

const packed = (): string => {
  execFileSync(process.execPath, [join(root, "scripts/build.ts")], { cwd: root, stdio: "pipe" });
  return pack(mkdtempSync(join(tmpdir(), "packed-"))).path;
};

/** A build removes dist/ first, so that tests beside one another must not each begin one. */
export const setup = ({ provide }: TestProject): void => provide("tarball", isNightly ? packed() : "");
