import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";

export interface VerifierJob {
  readonly pactFile: string;
  readonly provider: string;
  readonly providerBaseUrl: string;
  readonly statesUrl: string;
}

export type VerifierReply =
  | { readonly kind: "verified"; readonly text: string }
  | { readonly kind: "failed"; readonly message: string };

/** The verifier's objection to an answer. */
export interface Mismatch {
  /** For example `BodyMismatch`, `StatusMismatch`. */
  readonly type: string;
  /** JSON path into the body, or the name of a header. */
  readonly path?: string;
  readonly key?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

/** Outcome of one interaction. */
export interface VerifiedInteraction {
  readonly description: string;
  readonly states: readonly string[];
  readonly isVerified: boolean;
  readonly mismatches: readonly Mismatch[];
}

const listAt = (value: unknown, key: string): readonly unknown[] => {
  const found = isObject(value) ? value[key] : undefined;
  return Array.isArray(found) ? found : [];
};

const textAt = (value: JsonObject, key: string): string => (typeof value[key] === "string" ? value[key] : "");

const mismatchOf = (value: unknown): readonly Mismatch[] => {
  if (!isObject(value)) return [];
  const { path, key, expected, actual } = value;
  return [
    {
      type: textAt(value, "type"),
      ...(typeof path === "string" ? { path } : {}),
      ...(typeof key === "string" ? { key } : {}),
      expected,
      actual,
    },
  ];
};

const interactionOf = (value: unknown): readonly VerifiedInteraction[] => {
  if (!isObject(value)) return [];
  const mismatches = listAt(value["mismatch"], "mismatches").flatMap(mismatchOf);
  return [
    {
      description: textAt(value, "description"),
      states: listAt(value, "providerStates").filter((state) => typeof state === "string"),
      isVerified: value["result"] === "OK",
      mismatches:
        mismatches.length > 0 || value["result"] === "OK"
          ? mismatches
          : [{ type: isObject(value["mismatch"]) ? textAt(value["mismatch"], "type") || "Error" : "Error" }],
    },
  ];
};

/** @throws Error if the text does not have the known form of the verifier's output. */
const resultsOf = (text: string): readonly VerifiedInteraction[] => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("Pact's verifier did not say what became of the interactions");
  }
  return listAt(value, "interactionResults").flatMap(interactionOf);
};

/** The built package contains JavaScript instead of TypeScript. */
const child = fileURLToPath(
  new URL(`./verifier-process${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url),
);

/** Milliseconds between checks of its progress. */
const lookMs = 500;

/**
 * Verifies one pact against an address, in a separate process.
 * @param isStalled whether so much time has passed without requests that the verifier must be stuck in a comparison
 * @throws Error if the verifier does not complete.
 */
export const runVerifier = async (
  job: VerifierJob,
  signal: AbortSignal,
  isStalled: () => boolean,
): Promise<readonly VerifiedInteraction[]> => {
  const worker = fork(child, {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: [],
    // JSON inside JSON would copy the results several times.
    serialization: "advanced",
    signal,
  });
  let watching: NodeJS.Timeout | undefined;
  const reply = await new Promise<VerifierReply>((resolve) => {
    const failed = (message: string): void => resolve({ kind: "failed", message });
    worker.once("message", (message: VerifierReply) => resolve(message));
    worker.once("error", (error) => failed(error.message));
    worker.once("exit", (code) => failed(`Pact's verifier ended with ${code ?? "a signal"}`));
    watching = setInterval(() => {
      if (isStalled()) failed("Pact's verifier takes too long to compare the bodies");
    }, lookMs);
    worker.send(job);
  });
  clearInterval(watching);
  if (reply.kind === "failed") {
    worker.kill("SIGKILL");
    throw new Error(reply.message);
  }
  return resultsOf(reply.text);
};
