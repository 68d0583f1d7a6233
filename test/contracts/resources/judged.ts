import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "../../../src/index.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { listening } from "../../listening.ts";
import type { FaultId } from "./faults.ts";
import { declarationOf, documentOf, type ResourceModel } from "./model.ts";
import { recordServer } from "./server.ts";

export interface JudgedOptions {
  readonly fault?: FaultId;
  readonly isDeclared?: boolean;
  readonly maxRequests?: number;
}

/** The report of a run against a server of such records. */
export const judged = async (
  models: readonly ResourceModel[],
  { fault, isDeclared = true, maxRequests }: JudgedOptions = {},
) => {
  const cwd = temporaryFolder({ "openapi.json": JSON.stringify(documentOf(models)) });
  const url = await listening(recordServer(models, fault));
  if (isDeclared) writeFileSync(join(cwd, "resources.json"), JSON.stringify(declarationOf(models)));
  const { report } = await check({
    cwd,
    openapi: "openapi.json",
    url,
    name: "shop",
    writes: true,
    stateFolder: cwd,
    ...(isDeclared ? { resources: "resources.json" } : {}),
    ...(maxRequests === undefined ? {} : { maxRequests }),
  }).result;
  return report;
};
