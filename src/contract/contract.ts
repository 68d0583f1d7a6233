/** Everything the harness knows of the platform. */
import type { FileRules } from "../harness/model/file-rules.ts";
import type { Contract } from "../harness/model/contract.ts";
import { loadConfigRules } from "./config-rules.ts";
import { documents } from "./documents.ts";
import { checks, observers } from "./generated/checks.ts";
import { facts, unknowns } from "./generated/registry.ts";
import { scratch } from "./scratch.ts";
import { undoPlanOf } from "./undo-plans.ts";

let config: FileRules | undefined;

export const contract: Contract = {
  ...documents,
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
