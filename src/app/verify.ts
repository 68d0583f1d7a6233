import { createRun, type Run } from "../harness/runner/create-run.ts";
import type { PactResult } from "../tools/pact/verify-pact.ts";
import type { VerifyOptions, VerifyResult } from "../tools/pact/verify-pacts.ts";

/**
 * Compares consumers' pacts with the OpenAPI documents and verifies them against the embedded sandbox, in the provider
 * states that they name, or against a target. Its events are the results of single pacts. Publishes only if every
 * interaction has a verdict. Needs `@pact-foundation/pact` and `@pactflow/openapi-pact-comparator`.
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
    const { verifyPacts } = await import("../tools/pact/verify-pacts.ts");
    return verifyPacts(options, emit, signal);
  }, options.signal);
