import { loadPageAssets } from "../../../harness/reporters/html/assets.ts";

const style = `
.cards { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 0 0 1.5rem; padding: 0; list-style: none; }
.cards b { display: block; font-size: 1.6rem; font-variant-numeric: tabular-nums; color: var(--tint, var(--text)); }
main h2 { margin-top: 2rem; }
.chart { margin-inline: 0; overflow: hidden; margin-bottom: .5rem; }
.scroll { overflow-x: auto; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 1.5rem; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
nav a[aria-current="page"] { background: var(--raised); font-weight: 600; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0 1rem; } dd { margin-bottom: .5rem; } }
`;

/** Draws each \`.chart\` from the JSON beside it; the table below it says the same without a script. */
const script = `
const dark = matchMedia("(prefers-color-scheme: dark)");
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const draw = (element) => {
  const { days, series } = JSON.parse(element.querySelector("script").textContent);
  const times = days.map((day) => Date.parse(day + "T00:00:00Z") / 1000);
  const axis = { stroke: colour("--dim"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
  for (const old of element.querySelectorAll(".uplot")) old.remove();
  new uPlot({
    width: element.clientWidth, height: 180, tzDate: (at) => uPlot.tzDate(new Date(at * 1000), "Etc/UTC"),
    cursor: { drag: { x: false, y: false } },
    axes: [axis, { ...axis, size: 60 }],
    scales: { y: { range: (_, low, high) => [0, Math.max(1, high)] } },
    series: [{ label: "day", value: "{YYYY}-{MM}-{DD}" }, ...series.map(({ label, tint }) => ({
      label, stroke: colour(tint), width: 2, fill: colour(tint) + "22", points: { size: 5 }, spanGaps: false,
    }))],
  }, [times, ...series.map(({ values }) => values)], element);
};
const drawAll = () => document.querySelectorAll(".chart").forEach(draw);
if (typeof uPlot === "function") { drawAll(); addEventListener("resize", drawAll); dark.addEventListener("change", drawAll); }
`;

export interface Asset {
  readonly type: string;
  readonly text: string;
}

/** What the pages load, by name. */
export const dashboardAssets = (): Readonly<Record<string, Asset>> => {
  const page = loadPageAssets();
  return {
    "dashboard.css": {
      type: "text/css; charset=utf-8",
      text: `${page.style}\n${page.charts?.style ?? ""}\n${style}`,
    },
    "dashboard.js": {
      type: "text/javascript; charset=utf-8",
      text: `${page.charts?.script ?? ""}\n${script}`,
    },
  };
};
