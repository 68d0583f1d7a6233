import type { ValidConfig } from "../../../src/core/config/config.ts";
import { loadConfig } from "../../../src/core/config/load-config.ts";
import { contract } from "../../../src/inputs/contract.ts";
import type { UsageError } from "../../../src/core/model/usage-error.ts";
import { usageErrorOf } from "../../usage-error-of.ts";

type Env = Readonly<Record<string, string>>;

export const load = (text: string, env: Env = {}): ValidConfig =>
  loadConfig(text, { contract, file: "t.yaml", env });

/** The error that a text is refused with. */
export const refusal = (text: string, env: Env = {}): UsageError => usageErrorOf(() => load(text, env));
