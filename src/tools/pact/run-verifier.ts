import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isObject, type JsonObject } from "../../harness/model/json-object.ts";

export interface VerifierJob {
  readonly pactFile: string;
  readonly provider: string;
  readonly providerBaseUrl: string;
  readonly statesUrl: string;
}

export type VerifierReply =
  | { readonly kind: "verified"; readonly text: string }
  | { readonly kind: "failed"; readonly message: string };

/** What the verifier has against an answer. */
export interface Mismatch {
  /** For example `BodyMismatch`, `StatusMismatch`. */
  readonly type: string;
  /** JSON path into the body, or the name of a header. */
  readonly path?: string;
  readonly key?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

/** What became of one interaction. */
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

/** @throws Error when the text is not what the verifier is known to answer. */
const resultsOf = (text: string): readonly VerifiedInteraction[] => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("Pact's verifier did not say what became of the interactions");
  }
  return listAt(value, "interactionResults").flatMap(interactionOf);
};

/** The built package holds JavaScript where the sources hold TypeScript. */
const child = fileURLToPath(
  new URL(`./verifier-process${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url),
);

/** Milliseconds between two looks at whether it still gets on. */
const lookMs = 500;

/**
 * Verifies one pact against an address, in a process of its own.
 * @param isStalled whether nothing has been asked for so long that the verifier must be lost in what it compares
 * @throws Error when the verifier does not complete.
 */
export const runVerifier = async (
  job: VerifierJob,
  signal: AbortSignal,
  isStalled: () => boolean,
): Promise<readonly VerifiedInteraction[]> => {
  const worker = fork(child, {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: [],
    // As JSON in JSON the results would be there several times.
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
