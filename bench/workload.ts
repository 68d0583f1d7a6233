/** The requests of an integration's test suite: reads of different pages and records, and a write for every four. */
import { Pool } from "undici";
import type { SandboxConfig } from "./served-sandbox.ts";

export type WorkloadInterface = "crm" | "donation" | "volunteer";

export interface WorkloadRequest {
  readonly interface: WorkloadInterface;
  readonly method: "GET" | "POST" | "PUT";
  /** Below the interface's base address. */
  readonly path: string;
  readonly body?: unknown;
}

/** The n-th request for an operation; different numbers request different pages or records. */
type RequestAt = (n: number, config: SandboxConfig) => WorkloadRequest;

const get =
  (of: WorkloadInterface, path: (n: number) => string): RequestAt =>
  (n) => ({ interface: of, method: "GET", path: path(n) });

const query =
  (path: string, queryType: number, condition: (n: number) => object): RequestAt =>
  (n) => ({
    interface: "donation",
    method: "POST",
    path,
    body: {
      queryType,
      skip: (n * 10) % 60,
      take: 20,
      sortBy: "id",
      groups: [{ conjunct: 0, conditions: [condition(n)] }],
    },
  });

/** A filter for more than an amount, different each time. */
const moreThan =
  (parameter: string) =>
  (n: number): object => ({ parameter, operator: 6, value: 10 + (n % 997) / 10 });

const reads = {
  getContact: get("crm", (n) => `/api/Contact/${1 + ((n * 7) % 200)}`),
  listContactMethodTypes: get("crm", () => "/api/ContactMethod/Types"),
  getWebhook: get("crm", () => "/api/Webhook/1"),
  listDonors: get("donation", (n) => `/api/Donor/list?Take=20&Skip=${(n * 20) % 200}`),
  searchDonors: get("donation", (n) => `/api/Donor/list?Take=20&Filter=${"aeioumnrst"[n % 10]}`),
  listGifts: get(
    "donation",
    (n) => `/api/Gift/list?Take=50&SortBy=modifieddatetimeutc&Skip=${(n * 50) % 500}`,
  ),
  listCampaigns: get("donation", () => "/api/Campaign/list?Take=20"),
  queryDonors: query("/api/Donor/query", 0, moreThan("lifetimeGiving")),
  queryGifts: query("/api/Gift/query", 3, moreThan("amount")),
  getQueryOptions: get("donation", (n) => `/api/Query/options/${n % 5}`),
  listUsers: get("volunteer", (n) => `/users?per_page=${10 + (n % 20)}`),
  getUser: get("volunteer", (n) => `/users/${1 + (n % 40)}`),
} as const satisfies Readonly<Record<string, RequestAt>>;

const scratchOf = (config: SandboxConfig, of: WorkloadInterface, name: string): unknown =>
  config.interfaces[of].scratch[name];

const writes = {
  replaceContactNote: (n) => ({
    interface: "crm",
    method: "PUT",
    path: "/api/ContactNote/1",
    body: { type: "Call", note: `Talked about the gala, ${n}.`, important: n % 2 === 0, private: false },
  }),
  replaceCampaign: (n, config) => ({
    interface: "donation",
    method: "PUT",
    path: "/api/Campaign/replace",
    body: { ...Object(scratchOf(config, "donation", "campaign")), goal: n },
  }),
  updateGroup: (n, config) => ({
    interface: "volunteer",
    method: "PUT",
    path: `/groups/${String(scratchOf(config, "volunteer", "groupId"))}`,
    body: { name: `Scratch group ${n}` },
  }),
} as const satisfies Readonly<Record<string, RequestAt>>;

export const requests = { ...reads, ...writes };

export type WorkloadOperation = keyof typeof requests;

const everyRead: readonly RequestAt[] = Object.values(reads);
const everyWrite: readonly RequestAt[] = Object.values(writes);

const readsForAWrite = 4;

const inTurn = (all: readonly RequestAt[], n: number): RequestAt => {
  const request = all[n % all.length];
  if (request === undefined) throw new Error("there is no request");
  return request;
};

/** The n-th request of the workload. */
export const requestAt = (n: number, config: SandboxConfig): WorkloadRequest => {
  const round = Math.floor(n / (readsForAWrite + 1));
  const isWrite = n % (readsForAWrite + 1) === readsForAWrite;
  const at = isWrite ? round : n - round;
  return inTurn(isWrite ? everyWrite : everyRead, at)(at, config);
};

/** Address and credential of each interface. */
export type Addresses = Readonly<
  Record<WorkloadInterface, { readonly baseUrl: string; readonly token: string }>
>;

export const addressesOf = ({ interfaces }: SandboxConfig): Addresses => {
  const at = (of: WorkloadInterface) => {
    const { baseUrl, credentials } = interfaces[of];
    return { baseUrl, token: String(credentials["apiKey"] ?? credentials["token"]) };
  };
  return { crm: at("crm"), donation: at("donation"), volunteer: at("volunteer") };
};

const clients = 8;

/** Sends requests, eight at a time; each client sends its next one when the previous one is answered. */
export const send = async (
  addresses: Addresses,
  count: number,
  at: (n: number) => WorkloadRequest,
): Promise<{ readonly refused: number }> => {
  const origins = new Map(
    Object.values(addresses).map(({ baseUrl }) => [new URL(baseUrl).origin, undefined]),
  );
  const pools = new Map(
    [...origins.keys()].map((origin) => [origin, new Pool(origin, { connections: clients })]),
  );
  let next = 0;
  let refused = 0;
  const client = async (): Promise<void> => {
    while (next < count) {
      const { interface: of, method, path, body } = at(next++);
      const { origin, pathname } = new URL(addresses[of].baseUrl);
      const response = await pools.get(origin)?.request({
        method,
        path: `${pathname === "/" ? "" : pathname}${path}`,
        headers: {
          authorization: `Bearer ${addresses[of].token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (response === undefined || response.statusCode >= 400) refused += 1;
      await response?.body.dump({ limit: 10_000_000 });
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await Promise.all([...pools.values()].map((pool) => pool.close()));
  return { refused };
};
