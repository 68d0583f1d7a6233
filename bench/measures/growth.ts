import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchContext, Figure, Measure } from "../figure.ts";
import { runProcess } from "../whole-process.ts";
import { writeRecording } from "./observe.ts";

/** One size, and its cost. */
interface Point {
  readonly size: number;
  readonly ms: number;
  readonly mb: number;
}

interface Series {
  readonly what: string;
  readonly points: readonly Point[];
}

/** The cost of a program of the project, by the path of its file. */
const cost = async (
  size: number,
  { root, scratch }: BenchContext,
  args: readonly string[],
  program = "bin/tripact.js",
): Promise<Point> => {
  const { cpuMs, peakMb } = await runProcess(process.execPath, [`${root}${program}`, ...args], {
    cwd: scratch,
  });
  return { size, ms: cpuMs, mb: peakMb };
};

const seriesOf = async (
  what: string,
  sizes: readonly number[],
  measure: (size: number) => Promise<Point>,
): Promise<Series> => {
  const points: Point[] = [];
  for (const size of sizes) points.push(await measure(size));
  return { what, points };
};

const factIds = [
  "DON-03",
  "DON-04",
  "DON-05",
  "DON-06",
  "CRM-01",
  "CRM-02",
  "CRM-40",
  "VOL-01",
  "VOL-03",
  "VOL-04",
];

/** One faultless exchange. */
const faultless = JSON.stringify({
  request: { method: "GET", url: "https://api.example.org/api/Donor/list", headers: [] },
  response: {
    status: 200,
    headers: [{ name: "content-type", value: "application/json" }],
    content: { mimeType: "application/json", text: '{"items":[],"total":0}' },
  },
});

/** A recording in which every answer is wrong in a different location, so that findings grow with it. */
const findingsRecording = (path: string, count: number): void => {
  const lines = Array.from({ length: count }, (_, index) => {
    const items = Array.from({ length: index % 200 }, () => ({}));
    const body = JSON.stringify({ items: [...items, 5], total: String(index) });
    return JSON.stringify({
      request: { method: "GET", url: "https://api.example.org/api/Donor/list", headers: [] },
      response: {
        status: 200,
        headers: [{ name: "content-type", value: "application/json" }],
        content: { mimeType: "application/json", text: body },
      },
    });
  });
  writeFileSync(path, `${lines.join("\n")}\n`);
};

/** How much more the last step cost than its size explains: 1 for linear growth. */
const steepness = ({ points }: Series): number => {
  const [before, last] = points.slice(-2);
  if (before === undefined || last === undefined) return Number.NaN;
  return last.ms / before.ms / (last.size / before.size);
};

const figureOf = (series: Series): Figure => ({
  what: `growth of ${series.what}: time over size, last doubling`,
  unit: "×",
  value: steepness(series),
  spread: 0,
  runs: 1,
  limit: { on: "value", at: "most", bound: 1.3 },
  note: series.points
    .map(({ size, ms, mb }) => `${size.toLocaleString("en")}: ${Math.round(ms)} ms, ${Math.round(mb)} MB`)
    .join("; "),
});

/** How cost grows with facts, exchanges, donors, recorded bytes and findings, over four sizes each. */
export const growth: Measure = {
  id: "growth",
  title: "how cost grows",
  measure: async (context) => {
    const { scratch, scale } = context;
    const file = (name: string): string => join(scratch, name);
    const all = [
      await seriesOf("facts", [1, 2, 5, 10], (size) =>
        cost(size, context, ["check", "--json", "--fact", factIds.slice(0, size).join(",")]),
      ),
      await seriesOf(
        "recorded exchanges",
        [20_000, 40_000, 80_000, 160_000].map((size) => size * scale),
        async (size) => {
          writeFileSync(file("exchanges.ndjson"), `${faultless}\n`.repeat(size));
          return cost(size, context, ["observe", file("exchanges.ndjson"), "--json"]);
        },
      ),
      await seriesOf(
        "donors",
        [10_000, 20_000, 40_000, 80_000].map((size) => Math.round(size * scale)),
        (size) => cost(size, context, [file(`${size}.sqlite`), String(size), "1"], "bench/fill.ts"),
      ),
      await seriesOf(
        "recorded megabytes",
        [25, 50, 100, 200].map((size) => size * scale),
        async (size) => {
          await writeRecording(file("growth.har"), size * 1e6, "har");
          return cost(size, context, ["observe", file("growth.har"), "--json"]);
        },
      ),
      await seriesOf("findings", [500, 1000, 2000, 4000], (size) => {
        findingsRecording(file("findings.ndjson"), size);
        return cost(size, context, ["observe", file("findings.ndjson"), "--json"]);
      }),
    ];
    return all.map(figureOf);
  },
};
