import { raw } from "hono/html";
import { type Markup, markup as html } from "../markup.ts";
import type { PageAssets } from "./assets.ts";
import { policySource } from "../../core/model/texts.ts";

export interface PageParts {
  readonly tool: { readonly name: string; readonly version: string };
  readonly title: string;
  /** Label of the main part: `the report`. */
  readonly about: string;
  readonly navigation: Markup;
  readonly main: Markup;
}

/** Nothing is loaded, and only the page's own script and style run. */
const policy = ({ script, style }: PageAssets): string =>
  [
    "default-src 'none'",
    `script-src ${policySource(script)}`,
    `style-src ${policySource(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

export const page = (parts: PageParts, assets: PageAssets): string => {
  const { tool, title, about, navigation, main } = parts;
  return `${String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta http-equiv="Content-Security-Policy" content="${policy(assets)}" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="generator" content="${tool.name} ${tool.version}" />
          <title>${title}</title>
          <link rel="icon" href="data:," />
          ${raw(`<style>${assets.style}</style>`)}
        </head>
        <body>
          <a class="skip" href="#main">Skip to ${about}</a>
          <header>
            <p class="brand">${tool.name} <span class="count">${tool.version}</span></p>
            ${navigation}
          </header>
          <main id="main" tabindex="-1">${main}</main>
          ${raw(`<script>${assets.script}</script>`)}
        </body>
      </html> `,
  )}`;
};
