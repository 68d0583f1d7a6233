/**
 * Measures the cost of an organization's run in fleets of several sizes, and derives what fleets need: writes
 * reports/fleet.md. `--organizations 10,100` are the sizes with 300 requests per run, `--many 10,100,1000` those with
 * 60, on PostgreSQL.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type FleetCost, measureFleet } from "../bench/fleet-nights.ts";
import { defaultSafety } from "../src/core/config/config.ts";
import { spacingOf } from "../src/core/transports/budget-ledger.ts";
import { writeMeasured } from "./write-measured.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const { values } = parseArgs({
  options: {
    organizations: { type: "string", default: "10,100" },
    many: { type: "string", default: "10,100,1000" },
  },
});

const fleets = [50, 1000, 10_000, 50_000];

/** Defaults of a fleet file. */
const [windowSeconds, slots, shapesDays, year] = [6 * 3600, 8, 90, 365];

/** Duration of a run at the usual pace, in seconds: it is nearly all waiting. */
const secondsOf = ({ requests }: FleetCost): number => (requests * spacingOf(defaultSafety)) / 1000;

const whole = (value: number): string => Math.round(value).toLocaleString("en");

const size = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${whole(bytes / 1e6)} MB`;

const duration = (seconds: number): string =>
  seconds >= 7200
    ? `${(seconds / 3600).toFixed(1)} h`
    : seconds >= 120
      ? `${whole(seconds / 60)} min`
      : `${whole(seconds)} s`;

const costRow = (cost: FleetCost): string =>
  `| ${whole(cost.organizations)} | ${(cost.cpuMs / 1000).toFixed(2)} | ${whole(cost.requests)} | ${cost.statements.toFixed(1)} | ${cost.queueStatements.toFixed(1)} | ${whole(cost.bytesOfRun)} | ${whole(cost.bytesOfShapes)} | ${whole(cost.bytesOfOrganization)} | ${whole(cost.peakMb)} |`;

const needRow = (count: number, cost: FleetCost): string => {
  const seconds = secondsOf(cost);
  const wanted = Math.ceil((count * seconds) / windowSeconds);
  const workers = Math.ceil(wanted / slots);
  const kept = (shapes: number): number =>
    count * (year * cost.bytesOfRun + shapes * cost.bytesOfShapes + cost.bytesOfOrganization);
  const cells = [
    whole(count),
    whole(wanted),
    `${whole(workers)} × ${whole(cost.peakMb)} MB`,
    duration((count * cost.cpuMs) / 1000),
    ((count * (cost.statements + cost.queueStatements)) / windowSeconds).toFixed(1),
    size(kept(year)),
    size(kept(shapesDays)),
  ];
  return `| ${cells.join(" | ")} |`;
};

const costsOf = async (sizes: string, requests: number): Promise<readonly FleetCost[]> => {
  const costs: FleetCost[] = [];
  for (const organizations of sizes.split(",").map(Number)) {
    const scratch = mkdtempSync(join(tmpdir(), "tripact-capacity-"));
    try {
      costs.push(await measureFleet({ root, scratch, organizations, requests, port: 24_731 }));
      process.stderr.write(`  ${organizations} organizations, ${requests} requests a run\n`);
    } finally {
      rmSync(scratch, { recursive: true });
    }
  }
  return costs;
};

const costHead = [
  "| organizations | processor s | requests | statements | of the queue | bytes | of shapes | of an organization | memory MB |",
  "|---|---|---|---|---|---|---|---|---|",
];

const main = async (): Promise<void> => {
  const costs = await costsOf(values.organizations, 300);
  const many = await costsOf(values.many, 60);
  const most = costs.at(-1);
  if (most === undefined) return;
  const body = [
    "For each run of an organization, over two days on PostgreSQL with one worker of eight slots. The bytes of small fleets are those of whole pages. With 300 requests a run at most:",
    "",
    ...costHead,
    ...costs.map(costRow),
    "",
    "With 60:",
    "",
    ...costHead,
    ...many.map(costRow),
    "",
    `What fleets need, by the largest fleet with 300 requests: a window of 6 h, ${defaultSafety.perSecond} requests a second and organization (${whole(secondsOf(most))} s a run), workers of ${slots} slots.`,
    "",
    `| organizations | slots | workers | processor time a day | statements/s | database after a year | with shapes for ${shapesDays} days |`,
    "|---|---|---|---|---|---|---|",
    ...fleets.map((count) => needRow(count, most)),
  ].join("\n");
  process.stdout.write(`${body}\n`);
  writeMeasured("fleet", "What a fleet costs", body);
};

await main();
