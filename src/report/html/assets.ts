import { readOwnFile } from "../../core/model/own-file.ts";

export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

export const pageFiles = ["client.js", "style.css"] as const;

export const loadPageAssets = (): PageAssets => {
  const [script, style] = pageFiles.map((name) =>
    readOwnFile(`page/${name}`, new URL(name, import.meta.url)),
  );
  return { script: script ?? "", style: style ?? "" };
};
