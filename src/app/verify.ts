import type { InterfaceName } from "../contract/interface-name.ts";
import type { PactResult } from "../tools/pact/verify-pact.ts";
import type { PactCounts } from "../tools/pact/verdict.ts";
import type { Config } from "./open-config.ts";
import { createRun, type Run } from "./run.ts";
import type { AppOptions } from "./surroundings.ts";
import type { Verdict } from "./verdict.ts";

/** Which pacts are verified, and against what. */
export interface VerifyOptions extends AppOptions {
  /** Files of pacts. */
  readonly files?: readonly string[];
  /**
   * Address of a broker whose pacts are verified, too; its credential is `PACT_BROKER_TOKEN`, or `PACT_BROKER_USERNAME`
   * and `PACT_BROKER_PASSWORD`, in `env`.
   */
  readonly broker?: string;
  /** Which provider, by its name in pacts, is which interface. */
  readonly providers?: Readonly<Record<string, InterfaceName>>;
  /** The configuration of a target, to which only interactions that read are sent; default: the embedded sandbox. */
  readonly config?: Config;
  /** Seed of the sandbox; default: 1. */
  readonly seed?: number;
  /** Publishes the results to the broker for this version of the provider; default: they are not. */
  readonly publish?: string;
  /** Branch of that version. */
  readonly branch?: string;
  /** The folder in which runs against live targets keep the budget that they share; default: they share none. */
  readonly stateFolder?: string;
}

/** What became of pacts. */
export interface VerifyResult {
  readonly verdict: Verdict;
  readonly summary: PactCounts;
  readonly pacts: readonly PactResult[];
  /** Why nothing was published, though it was to be. */
  readonly unpublished?: string;
}

/**
 * Compares consumers' pacts with the OpenAPI documents and verifies them against the embedded sandbox, in the provider
 * states that they name, or against a target. Its events are the results of single pacts. Only a verdict on every
 * interaction is published. Needs `@pact-foundation/pact` and `@pactflow/openapi-pact-comparator`.
 * @example
 * ```ts
 * import { verify } from "tripact";
 *
 * const run = verify({ files: ["pacts/shop-crm.json"] });
 * const verdict = await run.result.then((result) => result.verdict).catch((error: Error) => error.message);
 * console.log(verdict); // there is no such file
 * ```
 */
export const verify = (options: VerifyOptions): Run<PactResult, VerifyResult> =>
  createRun(async (emit, signal) => {
    const { verifyPacts } = await import("./verify-pacts.ts");
    return verifyPacts(options, emit, signal);
  }, options.signal);
