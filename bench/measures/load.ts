import autocannon from "autocannon";
import type { BenchContext, Figure, Measure } from "../figure.ts";
import { npx } from "../peers.ts";
import { startServedSandbox } from "../served-sandbox.ts";
import { summarize, type Summary } from "../statistics.ts";
import { startService } from "../whole-process.ts";
import { addressesOf } from "../workload.ts";

/** A request that is sent repeatedly. */
interface Shot {
  readonly what: string;
  readonly method: "GET" | "PUT";
  /** Path below an interface's base address, as documented. */
  readonly path: string;
  readonly body?: string;
}

const shots = {
  webhook: { what: "a webhook read", method: "GET", path: "/api/Webhook/1" },
  note: {
    what: "a note PUT",
    method: "PUT",
    path: "/api/ContactNote/1",
    body: JSON.stringify({ type: "Call", note: "Talked about the gala.", important: true, private: false }),
  },
  donors: { what: "a donor list page", method: "GET", path: "/api/Donor/list?Take=20" },
} as const satisfies Readonly<Record<string, Shot>>;

type ShotName = keyof typeof shots;

/** Prefix and credential of a shot. */
interface Range {
  readonly base: string;
  readonly token: string;
}

const interfaceOf = (name: ShotName): "crm" | "donation" => (name === "donors" ? "donation" : "crm");

const perSecond = async (shot: Shot, { base, token }: Range, seconds: number): Promise<number> => {
  const result = await autocannon({
    url: `${base}${shot.path}`,
    method: shot.method,
    connections: 20,
    duration: seconds,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json",
    },
    ...(shot.body === undefined ? {} : { body: shot.body }),
  });
  return result.requests.average;
};

const speed = async (shot: Shot, range: Range, { runs, scale }: BenchContext): Promise<Summary> => {
  const seconds = Math.max(1, Math.round(3 * scale));
  await perSecond(shot, range, 1);
  const figures: number[] = [];
  for (let run = 0; run < Math.max(3, runs - 2); run += 1)
    figures.push(await perSecond(shot, range, seconds));
  return summarize(figures);
};

const port = 18_450;

const startSandbox = async ({ root }: BenchContext) => {
  const { service, config } = await startServedSandbox(root, port);
  const rangeOf = (name: ShotName): Range => {
    const { baseUrl, token } = addressesOf(config)[interfaceOf(name)];
    return { base: baseUrl, token };
  };
  return { service, rangeOf };
};

/** The sandbox's answer, byte for byte: the plain servers send the same. */
const answerOf = async (shot: Shot, { base, token }: Range): Promise<string> => {
  const response = await fetch(`${base}${shot.path}`, {
    method: shot.method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(shot.body === undefined ? {} : { body: shot.body }),
  });
  if (!response.ok) throw new Error(`${shot.what} is answered ${response.status}`);
  return response.text();
};

const plainServer = async (kind: "node" | "hono", text: string, context: BenchContext, shot: Shot) => {
  const at = port + 1;
  const service = await startService(
    process.execPath,
    [`${context.root}bench/plain-server.ts`, kind, String(at)],
    `http://127.0.0.1:${at}/`,
    { env: { TRIPACT_BENCH_BODY: text } },
  );
  try {
    return (await speed(shot, { base: `http://127.0.0.1:${at}`, token: "x" }, context)).value;
  } finally {
    await service.stop();
  }
};

const mockArguments = {
  prism: (document: string, at: number) => ["mock", document, "--port", String(at)],
  mockoon: (document: string, at: number) => [
    "start",
    "--data",
    document,
    "--port",
    String(at),
    "--disable-log-to-file",
  ],
} as const;

interface MockFigures {
  readonly perSecond: number;
  /** Megabytes, before and after the load. */
  readonly atRest: number;
  readonly afterwards: number;
}

const mockServer = async (
  peer: keyof typeof mockArguments,
  name: ShotName,
  context: BenchContext,
): Promise<MockFigures> => {
  const at = port + 2;
  const document = `${context.root}specs/${interfaceOf(name)}.yaml`;
  const base = `http://127.0.0.1:${at}`;
  const service = await startService("npx", npx(peer, mockArguments[peer](document, at)), base, {
    cwd: context.scratch,
  });
  try {
    const atRest = service.residentMb();
    const { value } = await speed(shots[name], { base, token: "x" }, context);
    return { perSecond: value, atRest, afterwards: service.residentMb() };
  } finally {
    await service.stop();
  }
};

const memory = (who: string, atRest: number, afterwards: number): readonly Figure[] => {
  const figure = { unit: "MB", spread: 0, runs: 1 };
  return [
    { ...figure, what: `${who}, memory at rest`, value: atRest },
    { ...figure, what: `${who}, memory after the load`, value: afterwards },
  ];
};

const figuresOf = async (name: ShotName, range: Range, context: BenchContext): Promise<readonly Figure[]> => {
  const shot: Shot = shots[name];
  const text = await answerOf(shot, range);
  const own = await speed(shot, range, context);
  const figure = { what: shot.what, unit: "req/s", ...own };
  const raw = await plainServer("node", text, context, shot);
  const hono = await plainServer("hono", text, context, shot);
  const mocks: Figure[] = [];
  if (context.peers)
    for (const peer of ["prism", "mockoon"] as const) {
      const mock = await mockServer(peer, name, context);
      mocks.push({ ...figure, peer: { name: peer, value: mock.perSecond } });
      if (name === "donors") mocks.push(...memory(`${peer} mock`, mock.atRest, mock.afterwards));
    }
  return [
    {
      ...figure,
      peer: { name: "raw node:http", value: raw },
      ...(name === "webhook" ? { limit: { on: "ratio", at: "least", bound: 0.5 } as const } : {}),
    },
    { ...figure, peer: { name: "Hono", value: hono } },
    ...mocks,
  ];
};

/** Requests per second of a served sandbox, beside servers that only answer. */
export const load: Measure = {
  id: "load",
  title: "requests a second",
  measure: async (context) => {
    const { service, rangeOf } = await startSandbox(context);
    try {
      const atRest = service.residentMb();
      const figures: Figure[] = [];
      for (const name of Object.keys(shots) as ShotName[])
        // The keys of this record.
        figures.push(...(await figuresOf(name, rangeOf(name), context)));
      return [...figures, ...memory("tripact sandbox", atRest, service.residentMb())];
    } finally {
      await service.stop();
    }
  },
};
