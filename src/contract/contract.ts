/** Everything the harness knows of the platform. */
import type { ConfigRules } from "../harness/model/config-rules.ts";
import type { Contract } from "../harness/model/contract.ts";
import { undoPlanOf } from "../harness/transports/undo-plan.ts";
import { loadConfigRules } from "./config-rules.ts";
import { checks, observers } from "./generated/checks.ts";
import { facts, unknowns } from "./generated/registry.ts";
import { interfaces } from "./interfaces.ts";
import { scratch } from "./scratch.ts";
import { schemas } from "./validation.ts";

let config: ConfigRules | undefined;

export const contract: Contract = {
  ...schemas,
  described: interfaces,
  facts,
  unknowns,
  checks,
  observers,
  factGroups: { GEN: "general", CRM: "crm", DON: "donation", EVT: "crm", VOL: "volunteer" },
  get config() {
    return (config ??= loadConfigRules());
  },
  scratch,
  undoPlanOf,
};
