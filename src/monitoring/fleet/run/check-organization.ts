import { randomUUID } from "node:crypto";
import type { ValidConfig } from "../../../core/config/config.ts";
import type { ConfigContract } from "../../../core/config/load-config.ts";
import type { Contract } from "../../../core/model/contract.ts";
import type { Clock } from "../../../core/model/clock.ts";
import type { BudgetLedger } from "../../../core/transports/budget-ledger.ts";
import type { AddressBreaker } from "./address-breaker.ts";
import { accountsOf, type Fingerprint, sharedCredential } from "../budget/accounts.ts";
import { holdGrant } from "../budget/grant-ledger.ts";
import type { Grant } from "../budget/grants.ts";
import type { Earlier, ReadRun } from "../../run/drift-run.ts";
import { isOutage, throughOutages } from "../database/outage.ts";
import type { Organization } from "../file/fleet-file.ts";
import { organizationConfig } from "../file/organization-config.ts";
import type { FleetInputs } from "../file/read-organizations.ts";
import type { SecretResolver } from "../file/resolve-secrets.ts";
import type { OpenRun, PausedBy, RunFailure, RunOrder } from "../../history/run-repository.ts";
import type { RunKeeper } from "./run-keeper.ts";

/** The results of a run, as they will be stored. */
export type MadeRun = Pick<ReadRun, "end" | "results">;

/** What the runs of a fleet share. */
export interface RunContext {
  readonly keeper: RunKeeper;
  readonly contract: ConfigContract & Pick<Contract, "operations">;
  readonly inputs: FleetInputs;
  readonly resolve: SecretResolver;
  /** Of accounts. */
  readonly fingerprint: Fingerprint;
  /** Of the runs of this process. */
  readonly breaker: AddressBreaker;
  /** Duration of a grant, in milliseconds. */
  readonly holdMs: number;
  readonly clock: Clock;
  readonly version: string;
  /** Reads a target without ever writing to it; rejects if interrupted. */
  read(
    config: ValidConfig,
    order: {
      readonly run: OpenRun;
      readonly ledger: BudgetLedger;
      readonly earlier: Earlier;
      readonly signal: AbortSignal;
    },
  ): Promise<MadeRun>;
}

export type OrganizationCheck =
  | { readonly kind: "kept"; readonly failure: RunFailure | undefined; readonly paused?: PausedBy }
  /** It ended before, or another worker took it over. */
  | { readonly kind: "done" }
  | { readonly kind: "paused"; readonly reason: string }
  /** To be retried after the given number of milliseconds; if it is too late for that, `failure` is the result. */
  | {
      readonly kind: "wait";
      readonly ms: number;
      /** Whether it waits for another run to end. */
      readonly isBrief: boolean;
      readonly failure: RunFailure;
    };

const dayMs = 86_400_000;

/** Every day has its own seed, so that several runs together see more records than one. */
const seedOf = (day: string): number => Math.floor(Date.parse(day) / dayMs);

/** The run of an organization on a day, starting now. */
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

/** Access to the history that survives outages: while the database does not answer, the preview is empty. */
const patient = ({ tried, outlooks, preview }: RunKeeper, clock: Clock): Earlier => ({
  tried: (by) => throughOutages(() => tried(by), clock),
  outlooks: (run, targets) => throughOutages(() => outlooks(run, targets), clock),
  preview: async (...of) => {
    try {
      return await preview(...of);
    } catch (error) {
      if (isOutage(error)) return [];
      throw error;
    }
  },
});

/** Stores a run, waiting for the database if it is away. */
export const keep = async (
  run: OpenRun,
  { end, results }: MadeRun,
  { keeper, clock }: Pick<RunContext, "keeper" | "clock">,
): Promise<Exclude<OrganizationCheck, { readonly kind: "wait" }>> => {
  const ended = await throughOutages(() => keeper.end(run, end, results), clock);
  return ended === undefined ? { kind: "done" } : { kind: "kept", failure: end.failure, ...ended };
};

/** A run that sent all granted requests and read every interface did its job: the next one continues. */
const wholeOf = ({ end, results }: MadeRun, { requests }: Grant): MadeRun => {
  const { failure, complete: _, ...spent } = end;
  const isRead = results.every(({ shapes }) => shapes !== undefined);
  const isDone = failure?.cause === "budget" && end.requests >= requests && isRead;
  return { end: isDone ? spent : end, results };
};

/** Reads and stores a run within its grant. Also resolves to the number of sent requests. */
const runWithin = async (
  organization: Organization,
  day: string,
  config: ValidConfig,
  { grant, ledger }: { readonly grant: Grant; readonly ledger: BudgetLedger },
  context: RunContext,
  signal: AbortSignal,
): Promise<{ readonly sent: number; readonly result: OrganizationCheck }> => {
  const { keeper, clock } = context;
  const begun = await throughOutages(() => keeper.begin(orderOf(organization.name, day, context)), clock);
  if (begun.kind !== "begun") return { sent: 0, result: begun };
  const { run } = begun;
  const made = await context.read(config, { ledger, run, earlier: patient(keeper, clock), signal });
  const read = wholeOf(made, grant);
  const isBlind = read.results.every(({ shapes }) => shapes === undefined);
  context.breaker.note(config, read.end.failure?.cause === "target" && isBlind);
  return { sent: read.end.requests, result: await keep(run, read, context) };
};

const leftAlone: RunFailure = {
  cause: "target",
  reason: "its address was left alone, as the runs of other organizations failed there, too",
};

/**
 * Checks an organization: resolves its secrets, takes a grant, reads its target, then judges and stores its answers.
 * @throws UsageError if its secrets or its configuration cannot be used, CommandFailed if its secrets are not available
 */
export const checkOrganization = async (
  organization: Organization,
  day: string,
  context: RunContext,
  signal: AbortSignal,
): Promise<OrganizationCheck> => {
  const { keeper, clock, contract, inputs, fingerprint } = context;
  const secrets = await context.resolve(organization.name);
  const config = await organizationConfig(organization, secrets, inputs, { contract });
  const rest = context.breaker.restOf(config);
  if (rest > 0) return { kind: "wait", ms: rest, isBrief: false, failure: leftAlone };
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
  if (answer.kind === "wait") {
    const { reason, ...wait } = answer;
    return { ...wait, failure: { cause: "budget", reason } };
  }
  const { grant } = answer;
  const grants = { renew: keeper.renewGrant, end: keeper.endGrant };
  const held = holdGrant(grant, { grants, perSecond, askedAt, now: () => clock.now() });
  let sent = grant.requests;
  try {
    const within = { grant, ledger: held.ledger };
    const done = await runWithin(organization, day, config, within, context, signal);
    ({ sent } = done);
    return done.result;
  } finally {
    // If the database does not answer, the whole grant counts as sent.
    await held.end(sent).catch(() => undefined);
  }
};
