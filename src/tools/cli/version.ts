import { readFileSync } from "node:fs";

/** The version in package.json, two folders up both from the sources and from the built files. */
export const version = (): string => {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
  );
  if (typeof manifest === "object" && manifest !== null && "version" in manifest)
    return String(manifest.version);
  throw new Error("package.json has no version");
};
