import { existsSync } from "node:fs";
import { readOwnFile } from "../../model/own-file.ts";

/** Texts that the page carries within itself. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
  /** The charts; undefined in a clone whose development dependencies were left out. */
  readonly charts: { readonly script: string; readonly style: string; readonly licence: string } | undefined;
}

const chartFiles = { script: "uPlot.iife.min.js", style: "uPlot.min.css", licence: "LICENSE" } as const;

/** What the build copies beside this file, with the places in the package of the charts. */
export const chartAssets: Readonly<Record<string, string>> = {
  [`charts/${chartFiles.script}`]: `dist/${chartFiles.script}`,
  [`charts/${chartFiles.style}`]: `dist/${chartFiles.style}`,
  [`charts/${chartFiles.licence}`]: chartFiles.licence,
};

/** The page's own files, which tsc does not emit. */
export const pageFiles = ["client.js", "style.css"] as const;

const packageFolder = (): URL | undefined => {
  try {
    return new URL("../", import.meta.resolve("uplot"));
  } catch {
    return undefined;
  }
};

const chartUrl = (copy: string, inPackage: string): URL | undefined => {
  const beside = new URL(copy, import.meta.url);
  if (existsSync(beside)) return beside;
  const folder = packageFolder();
  return folder === undefined ? undefined : new URL(inPackage, folder);
};

const readChart = (name: string): string | undefined => {
  const copy = `charts/${name}`;
  return readOwnFile(copy, chartUrl(copy, chartAssets[copy] ?? name));
};

const charts = (): PageAssets["charts"] => {
  const [script, style, licence] = [chartFiles.script, chartFiles.style, chartFiles.licence].map(readChart);
  return script === undefined || style === undefined || licence === undefined
    ? undefined
    : { script, style, licence };
};

/** Reads what the page carries: its own files, and the charts where they are at hand. */
export const loadPageAssets = (): PageAssets => {
  const [script, style] = pageFiles.map((name) =>
    readOwnFile(`page/${name}`, new URL(name, import.meta.url)),
  );
  return { script: script ?? "", style: style ?? "", charts: charts() };
};
