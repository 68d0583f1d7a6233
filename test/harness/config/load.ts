import type { Config } from "../../../src/harness/config/config.ts";
import { loadConfig } from "../../../src/harness/config/load-config.ts";
import { contract } from "../../../src/contract/contract.ts";
import { UsageError } from "../../../src/harness/model/usage-error.ts";

type Env = Readonly<Record<string, string>>;

export const load = (text: string, env: Env = {}): Config =>
  loadConfig(text, { contract, file: "t.yaml", env });

/** The error that a text is refused with; anything but a UsageError fails the test. */
export const refusal = (text: string, env: Env = {}): UsageError => {
  try {
    load(text, env);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error(`was accepted: ${text}`);
};
