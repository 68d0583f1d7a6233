import { type FleetCost, hasPostgres, measureFleet } from "../fleet-nights.ts";
import type { Figure, Measure } from "../figure.ts";

const port = 24_731;

/** Costs that must not grow with the number of organizations. */
const measured: readonly { readonly what: string; readonly unit: string; of(cost: FleetCost): number }[] = [
  { what: "processor time", unit: "ms", of: ({ cpuMs }) => cpuMs },
  { what: "requests", unit: "", of: ({ requests }) => requests },
  {
    what: "statements",
    unit: "",
    of: ({ statements, queueStatements }) => statements + queueStatements,
  },
  { what: "bytes stored", unit: "B", of: ({ bytesOfRun, bytesOfShapes }) => bytesOfRun + bytesOfShapes },
];

/** The cost of an organization's run in fleets of several sizes, on PostgreSQL. */
export const fleet: Measure = {
  id: "fleet",
  title: "a run of an organization in a fleet",
  measure: async ({ root, scratch, scale, note }) => {
    if (!(await hasPostgres())) {
      note("no PostgreSQL: no fleet was measured");
      return [];
    }
    const sizes = scale < 1 ? [10] : [10, 100];
    const costs: FleetCost[] = [];
    for (const organizations of sizes)
      costs.push(await measureFleet({ root, scratch, organizations, requests: 300, port }));
    const [fewest] = costs;
    if (fewest === undefined) return [];
    return costs.flatMap((cost) =>
      measured.map(({ what, unit, of }): Figure => ({
        what: `${what} of an organization-run, ${cost.organizations} organizations`,
        unit,
        value: of(cost),
        spread: 0,
        runs: 2 * cost.organizations,
        ...(cost === fewest
          ? {}
          : {
              peer: { name: `${fewest.organizations} organizations`, value: of(fewest) },
              limit: { on: "ratio", at: "most", bound: 1.2 },
            }),
      })),
    );
  },
};
