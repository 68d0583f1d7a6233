import { randomUUID } from "node:crypto";
import { documentation } from "../../contract/documents.ts";
import type { RunResult } from "../../harness/drift/drift-store.ts";
import { createShapes, type Shapes } from "../../harness/drift/shapes.ts";
import type { Clock } from "../../harness/model/clock.ts";
import { describedAs } from "../../harness/model/contract.ts";
import { type Exchange, responseOf } from "../../harness/model/exchange.ts";
import type { InterfaceName } from "../../harness/model/interface-name.ts";
import type { Report } from "../../harness/model/report.ts";
import type { RunEvent, RunFooter } from "../../harness/model/run-event.ts";
import { refusedCredential } from "../../harness/model/secret.ts";
import type { Mask } from "../../harness/privacy/mask.ts";
import type { Again } from "../../harness/runner/run-options.ts";
import { run } from "../../harness/runner/run.ts";
import type { Target } from "../../harness/runner/target.ts";
import { follow } from "./follow.ts";
import type { JudgingParts } from "./judging-parts.ts";
import { suite, type Suite } from "./suite.ts";

/** What it takes to read a target. */
export interface ReadingOptions {
  readonly target: Target;
  readonly clock: Clock;
  readonly seed: number;
  readonly version: string;
  readonly baseline: ReadonlySet<string>;
  readonly parts: JudgingParts;
  /** Only these checks; by default every one that only reads. */
  readonly checks?: Suite["checks"];
  readonly mask?: Mask;
  readonly signal?: AbortSignal;
  readonly follow?: (event: RunEvent) => void;
}

/** Checks that read, and those that only look on. */
export const readingChecks = (): Suite["checks"] =>
  suite.checks.filter(({ effect }) => effect === "passive" || effect === "read");

/** The target as far as it may be read: a write is refused before it is sent, whatever else would let it pass. */
export const readOnly = (target: Target): Target => ({
  ...target,
  allowWrites: false,
  transport: async (request, signal) =>
    request.effect === "write"
      ? { kind: "failure", reason: "not-sent", message: "a drift run does not write", stop: "safety" }
      : target.transport(request, signal),
});

/** What one interface answered in a run. */
interface Sample {
  readonly shapes: Shapes;
  /** Where the main credential is configured, whose answers decide whether the interface can be judged; without one, all answers do. */
  readonly main: { readonly path: string; readonly shown: string } | undefined;
  requests: number;
  /** The simplest request that an operation answered with a status. */
  readonly examples: Map<string, Exchange>;
  /** Successful answers to it. */
  good: number;
  /** Statuses of all answers to it. */
  readonly statuses: Set<number>;
  readonly failures: Set<string>;
}

type Samples = ReadonlyMap<InterfaceName, Sample>;

const mainOf = (name: InterfaceName, target: Target, contract: JudgingParts["contract"]): Sample["main"] => {
  const path = describedAs(contract, name).mainCredential;
  return target.has(path) ? { path, shown: target.secretName(path) } : undefined;
};

const samplesFor = (target: Target, contract: JudgingParts["contract"]): Samples =>
  new Map(
    target.interfaces.map((name) => [
      name,
      {
        shapes: createShapes(documentation, { once: true }),
        main: mainOf(name, target, contract),
        requests: 0,
        examples: new Map(),
        good: 0,
        statuses: new Set(),
        failures: new Set(),
      },
    ]),
  );

/** Whether a request carries a configured credential as it is. */
const presents = ({ call }: Exchange, path: string): boolean => {
  const authorization = call?.authorization;
  return (
    authorization?.kind === "secret" &&
    authorization.suffix === undefined &&
    authorization.secret.kind === "configured" &&
    authorization.secret.name === path
  );
};

const sizeOf = ({ request }: Exchange): number =>
  request.url.length + (request.body === undefined ? 0 : JSON.stringify(request.body).length);

const keepExample = ({ examples, main }: Sample, exchange: Exchange, status: number): void => {
  const key = `${exchange.operation ?? ""} ${status}`;
  const known = examples.get(key);
  const isMeant = (one: Exchange): boolean => main === undefined || status >= 400 || presents(one, main.path);
  if (isMeant(exchange) && (known === undefined || sizeOf(exchange) < sizeOf(known)))
    examples.set(key, exchange);
};

const take = (samples: Samples, event: RunEvent): void => {
  if (event.type !== "exchange") return;
  const { exchange } = event;
  const sample = samples.get(exchange.interface);
  if (sample === undefined) return;
  const response = responseOf(exchange);
  if (response === undefined) {
    if (exchange.outcome.kind === "failure") sample.failures.add(exchange.outcome.message);
    return;
  }
  sample.requests += 1;
  sample.shapes.add(exchange);
  keepExample(sample, exchange, response.status);
  if (sample.main !== undefined && !presents(exchange, sample.main.path)) return;
  sample.statuses.add(response.status);
  if (response.status >= 200 && response.status < 300) sample.good += 1;
};

/** Why the main credential of an interface was refused; undefined where it was not, or something else was answered. */
const refusalOf = (
  { main, statuses }: Sample,
  footer: RunFooter | undefined,
  name: InterfaceName,
): string | undefined => {
  const { reason, message = "" } = footer?.stopped ?? {};
  const refusal = message.split("; ").find((one) => one.startsWith(`${name}.`));
  if (reason === "credential" && refusal !== undefined) return refusal;
  const only = main !== undefined && statuses.size === 1 && statuses.has(401);
  return only ? refusedCredential(main.path, main.shown) : undefined;
};

const whyNothing = (sample: Sample, footer: RunFooter | undefined, name: InterfaceName): string => {
  if (footer?.stopped?.reason === "interrupted") return "interrupted";
  const refusal = refusalOf(sample, footer, name);
  if (refusal !== undefined) return refusal;
  const statuses = [...sample.statuses].toSorted((a, b) => a - b);
  const answers = statuses.length === 0 ? "no answer" : `no successful answer, only ${statuses.join(", ")}`;
  const [first] = sample.failures;
  return first === undefined ? answers : `${answers}: ${first}`;
};

const severities = (report: Report | undefined, name: InterfaceName) => {
  const count = (severity: string): number =>
    report?.findings.filter((one) => one.interface === name && one.severity === severity).length ?? 0;
  return { error: count("error"), warning: count("warning"), info: count("info") };
};

/** Whether a run of an interface counts: something was read, and the user did not break it off. */
const isSampled = (sample: Sample, footer: RunFooter | undefined): boolean =>
  sample.good > 0 && footer !== undefined && footer.stopped?.reason !== "interrupted";

/** Runs the checks and samples every answer; undefined where the run ended without its footer. */
const sampleAnswers = async (
  options: ReadingOptions,
  target: Target,
  samples: Samples,
  again?: Again,
): Promise<RunFooter | undefined> => {
  const { clock, seed, version, baseline, mask, signal } = options;
  const checks = options.checks ?? readingChecks();
  const events = run({
    ...options.parts,
    contract: { ...options.parts.contract, checks },
    target,
    seed,
    version,
    clock,
    nonce: randomUUID,
    baseline,
    ...(mask === undefined ? {} : { mask }),
    ...(signal === undefined ? {} : { signal }),
    ...(again === undefined ? {} : { again }),
  });
  return await follow(events, (event) => {
    take(samples, event);
    options.follow?.(event);
  });
};

/** What one interface answers to a few reads, of one operation where it is named; nothing of it is stored. */
export const readAgain = async (
  options: ReadingOptions,
  name: InterfaceName,
  operation: string | undefined,
): Promise<{ readonly shapes: Shapes; readonly footer: RunFooter | undefined }> => {
  const target = readOnly(options.target);
  const samples = samplesFor(target, options.parts.contract);
  const again: Again = { sampled: true, ...(operation === undefined ? {} : { operation }) };
  const footer = await sampleAnswers(options, target, samples, again);
  const shapes = samples.get(name)?.shapes ?? createShapes(documentation, { once: true });
  return { shapes, footer };
};

/** What one interface answered to a run. */
export interface InterfaceReading extends RunResult {
  readonly interface: InterfaceName;
  /** Successful answers to its main credential. */
  readonly good: number;
  /** Whether it failed because its main credential was refused. */
  readonly refused: boolean;
  /** By `<operation> <status>`, the simplest request that was answered so. */
  readonly examples: ReadonlyMap<string, Exchange>;
}

/** What a target answered to a run. */
export interface TargetReading {
  /** Undefined where the run ended without it. */
  readonly footer: RunFooter | undefined;
  readonly interfaces: readonly InterfaceReading[];
}

const readingOf = (name: InterfaceName, sample: Sample, footer: RunFooter | undefined): InterfaceReading => {
  const sampled = isSampled(sample, footer);
  const reason = sampled ? footer?.stopped?.message : whyNothing(sample, footer, name);
  return {
    interface: name,
    shapes: sampled ? sample.shapes : undefined,
    ...(reason === undefined ? {} : { reason }),
    requests: sample.requests,
    findings: severities(footer?.report, name),
    good: sample.good,
    examples: sample.examples,
    refused: !sampled && refusalOf(sample, footer, name) !== undefined,
  };
};

/** Reads the target within its budget; an interface without a successful answer has failed. */
export const readTarget = async (options: ReadingOptions): Promise<TargetReading> => {
  const target = readOnly(options.target);
  const samples = samplesFor(target, options.parts.contract);
  const footer = await sampleAnswers(options, target, samples);
  return {
    footer,
    interfaces: [...samples].map(([name, sample]) => readingOf(name, sample, footer)),
  };
};
