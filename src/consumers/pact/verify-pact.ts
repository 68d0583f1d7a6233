import { type Contract, describedAs } from "../../core/model/contract.ts";
import { meaningOf } from "../../inputs/meaning.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FailureOutcome } from "../../core/model/exchange.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import { methodOverrides } from "../../core/model/method-overrides.ts";
import { isObject } from "../../core/model/json-object.ts";
import type { Operation } from "../../core/model/operation.ts";
import { createFindOperation, type FindOperation } from "../../traffic/recordings/find-operation.ts";
import type { Target } from "../../core/run/target.ts";
import { compareWithDocument, type Contradiction } from "./against-documents.ts";
import { type Gate, openGate, ownHeaders } from "./gate.ts";
import type { PactFile, PactInteraction } from "./pact-file.ts";
import { type Mismatch, runVerifier, type VerifiedInteraction } from "./run-verifier.ts";
import { liveStage, sandboxStage, setsCaller, type Stage, StageError, whyNotLive } from "./stage.ts";
import { shapeOf } from "../../core/validation/shape-of.ts";
import { messageOf } from "../../core/model/error-code.ts";

const parsed = (value: unknown): unknown => {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** An expectation in words: values of the pact and of the target as shapes, statuses unchanged. */
const expectation = (type: string, expected: unknown, actual: unknown): string => {
  if (type === "StatusMismatch") return `: expected ${Number(expected)}, got ${Number(actual)}`;
  const [wanted, found] = [expected, actual].map((value) =>
    value === undefined ? "nothing" : shapeOf(value),
  );
  return wanted === found ? `: expected another ${wanted}` : `: expected ${wanted}, got ${found}`;
};

/** A key in the spelling of a pact, and not a whole value. */
const isKey = (text: string): boolean => /^[\w.$-]{1,60}$/.test(text);

const difference = (type: string, expected: unknown, actual: unknown): string => {
  if (expected === undefined && actual === undefined) return " does not match";
  // For missing keys, the verifier lists the expected and the received ones.
  const missing = isTexts(expected) && isTexts(actual) ? expected.filter((key) => !actual.includes(key)) : [];
  if (missing.length > 0 && missing.every(isKey)) return ` lacks ${missing.join(", ")}`;
  return expectation(type, expected, actual);
};

/** A path in an answer, without keys that only the answer has: a pact may expect a map of anything. */
const printedPath = (path: string, isShown: (key: string) => boolean): string =>
  path.replace(/\['((?:[^'\\]|\\.)*)'\]|\.([^.[\]]+)/g, (whole, quoted?: string, plain?: string) => {
    const key = quoted ?? plain ?? "";
    return isShown(key) ? whole : quoted === undefined ? ".*" : "['*']";
  });

/**
 * The verifier's objection to an answer, in shapes.
 * @param isShown whether a key may be printed: those in the pact itself, and names of fields.
 */
export const describeMismatch = (
  { type, path, key, expected, actual }: Mismatch,
  isShown: (key: string) => boolean,
): string => {
  const what = type.replace(/Mismatch$/, "").toLowerCase() || "answer";
  const location = path === undefined ? key : printedPath(path, isShown);
  const at = location === undefined || location === "" ? "" : ` ${location}`;
  return `${what}${at}${difference(type, parsed(expected), parsed(actual))}`;
};

/** A wrong status explains a wrong body, and comes first. */
const ranks: Readonly<Record<string, number>> = { StatusMismatch: 0, HeaderMismatch: 1 };

const rankOf = ({ type }: Mismatch): number => ranks[type] ?? 2;

/** The verifier's objections to an answer: status, then headers, then body. */
export const describeMismatches = (
  mismatches: readonly Mismatch[],
  isShown: (key: string) => boolean,
): readonly string[] =>
  mismatches.toSorted((a, b) => rankOf(a) - rankOf(b)).map((one) => describeMismatch(one, isShown));

/** Every key in a pact. */
export const pactKeys = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(pactKeys);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...pactKeys(inner)]);
};

export interface InteractionResult {
  readonly description: string;
  readonly states: readonly string[];
  /** `left-out`: not sent to a live target; `not-judged`: sent without an answer that allows a verdict. */
  readonly status: "verified" | "failed" | "left-out" | "not-judged";
  /** What is wrong with the answer, in shapes; or why there is no verdict. */
  readonly reasons: readonly string[];
}

/** Outcome of one pact. */
export interface PactResult {
  readonly file: string;
  readonly consumer: string;
  readonly provider: string;
  readonly interface: InterfaceName;
  /** What the OpenAPI documents do not promise, determined without requests. */
  readonly contradictions: readonly Contradiction[];
  readonly interactions: readonly InteractionResult[];
  /** Set if a safety rule or a spent budget ended the run. */
  readonly stopped?: NonNullable<FailureOutcome["stop"]>;
}

/** A pact, and the interface that its provider has. */
export interface AssignedPact {
  readonly pact: PactFile;
  readonly interface: InterfaceName;
  readonly contract: Contract;
}

/** Finds the documented operation at a path of a provider. */
export const findsOperation = (contract: Contract): FindOperation =>
  createFindOperation(meaningOf(contract).matcher);

/** Why there is no credential for an interaction; undefined if there is one. */
const whyNoCredential = (
  operation: Operation | undefined,
  target: Target,
  name: InterfaceName,
  contract: Contract,
) => {
  const { mainCredential } = describedAs(contract, name);
  const path = operation?.security === "hmac" ? `${name}.credentials.hmac` : mainCredential;
  const isAsked =
    operation !== undefined && operation.security !== "none" && operation.security !== "schemes";
  return isAsked && !target.has(path) ? `no credential is configured at ${path}` : undefined;
};

/** Why an interaction is not sent to the target; undefined if it is. */
const whyLeftOut = (
  { method, path, headers, states }: PactInteraction,
  { interface: name, contract }: AssignedPact,
  target: Target,
): string | undefined => {
  const operation = findsOperation(contract)(method, `http://provider.test${path}`, name)?.operation;
  // The guard of a live target would end the run.
  if (target.kind === "live" && operation === undefined && method !== "GET")
    return `no OpenAPI document has ${method} at its path; a live target is only read`;
  if (target.sandboxOrigin !== undefined) return undefined;
  if (operation !== undefined && operation.effect !== "read")
    return `${operation.id} may change a record; a live target is only read`;
  const override = methodOverrides.find((one) => headers.includes(one));
  if (override !== undefined) return `${override} asks for another method; a live target is only read`;
  return (
    states.map((state) => whyNotLive(target, name, state.name)).find((why) => why !== undefined) ??
    (states.some((state) => setsCaller(name, state.name))
      ? undefined
      : whyNoCredential(operation, target, name, contract))
  );
};

/**
 * The request of an interaction with additional headers, whatever the form of its own. Those of a connection are left to
 * the verifier's: another length than that of the body would hang it.
 */
const withHeaders = (value: unknown, headers: Readonly<Record<string, string>>): unknown => {
  const interaction = isObject(value) ? value : {};
  const request = isObject(interaction["request"]) ? interaction["request"] : {};
  const own = isObject(request["headers"]) ? request["headers"] : {};
  const kept = Object.entries(own).filter(([name]) => !ownHeaders.has(name.toLowerCase()));
  return { ...interaction, request: { ...request, headers: { ...Object.fromEntries(kept), ...headers } } };
};

/**
 * The pact for the verifier, with some of its interactions. A number identifies each one, since descriptions need not
 * be unique, and a header its request.
 */
const forVerifier = (pact: PactFile, kept: readonly PactInteraction[], gate: Gate): unknown => {
  const document = pact.spelled();
  const all = document["interactions"];
  const interactions = kept.map((one) => ({
    ...(Array.isArray(all) ? Object(withHeaders(all[one.index], gate.headersOf(one))) : {}),
    description: String(one.index),
  }));
  return { ...document, consumer: { name: "consumer" }, provider: { name: "provider" }, interactions };
};

type Judged = Pick<InteractionResult, "status" | "reasons">;

const notJudged = (reason: string): Judged => ({ status: "not-judged", reasons: [reason] });

const judged = (
  result: VerifiedInteraction | undefined,
  interaction: PactInteraction,
  gate: Gate,
  isShown: (key: string) => boolean,
): Judged => {
  const failure = gate.failureOf(interaction);
  if (failure !== undefined) return notJudged(failure.message);
  if (result === undefined) return notJudged("Pact's verifier says nothing of it");
  if (result.isVerified && !gate.wasAnswered(interaction)) return notJudged("the target was not asked");
  if (result.isVerified) return { status: "verified", reasons: [] };
  // The verifier reports as errors what it could not request, such as a state that could not be set up.
  const mismatches = result.mismatches.filter(({ type }) => type.endsWith("Mismatch"));
  return mismatches.length === 0 || !gate.wasAnswered(interaction)
    ? notJudged("Pact's verifier could not set up the state or send the request")
    : { status: "failed", reasons: describeMismatches(mismatches, isShown) };
};

interface Judgements {
  readonly of: ReadonlyMap<PactInteraction, Judged>;
  readonly stopped: FailureOutcome["stop"];
}

const allFailed = (
  kept: readonly PactInteraction[],
  reason: string,
  stopped?: FailureOutcome["stop"],
): Judgements => ({ of: new Map(kept.map((one) => [one, notJudged(reason)])), stopped });

/** Milliseconds that the verifier may compare without a request. */
const mostIdleMs = 60_000;

const openStage = (target: Target, name: InterfaceName): Promise<Stage | StageError> =>
  sandboxStage(target, name).catch((error: unknown) => {
    if (error instanceof StageError) return error;
    throw error;
  });

const verifyAgainst = async (
  { pact, interface: name, contract }: AssignedPact,
  kept: readonly PactInteraction[],
  target: Target,
  nonce: () => string,
  signal: AbortSignal,
): Promise<Judgements> => {
  const stage = target.sandboxOrigin === undefined ? liveStage(name) : await openStage(target, name);
  if (stage instanceof StageError) return allFailed(kept, stage.failure.message, stage.failure.stop);
  const gate = await openGate({ contract, target, interface: name, stage, interactions: kept, nonce });
  const folder = mkdtempSync(join(tmpdir(), "tripact-pact-"));
  const pactFile = join(folder, "pact.json");
  try {
    writeFileSync(pactFile, JSON.stringify(forVerifier(pact, kept, gate)));
    const job = { pactFile, provider: "provider", providerBaseUrl: gate.origin, statesUrl: gate.states };
    const isStalled = (): boolean => gate.idleMs() > mostIdleMs;
    const found = await runVerifier(job, signal, isStalled).catch((error: unknown) => messageOf(error));
    if (typeof found === "string") return allFailed(kept, signal.aborted ? "the run was interrupted" : found);
    const results = new Map(found.map((one) => [one.description, one]));
    const own = new Set(pactKeys(pact.document()));
    const isShown = (key: string): boolean => own.has(key) || contract.fieldNames.isField(key);
    return {
      of: new Map(kept.map((one) => [one, judged(results.get(String(one.index)), one, gate, isShown)])),
      stopped: kept.map((one) => gate.failureOf(one)?.stop).find((stop) => stop !== undefined),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await gate.close();
  }
};

const nothingAsked: Judgements = { of: new Map(), stopped: undefined };

const resultOf = (
  { pact, interface: name }: AssignedPact,
  contradictions: readonly Contradiction[],
  verdictOf: (interaction: PactInteraction) => Judged,
): PactResult => ({
  file: pact.location,
  consumer: pact.consumer,
  provider: pact.provider,
  interface: name,
  contradictions,
  interactions: pact.interactions.map((interaction) => ({
    description: interaction.description,
    states: interaction.states.map((state) => state.name),
    ...verdictOf(interaction),
  })),
});

/** The result of a pact that was not verified. */
export const unaskedPact = (assigned: AssignedPact, reason: string): PactResult =>
  resultOf(assigned, [], () => notJudged(reason));

/**
 * Verifies a pact: against the document, then against the target. A live target gets only reading interactions; the
 * others are left out. An interaction without a usable answer, for example because the target is down, is not judged.
 * @throws UsageError for a pact that the comparator cannot read.
 */
export const verifyPact = async (
  assigned: AssignedPact,
  target: Target,
  nonce: () => string,
  signal: AbortSignal,
): Promise<PactResult> => {
  const { pact, interface: name, contract } = assigned;
  const leftOut = new Map(
    pact.interactions.flatMap((one) => {
      const why = whyLeftOut(one, assigned, target);
      const verdict: Judged = { status: "left-out", reasons: [why ?? ""] };
      return why === undefined ? [] : [[one, verdict] as const];
    }),
  );
  const kept = pact.interactions.filter((one) => !leftOut.has(one));
  const contradictions = await compareWithDocument(contract, pact, name);
  const { of, stopped } =
    kept.length === 0 ? nothingAsked : await verifyAgainst(assigned, kept, target, nonce, signal);
  const verdictOf = (one: PactInteraction): Judged =>
    leftOut.get(one) ?? of.get(one) ?? notJudged("it was not asked for");
  return {
    ...resultOf(assigned, contradictions, verdictOf),
    ...(stopped === undefined ? {} : { stopped }),
  };
};
