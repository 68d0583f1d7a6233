import { createShapes, type Shapes } from "../../core/shapes/shapes.ts";
import type { ValueDigest } from "../../core/shapes/value-digest.ts";
import { describedAs } from "../../core/model/contract.ts";
import { type AnyCall, type Exchange, responseOf } from "../../core/model/exchange.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import type { RunFailure } from "../history/run-repository.ts";
import type { RunEvent, RunFooter } from "../../core/model/run-event.ts";
import { refusedCredential } from "../../core/model/secret.ts";
import type { Target } from "../../core/run/target.ts";
import type { JudgingParts } from "../../inputs/judging-parts.ts";
import { createRequestExamples, type RequestExamples } from "../drift/request-examples.ts";

/** The answers of one interface in a run. */
export interface InterfaceSample {
  readonly shapes: Shapes;
  /** The main credential, if configured: its answers decide whether the interface can be judged; else all do. */
  readonly main: { readonly path: string; readonly shown: string } | undefined;
  requests: number;
  readonly examples: RequestExamples;
  /** Successful answers to it, in total and by operation. */
  good: number;
  readonly goodOf: Map<string, number>;
  /** Statuses of all answers to it. */
  readonly statuses: Set<number>;
  readonly failures: Set<string>;
}

export type Samples = ReadonlyMap<InterfaceName, InterfaceSample>;

/** Security schemes have no main credential: any answer counts. */
const mainOf = (
  name: InterfaceName,
  target: Target,
  contract: JudgingParts["contract"],
): InterfaceSample["main"] => {
  const { mainCredential: path, credentialsOf } = describedAs(contract, name);
  if (credentialsOf !== undefined) return undefined;
  return target.has(path) ? { path, shown: target.secretName(path) } : undefined;
};

export const samplesFor = (
  target: Target,
  { contract, meaning }: JudgingParts,
  digest: ValueDigest,
): Samples =>
  new Map(
    target.interfaces.map((name) => [
      name,
      {
        shapes: createShapes(meaning.documentation, { once: true, digest }),
        main: mainOf(name, target, contract),
        requests: 0,
        examples: createRequestExamples(),
        good: 0,
        goodOf: new Map(),
        statuses: new Set(),
        failures: new Set(),
      },
    ]),
  );

/** Whether a call carries a configured credential unchanged. */
export const presentsCredential = (call: AnyCall | undefined, path: string): boolean => {
  const authorization = call?.authorization;
  return (
    authorization?.kind === "secret" &&
    authorization.prefix === undefined &&
    authorization.suffix === undefined &&
    authorization.secret.disguise === undefined &&
    authorization.secret.kind === "configured" &&
    authorization.secret.name === path
  );
};

/** Refusals count with any credential. */
const isMeant = ({ main }: InterfaceSample, { call }: Exchange, status: number): boolean =>
  main === undefined || status >= 400 || presentsCredential(call, main.path);

/** Counts the answer of an event. */
export const take = (samples: Samples, event: RunEvent): void => {
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
  if (isMeant(sample, exchange, response.status)) sample.examples.add(exchange, response.status);
  if (sample.main !== undefined && !presentsCredential(exchange.call, sample.main.path)) return;
  sample.statuses.add(response.status);
  if (response.status < 200 || response.status >= 300) return;
  sample.good += 1;
  const { operation = "" } = exchange;
  sample.goodOf.set(operation, (sample.goodOf.get(operation) ?? 0) + 1);
};

/** Why the main credential of an interface was refused; undefined if it was not, or if other statuses occurred. */
const refusalOf = (
  { main, statuses }: InterfaceSample,
  footer: RunFooter | undefined,
  name: InterfaceName,
): string | undefined => {
  const { reason, message = "" } = footer?.stopped ?? {};
  const refusal = message.split("; ").find((one) => one.startsWith(`${name}.`));
  if (reason === "credential" && refusal !== undefined) return refusal;
  const only = main !== undefined && statuses.size === 1 && statuses.has(401);
  return only ? refusedCredential(main.path, main.shown) : undefined;
};

/** The message of a budget that was spent before the interface gave any answer that counts. */
const spentOn = (
  { statuses, failures }: InterfaceSample,
  footer: RunFooter | undefined,
): string | undefined => {
  const { reason, message } = footer?.stopped ?? {};
  const isUnasked = statuses.size === 0 && [...failures].every((one) => one === message);
  return reason === "budget" && isUnasked ? message : undefined;
};

/** Why an interface could not be sampled. */
export const whyNothing = (
  sample: InterfaceSample,
  footer: RunFooter | undefined,
  name: InterfaceName,
): RunFailure => {
  if (footer?.stopped?.reason === "interrupted") return { cause: "target", reason: "interrupted" };
  const outage = footer?.outages?.[name];
  if (outage !== undefined) return { cause: "target", reason: outage };
  const refusal = refusalOf(sample, footer, name);
  if (refusal !== undefined) return { cause: "credential", reason: refusal };
  const spent = spentOn(sample, footer);
  if (spent !== undefined) return { cause: "budget", reason: spent };
  const statuses = [...sample.statuses].toSorted((a, b) => a - b);
  const answers = statuses.length === 0 ? "no answer" : `no successful answer, only ${statuses.join(", ")}`;
  const [first] = sample.failures;
  return { cause: "target", reason: first === undefined ? answers : `${answers}: ${first}` };
};

/** Whether a run of an interface counts: something was read, there was no outage, and the user did not interrupt it. */
export const isSampled = (
  sample: InterfaceSample,
  footer: RunFooter | undefined,
  name: InterfaceName,
): boolean =>
  sample.good > 0 &&
  footer !== undefined &&
  footer.outages?.[name] === undefined &&
  footer.stopped?.reason !== "interrupted";
