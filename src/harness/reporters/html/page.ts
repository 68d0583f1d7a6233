import { raw } from "hono/html";
import { type Markup, markup as html } from "../markup.ts";
import type { PageAssets } from "./assets.ts";
import { policySource } from "../../model/texts.ts";

/** What a page shows. */
export interface PageParts {
  readonly tool: { readonly name: string; readonly version: string };
  readonly title: string;
  /** What the main part is called: `the report`. */
  readonly about: string;
  readonly navigation: Markup;
  readonly main: Markup;
  /** What its script draws, as `pageData` gives it. */
  readonly data: string;
  readonly hasCharts: boolean;
}

/** Nothing is loaded from anywhere, and no script or style runs but the page's own. */
const policy = (scripts: readonly string[], styles: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${scripts.map(policySource).join(" ")}`,
    `style-src ${styles.map(policySource).join(" ")}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

/** A page that carries everything within itself. */
export const page = (parts: PageParts, assets: PageAssets): string => {
  const { tool, title, about, navigation, main, data } = parts;
  const charts = parts.hasCharts ? assets.charts : undefined;
  const notice = charts === undefined ? "" : `/*\nuPlot\n${charts.licence.replaceAll("*/", "* /")}*/\n`;
  const scripts = [...(charts === undefined ? [] : [`${notice}${charts.script}`]), assets.script];
  const styles = [assets.style, ...(charts === undefined ? [] : [charts.style])];
  return `${String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta http-equiv="Content-Security-Policy" content="${policy(scripts, styles)}" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="generator" content="${tool.name} ${tool.version}" />
          <title>${title}</title>
          <link rel="icon" href="data:," />
          ${raw(styles.map((style) => `<style>${style}</style>`).join("\n"))}
        </head>
        <body>
          <a class="skip" href="#main">Skip to ${about}</a>
          <header>
            <p class="brand">${tool.name} <span class="count">${tool.version}</span></p>
            ${navigation}
          </header>
          <main id="main" tabindex="-1">${main}</main>
          ${raw(`<script type="application/json" id="data">${data}</script>`)}
          ${raw(scripts.map((script) => `<script>${script}</script>`).join("\n"))}
        </body>
      </html> `,
  )}`;
};
