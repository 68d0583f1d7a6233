import { fieldNames } from "../../../src/builtin/documents.ts";
import { interfaceNames } from "../../../src/builtin/interface-name.ts";
import { interfaces } from "../../../src/builtin/interfaces.ts";
import { type ActiveCheck, type Check, type PassiveCheck, send } from "../../../src/core/model/check.ts";
import type {
  Call,
  Exchange,
  ExchangeRequest,
  FailureOutcome,
  ResponseOutcome,
} from "../../../src/core/model/exchange.ts";
import type { Fact, Unknown } from "../../../src/core/model/fact.ts";
import type { Operation } from "../../../src/core/model/operation.ts";
import type { Report } from "../../../src/core/model/report.ts";
import type { RunEvent, RunFooter } from "../../../src/core/model/run-event.ts";
import type { FinalOutcome, WireRequest } from "../../../src/core/model/transport.ts";
import { endOfRun } from "../../../src/core/run/assemble-report.ts";
import type { ResultCollector } from "../../../src/core/run/result-collector.ts";
import { run, type RunOptions } from "../../../src/core/run/run.ts";
import type { RunContract } from "../../../src/core/run/run-options.ts";
import type { Target } from "../../../src/core/run/target.ts";
import { createVirtualClock, type VirtualClock } from "../transports/virtual-clock.ts";

const operation = (parts: Pick<Operation, "id" | "interface" | "method" | "path" | "effect">): Operation => ({
  summary: "",
  security: "bearer",
  parameters: [],
  responses: {},
  facts: [],
  unknowns: [],
  ...parts,
});

/** A made-up table: one read of each interface, one write, one token call. */
export const operations: Readonly<Record<string, Operation>> = {
  readCrm: operation({
    id: "readCrm",
    interface: "crm",
    method: "GET",
    path: "/api/Thing/{id}",
    effect: "read",
  }),
  readDonation: operation({
    id: "readDonation",
    interface: "donation",
    method: "GET",
    path: "/api/list",
    effect: "read",
  }),
  readVolunteer: operation({
    id: "readVolunteer",
    interface: "volunteer",
    method: "GET",
    path: "/v1/users",
    effect: "read",
  }),
  write: operation({
    id: "write",
    interface: "crm",
    method: "PUT",
    path: "/api/Thing/{id}",
    effect: "write",
  }),
  token: operation({ id: "token", interface: "crm", method: "POST", path: "/Token", effect: "token" }),
};

/** A call of the made-up CRM read by default; `id` makes it a request of its own. */
export const call = (label: string, parts: Partial<Call> = {}): Call => ({
  operation: "readCrm",
  path: { id: 1 },
  authorization: { kind: "none" },
  label,
  ...parts,
});

/** A plan that sends calls one after the other. */
export const asks = (...calls: readonly Call[]): ActiveCheck["plan"] =>
  function* () {
    for (const one of calls) yield* send(one);
  };

export const activeCheck = (parts: Partial<ActiveCheck> & Pick<ActiveCheck, "id">): ActiveCheck => ({
  facts: ["F-1"],
  severity: "error",
  title: parts.id,
  why: "",
  effect: "read",
  interfaces: ["crm"],
  needs: [],
  plan: asks(call("one")),
  *judge() {},
  ...parts,
});

export const passiveCheck = (parts: Partial<PassiveCheck> & Pick<PassiveCheck, "id">): PassiveCheck => ({
  facts: ["P-1"],
  severity: "error",
  title: parts.id,
  why: "",
  effect: "passive",
  interfaces: ["crm", "donation", "volunteer"],
  applies: () => true,
  *judge() {},
  ...parts,
});

/** A violation by an exchange, of the check's first fact by default. */
export const wrong = (
  exchange: Exchange | undefined,
  parts: { readonly fact?: string; readonly message?: string; readonly pointer?: string } = {},
) => {
  if (exchange === undefined) throw new Error("no exchange came");
  return {
    kind: "violation",
    rule: "status",
    message: "wrong",
    exchange,
    expected: "right",
    actual: "wrong",
    ...parts,
  } as const;
};

/** A judge that has something against the first exchange. */
export const accuses = (parts: Parameters<typeof wrong>[1] = {}): ActiveCheck["judge"] =>
  function* ([exchange]) {
    yield wrong(exchange, parts);
  };

export const fact = (id: string, parts: Partial<Fact> = {}): Fact => ({
  id,
  see: "read",
  statement: id,
  places: [],
  ...parts,
});

export const unknown = (id: string): Unknown => ({ id, question: id, places: [] });

/** An answer with a status; without a value, it has no body. */
export const answer = (status: number, value?: unknown): ResponseOutcome => ({
  kind: "response",
  status,
  headers: {},
  body: value === undefined ? { kind: "empty" } : { kind: "json", value },
  elapsedMs: 1,
});

export const ok = (value: unknown = {}): ResponseOutcome => answer(200, value);

/** No answer: by default, the address cannot be reached. */
export const failure = (parts: Partial<FailureOutcome> = {}): FailureOutcome => ({
  kind: "failure",
  reason: "unreachable",
  message: "the address cannot be reached (ECONNREFUSED)",
  ...parts,
});

/** What no budget and no rule of safety let out. */
export const notSent = (stop: "budget" | "safety", message = "no more"): FailureOutcome =>
  failure({ reason: "not-sent", stop, message });

/** An exchange of the made-up CRM read by default, which nobody has asked for. */
export const exchangeWith = ({
  request,
  ...parts
}: Partial<Omit<Exchange, "request">> & { readonly request?: Partial<ExchangeRequest> } = {}): Exchange => ({
  interface: "crm",
  operation: "readCrm",
  request: {
    method: "GET",
    url: "https://crm.example.org/api/Thing/1",
    headers: {},
    authorization: "none",
    ...request,
  },
  outcome: ok(),
  ...parts,
});

/** A main credential for each interface. */
export const mainSecrets: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(interfaces).map(({ mainCredential }) => [mainCredential, "secret"]),
);

export interface FakeTarget extends Target {
  readonly sent: readonly WireRequest[];
}

export interface TargetParts extends Partial<Omit<Target, "transport">> {
  readonly answer?: (request: WireRequest, signal?: AbortSignal) => FinalOutcome | Promise<FinalOutcome>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, string>>;
}

/** A target that answers 200 by default and remembers what it was sent. */
export const fakeTarget = ({
  answer = () => ok(),
  settings = {},
  secrets = {},
  ...parts
}: TargetParts = {}): FakeTarget => {
  const sent: WireRequest[] = [];
  const baseUrls = Object.fromEntries(interfaceNames.map((name) => [name, `https://${name}.example.org`]));
  return {
    kind: "live",
    interfaces: interfaceNames,
    baseUrls,
    shownUrls: parts.baseUrls ?? baseUrls,
    allowWrites: true,
    concurrency: 4,
    budget: Number.POSITIVE_INFINITY,
    setting: (path) => settings[path],
    has: (path) => path in settings || path in secrets,
    secret: (path) => secrets[path],
    secretName: (path) => `$${path.split(".").at(-1)?.toUpperCase() ?? ""}`,
    now: () => 0,
    requests: () => sent.length,
    close: () => Promise.resolve(),
    ...parts,
    sent,
    transport: async (request, signal) => {
      sent.push(request);
      return answer(request, signal);
    },
  };
};

export interface WholeRun {
  readonly events: readonly RunEvent[];
  readonly footer: RunFooter;
  readonly clock: VirtualClock;
}

/** The made-up table, and the checks with their facts. */
export const contractOf = (checks: readonly Check[], parts: Partial<RunContract> = {}): RunContract => ({
  interfaces: interfaceNames,
  described: interfaces,
  fieldNames,
  operations,
  checks,
  facts: [...new Set(checks.flatMap(({ facts }) => facts))].map((id) => fact(id)),
  unknowns: [unknown("U-1")],
  modelInstances: {},
  undoPlanOf: () => ({ kind: "none", what: "something was written" }),
  ...parts,
});

export const runOptions = (checks: readonly Check[], options: Partial<RunOptions> = {}): RunOptions => ({
  contract: contractOf(checks),
  validation: { validateResponse: () => [], validateModel: () => [], instances: () => [] },
  target: fakeTarget(),
  seed: 1,
  version: "1.2.3",
  clock: createVirtualClock(),
  nonce: () => "nonce",
  baseline: new Set(),
  ...options,
});

export type RunParts = Partial<Omit<RunOptions, "clock">> & { readonly clock?: VirtualClock };

/** Runs to the end, in no real time; a test that waits itself gives the clock. */
export const runToEnd = async (
  checks: readonly Check[],
  { clock = createVirtualClock(), ...options }: RunParts = {},
): Promise<WholeRun> => {
  const events = await clock.settle(Array.fromAsync(run(runOptions(checks, { clock, ...options }))));
  const footer = events.at(-1);
  if (footer?.type !== "run-ended") throw new Error("the stream has no footer");
  return { events, footer, clock };
};

export const ofType = <Type extends RunEvent["type"]>(events: readonly RunEvent[], type: Type) =>
  events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);

/** The report of what was collected, on these facts and open questions. */
export const reported = (
  results: Pick<ResultCollector, "tally">,
  facts: readonly Fact[] = [],
  unknowns: readonly Unknown[] = [],
): Report =>
  endOfRun(results.tally(), {
    id: "",
    seed: 1,
    version: "0.0.0",
    targets: {},
    contract: { checks: [], facts, unknowns },
    chosen: [],
    baseline: new Set(),
  }).report;
