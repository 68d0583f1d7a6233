import type { Sandboxes } from "./sandboxes.ts";
import type { Tool } from "./tool.ts";
import { diffDocumentsTool } from "./tools/diff-documents.ts";
import { discoverDialectTool } from "./tools/discover-dialect.ts";
import { doctorTool } from "./tools/doctor.ts";
import { driftTool } from "./tools/drift.ts";
import { explainFactTool } from "./tools/explain-fact.ts";
import { initTool } from "./tools/init.ts";
import { listFactsTool } from "./tools/list-facts.ts";
import { manageSandboxTool } from "./tools/manage-sandbox.ts";
import { observeRecordingTool } from "./tools/observe-recording.ts";
import { replayFindingTool } from "./tools/replay-finding.ts";
import { runCheckTool } from "./tools/run-check.ts";

/** Those that a client lists, the most used first. */
export const toolsOf = (sandboxes: Sandboxes): readonly Tool[] => [
  runCheckTool,
  initTool,
  doctorTool,
  driftTool,
  explainFactTool,
  replayFindingTool,
  listFactsTool,
  observeRecordingTool,
  discoverDialectTool,
  diffDocumentsTool,
  manageSandboxTool(sandboxes),
];
