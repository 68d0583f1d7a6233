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

/** Pages and queries that SQLite renders: the sandbox adds little to them. */
const page = atMost(1.6);

/** Small answers and those that JavaScript renders: the work per request is as much as that of `node:http`, or more. */
const small = atMost(3);

/** A write also stores an event with its deliveries, and renders what it wrote. */
const write = atMost(4);

/** The limits of an answer's cost relative to its SQL and its bytes; contributing/sandbox.md lists the parts. */
const limits: Readonly<Record<WorkloadOperation, Limit>> = {
  getContact: small,
  listContactMethodTypes: small,
  getWebhook: small,
  getUser: small,
  getQueryOptions: small,
  listDonors: page,
  searchDonors: page,
  listGifts: page,
  listCampaigns: page,
  queryDonors: page,
  queryGifts: page,
  listUsers: small,
  replaceContactNote: write,
  replaceCampaign: write,
  updateGroup: write,
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
