import type { Figure, Measure } from "../figure.ts";
import { startServedSandbox } from "../served-sandbox.ts";
import { interleaved, type Summary } from "../statistics.ts";
import { startService } from "../whole-process.ts";
import {
  type Addresses,
  addressesOf,
  requests,
  send,
  type WorkloadOperation,
  type WorkloadRequest,
} from "../workload.ts";

const port = 18_470;

interface Kind {
  readonly what: string;
  readonly operations: readonly WorkloadOperation[];
  /** How much more an answer may cost than its SQL and its bytes; docs/contributing/sandbox.md lists the parts. */
  readonly bound: number;
}

interface Cost {
  readonly name: WorkloadOperation;
  readonly own: Summary;
  readonly other: number;
}

const kinds: readonly Kind[] = [
  {
    // The work per request is as much as that of `node:http`, or more.
    what: "small answers, and those that JavaScript renders",
    operations: [
      "getContact",
      "listContactMethodTypes",
      "getWebhook",
      "getUser",
      "getQueryOptions",
      "listUsers",
    ],
    bound: 3,
  },
  {
    // SQLite renders them: the sandbox adds little.
    what: "pages and queries",
    operations: ["listDonors", "searchDonors", "listGifts", "listCampaigns", "queryDonors", "queryGifts"],
    bound: 1.6,
  },
  {
    // A write also stores an event with its deliveries, and renders what it wrote.
    what: "writes",
    operations: ["replaceContactNote", "replaceCampaign", "updateGroup"],
    bound: 4,
  },
];

/** Number of different requests per operation, sent in turn: the other server must know each of them. */
const variants = 5;

/** The sandbox's own work: its answers beside the same SQL and the same bytes without a sandbox. */
export const answers: Measure = {
  id: "answers",
  title: "answers beside their SQL and their bytes alone",
  measure: async ({ root, runs, scale }) => {
    const { service, config } = await startServedSandbox(root, port);
    const origin = `http://127.0.0.1:${port + 1}`;
    const plain = await startService(
      process.execPath,
      [`${root}bench/same-sql-server.ts`, String(port + 1)],
      `${origin}/`,
    );
    const own = addressesOf(config);
    const moved = Object.entries(own).map(([name, { baseUrl, token }]) => [
      name,
      { baseUrl: baseUrl.replace(new URL(baseUrl).origin, origin), token },
    ]);
    const other = Object.fromEntries(moved) as Addresses; // One for each interface.
    const count = Math.max(500, Math.round(8000 * scale));
    const costOf = async (name: WorkloadOperation): Promise<Cost> => {
      const at = (n: number): WorkloadRequest => requests[name](n % variants, config);
      const cost = async (addresses: Addresses, { cpuMs }: typeof service): Promise<number> => {
        const before = cpuMs();
        const { refused } = await send(addresses, count, at);
        if (refused > 0) throw new Error(`${refused} of the requests of ${name} were refused`);
        return ((cpuMs() - before) * 1000) / count;
      };
      await cost(own, service);
      await cost(other, plain);
      const both = await interleaved(runs, {
        own: () => cost(own, service),
        other: () => cost(other, plain),
      });
      return { name, own: both.own, other: both.other.value };
    };
    const figures: Figure[] = [];
    try {
      for (const { what, operations, bound } of kinds) {
        const costs: Cost[] = [];
        for (const name of operations) costs.push(await costOf(name));
        const mean = (pick: (cost: Cost) => number): number =>
          costs.reduce((sum, cost) => sum + pick(cost), 0) / costs.length;
        figures.push({
          what,
          unit: "µs of CPU a request",
          value: mean((cost) => cost.own.value),
          spread: mean((cost) => cost.own.spread),
          runs,
          peer: { name: "the same SQL and bytes", value: mean((cost) => cost.other) },
          limit: { on: "ratio", at: "most", bound },
          note: costs.map((cost) => `${cost.name} ${(cost.own.value / cost.other).toFixed(2)}×`).join(", "),
        });
      }
    } finally {
      await Promise.all([service.stop(), plain.stop()]);
    }
    return figures;
  },
};
