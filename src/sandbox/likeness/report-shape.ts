import type { ShapeFile } from "../../harness/drift/shape-file.ts";
import type { Report } from "../../harness/model/report.ts";
import { withSettings } from "../../harness/model/settings.ts";

/** What a report of `tripact check` says of a target: its answers to open questions, and nothing of its bodies. */
export const shapeOfReport = ({ tool, unknowns }: Report): ShapeFile => ({
  form: 1,
  tripact: tool.version,
  settings: withSettings(...unknowns.map(({ settings }) => settings)).settings ?? {},
  answers: [],
});
