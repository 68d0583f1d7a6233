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
    const costOf = (organizations: number): Promise<FleetCost> =>
      measureFleet({ root, scratch, organizations, requests: 300, port });
    const few = await costOf(10);
    const many = await costOf(scale < 1 ? 20 : 100);
    return measured.map(({ what, unit, of }): Figure => ({
      what: `${what} of an organization-run, ${many.organizations} organizations`,
      unit,
      value: of(many),
      spread: 0,
      runs: 2 * many.organizations,
      peer: { name: `${few.organizations} organizations`, value: of(few) },
      limit: { on: "ratio", at: "most", bound: 1.2 },
    }));
  },
};
