import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InterfaceName } from "../model/interface-name.ts";
import type { FindOperation } from "../recordings/find-operation.ts";
import type { Target } from "../runner/target.ts";
import { compareWithDocument, type Contradiction } from "./against-documents.ts";
import { describeMismatches, keysIn } from "./describe-mismatch.ts";
import { openGate } from "./gate.ts";
import type { PactFile, PactInteraction } from "./pact-file.ts";
import { runVerifier, type VerifiedInteraction } from "./run-verifier.ts";
import { liveStage, sandboxStage, whyNotLive } from "./stage.ts";

export interface InteractionResult {
  readonly description: string;
  readonly states: readonly string[];
  readonly status: "verified" | "failed" | "left-out";
  /** What is wrong with the answer, in shapes; or why the interaction was left out. */
  readonly reasons: readonly string[];
}

/** What became of one pact. */
export interface PactResult {
  readonly file: string;
  readonly consumer: string;
  readonly provider: string;
  readonly interface: InterfaceName;
  /** What the documents do not promise, without a request. */
  readonly contradictions: readonly Contradiction[];
  readonly interactions: readonly InteractionResult[];
}

export interface VerifyOptions {
  readonly target: Target;
  readonly interface: InterfaceName;
  readonly find: FindOperation;
  readonly nonce: () => string;
  readonly signal: AbortSignal;
}

/** Why an interaction is not asked of the target; undefined when it is. */
const whyLeftOut = (
  { method, path, states }: PactInteraction,
  { target, find, interface: name }: VerifyOptions,
): string | undefined => {
  if (target.sandboxOrigin !== undefined) return undefined;
  const operation = find(method, `http://provider.test${path}`, name)?.operation;
  if (operation !== undefined && operation.effect !== "read")
    return `${operation.id} may change a record; a live target is only read`;
  return states.map((state) => whyNotLive(target, name, state.name)).find((why) => why !== undefined);
};

/** The same pact with some of its interactions. */
const withInteractions = (pact: PactFile, kept: readonly PactInteraction[]): unknown => {
  const all = pact.document["interactions"];
  const interactions = Array.isArray(all) ? kept.map(({ index }): unknown => all[index]) : [];
  return { ...pact.document, interactions };
};

const resultOf = (
  { description, states, isVerified, mismatches }: VerifiedInteraction,
  own: ReadonlySet<string>,
): InteractionResult => ({
  description,
  states,
  status: isVerified ? "verified" : "failed",
  reasons: describeMismatches(mismatches, own),
});

const verifyAgainst = async (
  pact: PactFile,
  kept: readonly PactInteraction[],
  options: VerifyOptions,
): Promise<readonly InteractionResult[]> => {
  const { target, interface: name } = options;
  const stage = target.sandboxOrigin === undefined ? liveStage(name) : await sandboxStage(target, name);
  const gate = await openGate({ target, interface: name, stage, nonce: options.nonce });
  const folder = mkdtempSync(join(tmpdir(), "tripact-pact-"));
  const pactFile = join(folder, "pact.json");
  try {
    writeFileSync(pactFile, JSON.stringify(withInteractions(pact, kept)));
    const job = { pactFile, provider: pact.provider, providerBaseUrl: gate.origin, statesUrl: gate.states };
    const own = new Set(keysIn(pact.document));
    return (await runVerifier(job, options.signal)).map((one) => resultOf(one, own));
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await gate.close();
  }
};

const leftOut = ({ description, states }: PactInteraction, reason: string): InteractionResult => ({
  description,
  states: states.map(({ name }) => name),
  status: "left-out",
  reasons: [reason],
});

/**
 * Verifies a pact: against the document, then against the target. Of a live target only reading interactions
 * are asked; the others are left out and told.
 * @throws Error when the verifier does not come to its end.
 */
export const verifyPact = async (pact: PactFile, options: VerifyOptions): Promise<PactResult> => {
  const fates = pact.interactions.map((interaction) => ({
    interaction,
    why: whyLeftOut(interaction, options),
  }));
  const kept = fates.flatMap(({ interaction, why }) => (why === undefined ? [interaction] : []));
  const contradictions = await compareWithDocument(pact, options.interface);
  return {
    file: pact.place,
    consumer: pact.consumer,
    provider: pact.provider,
    interface: options.interface,
    contradictions,
    interactions: [
      ...(kept.length === 0 ? [] : await verifyAgainst(pact, kept, options)),
      ...fates.flatMap(({ interaction, why }) => (why === undefined ? [] : [leftOut(interaction, why)])),
    ],
  };
};
