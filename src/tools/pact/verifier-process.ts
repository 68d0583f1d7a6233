/**
 * Runs Pact's own verifier in a separate process, because it writes freely to standard output. Takes one job from its
 * parent and answers with the verifier's output.
 */
import type { VerifierJob, VerifierReply } from "./run-verifier.ts";
import { messageOf } from "../../harness/model/error-code.ts";

const reply = (message: VerifierReply): void => {
  process.send?.(message, () => process.disconnect());
};

/** The verifier alone, if this version of Pact has it in a separate file: the rest takes longer to load. */
const loadVerifier = () =>
  import("@pact-foundation/pact/src/dsl/verifier/index.js").catch(() => import("@pact-foundation/pact"));

/** The verifier reports its results as JSON, in its answer or in the text of its error. */
const verify = async ({ pactFile, providerBaseUrl, statesUrl, provider }: VerifierJob): Promise<string> => {
  const { Verifier } = await loadVerifier();
  const verifier = new Verifier({
    provider,
    providerBaseUrl,
    pactUrls: [pactFile],
    providerStatesSetupUrl: statesUrl,
    logLevel: "error",
  });
  try {
    return String(await verifier.verifyProvider());
  } catch (error) {
    return messageOf(error);
  }
};

// The parent is gone.
process.on("disconnect", () => process.exit());

/** Bytes; for long lists that differ, the verifier writes the whole list for every item. */
const mostMemory = 250 * 1_048_576;

/** Milliseconds between two checks. */
const lookMs = 20;

setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory)
    reply({ kind: "failed", message: "Pact's verifier takes too much memory to compare the bodies" });
}, lookMs).unref();

process.on("message", (job: VerifierJob) => {
  verify(job).then(
    (text) => reply({ kind: "verified", text }),
    (error: unknown) => reply({ kind: "failed", message: messageOf(error) }),
  );
});
