import { existsSync } from "node:fs";
import { readOwnFile } from "../../core/model/own-file.ts";

/** The files of the viewer, Swagger UI, that a page loads. */
export const assetTypes = {
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
} as const;

export type AssetName = keyof typeof assetTypes;

export const isAssetName = (text: string): text is AssetName => Object.hasOwn(assetTypes, text);

/**
 * The published package includes a copy made by the build, so that users of tripact do not install the viewer's
 * package; a clone has that package as a development dependency.
 */
const locationOf = (name: AssetName): URL | undefined => {
  const copy = new URL(`viewer/${name}`, import.meta.url);
  if (existsSync(copy)) return copy;
  const manifest = viewerManifest();
  return manifest === undefined ? undefined : new URL(name, manifest);
};

const viewerManifest = (): string | undefined => {
  try {
    return import.meta.resolve("swagger-ui-dist/package.json");
  } catch {
    return undefined;
  }
};

/** Undefined in a clone without development dependencies. */
export const readAsset = (name: AssetName): string | undefined =>
  readOwnFile(`viewer/${name}`, locationOf(name));

export const hasViewer = (): boolean => readAsset("swagger-ui.css") !== undefined;
