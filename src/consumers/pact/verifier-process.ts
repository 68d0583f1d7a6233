/**
 * Runs Pact's own verifier in a separate process, because it writes freely to standard output. Takes one job from its
 * parent and answers with the verifier's output.
 */
import type { VerifierJob, VerifierReply } from "./run-verifier.ts";
import { messageOf } from "../../core/model/error-code.ts";

const reply = (message: VerifierReply): void => {
  process.send?.(message, () => process.disconnect());
};

/** Milliseconds that the gate may wait for the target; the run's own limits are shorter. */
const mostWaitMs = 3_600_000;

/**
 * Settings that would make the verifier leave out interactions, fetch other pacts, publish, report its use or send
 * requests through a proxy.
 */
const clearEnvironment = (): void => {
  for (const name of Object.keys(process.env))
    if (/^PACT_(?!PREBUILD)|_PROXY$/i.test(name)) delete process.env[name];
  process.env["PACT_DO_NOT_TRACK"] = "true";
};

/** The verifier reports its results as JSON, in its answer or in the text of its error. */
const verify = async ({ pactFile, providerBaseUrl, statesUrl, provider }: VerifierJob): Promise<string> => {
  clearEnvironment();
  const { Verifier } = await import("@pact-foundation/pact-core");
  const verifier = new Verifier({
    provider,
    providerBaseUrl,
    pactUrls: [pactFile],
    providerStatesSetupUrl: statesUrl,
    followRedirects: false,
    timeout: mostWaitMs,
    logLevel: "error",
  });
  try {
    return await verifier.verify();
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
