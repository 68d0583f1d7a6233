import type { ReportHistory } from "../../model/report-input.ts";
import { plural } from "../../output/plural.ts";
import { markup as html } from "../markup.ts";
import type { PageAssets } from "./assets.ts";
import { historySection } from "./history.ts";
import { page } from "./page.ts";

/**
 * A self-contained page of the targets' histories, with the selected fields.
 * @param heading the selection: an operation id
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
