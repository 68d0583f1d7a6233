import { PactV3 } from "@pact-foundation/pact";
import type { ProviderStateName } from "tripact/pact";

/** A provider state that the sandbox knows; a misspelt one does not compile. */
export const state = (
  description: ProviderStateName,
  parameters: Record<string, number> = {},
): { description: string; parameters: Record<string, number> } => ({ description, parameters });

export const pactWith = (provider: "crm" | "donation" | "volunteer"): PactV3 =>
  new PactV3({ consumer: "fundraising-dashboard", provider, dir: "pacts", logLevel: "error" });
