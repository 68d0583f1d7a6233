import { randomUUID } from "node:crypto";
import type { Config } from "../../../harness/config/config.ts";
import type { ConfigContract } from "../../../harness/config/load-config.ts";
import type { Past } from "../../../harness/drift/outlook.ts";
import type { DriftTarget } from "../../../harness/model/drift.ts";
import type { Clock } from "../../../harness/model/clock.ts";
import type { Finding } from "../../../harness/model/finding.ts";
import type { InterfaceName } from "../../../harness/model/interface-name.ts";
import type { TriedStep } from "../../../harness/model/tried-step.ts";
import type { Judged } from "../../../harness/problems/lives.ts";
import type { BudgetLedger } from "../../../harness/transports/budget-ledger.ts";
import type { AddressBreaker } from "./address-breaker.ts";
import { accountsOf, type Fingerprint, sharedCredential } from "../budget/accounts.ts";
import { holdGrant } from "../budget/grant-ledger.ts";
import { pastOf } from "../../../harness/history/past-of.ts";
import type { InterfaceReading } from "../../drift/read-target.ts";
import { isOutage, throughOutages } from "../database/outage.ts";
import type { Organization } from "../file/fleet-file.ts";
import { organizationConfig } from "../file/organization-config.ts";
import type { FleetInputs } from "../file/read-organizations.ts";
import type { SecretResolver } from "../file/resolve-secrets.ts";
import type { OpenRun, RunEnd, RunFailure, RunOrder } from "../../../harness/history/run-repository.ts";
import type { PlainResult, RunKeeper, RunVerdicts } from "./run-keeper.ts";

/** What one interface answered to a run. */
export type ReadInterface = Omit<InterfaceReading, "good" | "examples">;

/** What the configured target of an organization answered. */
export interface ReadOrganization {
  readonly interfaces: readonly ReadInterface[];
  /** Requests that were sent. */
  readonly requests: number;
  /** Errors, with those that the baseline lists, and facts that passed. */
  readonly findings: readonly Finding[];
  readonly passed: Judged["passed"];
  /** What this run and the ones before it have tried. */
  readonly tried: readonly TriedStep[];
}

export interface ReadOrder {
  readonly ledger: BudgetLedger;
  readonly run: Pick<OpenRun, "seed" | "digestKey">;
  /** What earlier runs have tried. */
  readonly tried: readonly TriedStep[];
  past(name: InterfaceName): Past | undefined;
  readonly signal: AbortSignal;
}

/** What the runs of a fleet share. */
export interface RunContext {
  readonly keeper: RunKeeper;
  readonly contract: ConfigContract;
  readonly inputs: FleetInputs;
  readonly resolve: SecretResolver;
  /** Of accounts. */
  readonly fingerprint: Fingerprint;
  /** Of the runs of this process. */
  readonly breaker: AddressBreaker;
  /** Milliseconds for which a grant holds. */
  readonly holdMs: number;
  readonly clock: Clock;
  readonly version: string;
  /** Reads a target, which is never written to; rejects when it is interrupted. */
  read(config: Config, order: ReadOrder): Promise<ReadOrganization>;
}

export type CheckResult =
  | { readonly kind: "kept"; readonly verdicts: RunVerdicts; readonly failure: RunFailure | undefined }
  /** It has ended before, or another worker has taken it over. */
  | { readonly kind: "done" }
  | { readonly kind: "paused"; readonly reason: string }
  /** To be tried again after so many milliseconds; the failure is what it comes to where it is too late for that. */
  | { readonly kind: "wait"; readonly ms: number; readonly failure: RunFailure };

const dayMs = 86_400_000;

/** Every day has its own seed, so that the runs together see more records than any of them. */
const seedOf = (day: string): number => Math.floor(Date.parse(day) / dayMs);

/** The run of an organization on a day, as it is begun now. */
export const orderOf = (
  organization: string,
  day: string,
  { clock, version }: Pick<RunContext, "clock" | "version">,
): RunOrder => ({
  organization,
  day,
  run: randomUUID(),
  startedAt: new Date(clock.now()).toISOString(),
  seed: seedOf(day),
  version,
});

/** Why a run failed; undefined where every interface could be judged. */
const failureOf = ({ interfaces }: ReadOrganization): RunFailure | undefined => {
  const failed = interfaces.filter(({ shapes }) => shapes === undefined);
  if (failed.length === 0) return undefined;
  const reasons = failed.map(({ interface: name, reason = "failed" }) =>
    reason.startsWith(`${name}.`) ? reason : `${name}: ${reason}`,
  );
  const all = reasons.map((reason) => reason.replace(/\.$/, ""));
  return {
    cause: failed.some(({ refused }) => refused) ? "credential" : "target",
    reason: all.join("; "),
  };
};

/** Whether nothing at all could be judged. */
const isBlind = ({ interfaces }: ReadOrganization): boolean =>
  interfaces.every(({ shapes }) => shapes === undefined);

const targetsOf = ({ name }: Organization, { interfaces, baseUrls }: Config): readonly DriftTarget[] =>
  interfaces.map((of) => ({ interface: of, address: baseUrls[of] ?? "", organization: name }));

const resultsOf = (
  targets: readonly DriftTarget[],
  { interfaces }: ReadOrganization,
): readonly PlainResult[] =>
  targets.flatMap((target) =>
    interfaces
      .filter((one) => one.interface === target.interface)
      .map(({ shapes, reason, requests, findings }) => ({
        target,
        shapes: shapes && JSON.stringify(shapes),
        ...(reason === undefined ? {} : { reason }),
        requests,
        findings,
      })),
  );

/** A keeper of which a run confirms nothing while the database does not answer. */
const patient = ({ outlooks, preview }: RunKeeper): Pick<RunKeeper, "outlooks" | "preview"> => ({
  outlooks,
  preview: async (...of) => {
    try {
      return await preview(...of);
    } catch (error) {
      if (isOutage(error)) return [];
      throw error;
    }
  },
});

/** Reads and keeps a run within its grant. Resolves to what was sent, too. */
const runWithin = async (
  organization: Organization,
  day: string,
  config: Config,
  ledger: BudgetLedger,
  context: RunContext,
  signal: AbortSignal,
): Promise<{ readonly sent: number; readonly result: CheckResult }> => {
  const { keeper, clock } = context;
  const begun = await throughOutages(() => keeper.begin(orderOf(organization.name, day, context)), clock);
  if (begun.kind !== "begun") return { sent: 0, result: begun };
  const { run } = begun;
  const targets = targetsOf(organization, config);
  const past = await throughOutages(() => pastOf(run, targets, patient(keeper)), clock);
  const tried = await throughOutages(() => keeper.tried(run), clock);
  const reading = await context.read(config, { ledger, run, tried, past, signal });
  const failure = failureOf(reading);
  context.breaker.note(config, failure?.cause === "target" && isBlind(reading));
  const end: RunEnd = {
    endedAt: new Date(clock.now()).toISOString(),
    requests: reading.requests,
    tried: reading.tried,
    findings: reading.findings,
    passed: reading.passed,
    ...(failure === undefined ? {} : { failure }),
  };
  const results = resultsOf(targets, reading);
  const verdicts = await throughOutages(() => keeper.keep(run, end, results), clock);
  const result: CheckResult = verdicts === undefined ? { kind: "done" } : { kind: "kept", verdicts, failure };
  return { sent: reading.requests, result };
};

const leftAlone: RunFailure = {
  cause: "target",
  reason: "its address was left alone, as the runs of other organizations failed there, too",
};

/**
 * Checks an organization: resolves its secrets, takes a grant, reads its target, judges and keeps what it answered.
 * @throws UsageError when its secrets or its configuration cannot be used, CommandFailed when its secrets cannot be had
 */
export const checkOrganization = async (
  organization: Organization,
  day: string,
  context: RunContext,
  signal: AbortSignal,
): Promise<CheckResult> => {
  const { keeper, clock, contract, inputs, fingerprint } = context;
  const secrets = await context.resolve(organization.name);
  const config = await organizationConfig(organization, secrets, inputs, { contract });
  const rest = context.breaker.restOf(config);
  if (rest > 0) return { kind: "wait", ms: rest, failure: leftAlone };
  const { maxRequests, perHour, perSecond } = config.safety;
  const accounts = accountsOf(config, contract, fingerprint);
  const holder = { organization: organization.name, shared: organization.account };
  const { holdMs } = context;
  const ask = async () => {
    const askedAt = clock.now();
    const answer = await keeper.takeGrant({ holder, day, accounts, requests: maxRequests, perHour, holdMs });
    return { askedAt, answer };
  };
  const { askedAt, answer } = await throughOutages(ask, clock);
  if (answer.kind === "shared")
    throw sharedCredential(answer.interface, organization.name, answer.organization);
  if (answer.kind === "wait")
    return {
      ...answer,
      failure: { cause: "budget", reason: "its budget was spent, or held by another run" },
    };
  const { grant } = answer;
  const grants = { renew: keeper.renewGrant, end: keeper.endGrant };
  const held = holdGrant(grant, { grants, perSecond, askedAt, now: () => clock.now() });
  let sent = grant.requests;
  try {
    const done = await runWithin(organization, day, config, held.ledger, context, signal);
    ({ sent } = done);
    return done.result;
  } finally {
    // Where the database does not answer, the whole grant counts as sent.
    await held.end(sent).catch(() => undefined);
  }
};
