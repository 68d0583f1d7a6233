import type { ReportHistory } from "../../model/report-input.ts";
import { plural } from "../../output/plural.ts";
import { markup as html } from "../markup.ts";
import type { PageAssets } from "./assets.ts";
import { historySection } from "./history.ts";
import { page } from "./page.ts";

/**
 * A page of the histories of targets, with the fields that were asked for. It carries everything within itself.
 * @param heading what was asked for: the id of an operation
 */
export const htmlHistory = (
  heading: string,
  histories: readonly ReportHistory[],
  tool: { readonly name: string; readonly version: string },
  assets: PageAssets,
): string => {
  const runs = histories.reduce((sum, { nights }) => sum + nights.length, 0);
  return page(
    {
      tool,
      title: `${heading} · ${tool.name}`,
      about: "the history",
      navigation: html`<p class="count">${plural(histories.length, "target")}, ${plural(runs, "run")}</p>`,
      main: html`<h1>${heading}</h1>
        ${histories.length === 0 ? html`<p class="empty">No run yet.</p>` : historySection(histories, true)}`,
    },
    assets,
  );
};
