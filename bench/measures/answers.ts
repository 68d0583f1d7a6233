import type { Limit, Measure } from "../figure.ts";
import { startServedSandbox } from "../served-sandbox.ts";
import { interleaved } from "../statistics.ts";
import { startService } from "../whole-process.ts";
import {
  type Addresses,
  addressesOf,
  reads,
  send,
  type WorkloadOperation,
  type WorkloadRequest,
  writes,
} from "../workload.ts";

const port = 18_470;

const atMost = (bound: number): Limit => ({ on: "ratio", at: "most", bound });

/** The limits of an answer's cost relative to its SQL and its bytes: records, pages, writes. */
const limits: Readonly<Record<WorkloadOperation, Limit>> = {
  getContact: atMost(1.5),
  listContactMethodTypes: atMost(1.5),
  getWebhook: atMost(1.5),
  getUser: atMost(1.5),
  getQueryOptions: atMost(1.5),
  listDonors: atMost(1.6),
  searchDonors: atMost(1.6),
  listGifts: atMost(1.6),
  listCampaigns: atMost(1.6),
  queryDonors: atMost(1.6),
  queryGifts: atMost(1.6),
  listUsers: atMost(1.6),
  replaceContactNote: atMost(2),
  replaceCampaign: atMost(2),
  updateGroup: atMost(2),
};

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
    const figures = [];
    try {
      for (const [name, request] of Object.entries({ ...reads, ...writes })) {
        const at = (n: number): WorkloadRequest => request(n % variants, config);
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
        figures.push({
          what: name,
          unit: "µs of CPU a request",
          ...both.own,
          peer: { name: "the same SQL and bytes", value: both.other.value },
          limit: limits[name as WorkloadOperation], // A name of these records.
        });
      }
    } finally {
      await Promise.all([service.stop(), plain.stop()]);
    }
    return figures;
  },
};
