import type { BenchContext, Measure } from "../figure.ts";
import { startServedSandbox } from "../served-sandbox.ts";
import { summarize, type Summary } from "../statistics.ts";
import { type Service, startService } from "../whole-process.ts";
import { type Addresses, addressesOf, requestAt, send, type WorkloadRequest } from "../workload.ts";

const port = 18_460;

/** What users would take instead, in the measured version; npx fetches it when the bench runs. */
const prismCli = "@stoplight/prism-cli@5.16.0";

type At = (n: number) => WorkloadRequest;

interface Target {
  readonly addresses: Addresses;
  readonly services: readonly Service[];
  /** Requests of one measurement, for about a second of CPU time. */
  readonly requests: number;
}

const spentMs = ({ services }: Target): number => services.reduce((sum, { cpuMs }) => sum + cpuMs(), 0);

/** Microseconds of CPU time of the server per request. */
const costOf = async (target: Target, runs: number, at: At): Promise<Summary> => {
  const { addresses, requests } = target;
  await send(addresses, Math.ceil(requests / 4), at);
  const figures: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const before = spentMs(target);
    await send(addresses, requests, (n) => at(n + run * requests));
    figures.push(((spentMs(target) - before) * 1000) / requests);
  }
  return summarize(figures);
};

/** Prism serves one document, so each interface has its own server. */
const startPrism = async ({ root, scratch, scale }: BenchContext): Promise<Target> => {
  const start = async (name: string, offset: number) => {
    const at = port + offset;
    const args = ["-y", prismCli, "mock", `${root}specs/${name}.yaml`, "--port", String(at)];
    const service = await startService("npx", args, `http://127.0.0.1:${at}`, { cwd: scratch });
    // The paths of the volunteer document include the version, which is part of the sandbox's base address.
    const prefix = name === "volunteer" ? "/v1" : "";
    return { service, address: { baseUrl: `http://127.0.0.1:${at}${prefix}`, token: "x" } };
  };
  const crm = await start("crm", 1);
  const donation = await start("donation", 2);
  const volunteer = await start("volunteer", 3);
  return {
    addresses: { crm: crm.address, donation: donation.address, volunteer: volunteer.address },
    services: [crm.service, donation.service, volunteer.service],
    requests: Math.max(100, Math.round(500 * scale)),
  };
};

const stop = async ({ services }: Target): Promise<void> => {
  await Promise.all(services.map((service) => service.stop()));
};

/** The sandbox's cost per request of an integration's test suite, beside Prism. */
export const mixed: Measure = {
  id: "mixed",
  title: "a mix of reads and writes, as in an integration's tests",
  measure: async (context) => {
    const { root, runs, scale } = context;
    const { service, config } = await startServedSandbox(root, port);
    const own: Target = {
      addresses: addressesOf(config),
      services: [service],
      requests: Math.max(500, Math.round(5000 * scale)),
    };
    const prism = context.peers ? await startPrism(context) : undefined;
    try {
      const at: At = (n) => requestAt(n, config);
      return [
        {
          what: "the whole mix",
          unit: "µs of CPU a request",
          ...(await costOf(own, runs, at)),
          ...(prism === undefined
            ? {}
            : { peer: { name: "prism", value: (await costOf(prism, Math.min(runs, 3), at)).value } }),
          limit: { on: "ratio", at: "most", bound: 0.5 },
        },
      ];
    } finally {
      await service.stop();
      if (prism !== undefined) await stop(prism);
    }
  },
};
