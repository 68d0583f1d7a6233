import { readOwnFile } from "./own-file.ts";

/** The version in package.json, two folders above both the sources and the built files. */
export const version = (): string => {
  const text = readOwnFile("package.json", new URL("../../../package.json", import.meta.url));
  const manifest: unknown = JSON.parse(text ?? "null");
  if (typeof manifest === "object" && manifest !== null && "version" in manifest)
    return String(manifest.version);
  throw new Error("package.json has no version");
};
