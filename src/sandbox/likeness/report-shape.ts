import type { ShapeFile } from "../../harness/drift/shape-file.ts";
import type { Report } from "../../harness/model/report.ts";
import { withSettings } from "../../harness/model/settings.ts";

/** The shape in a report of `tripact check`: a target's answers to open questions, without bodies. */
export const shapeOfReport = ({ tool, unknowns }: Report): ShapeFile => ({
  form: 1,
  tripact: tool.version,
  settings: withSettings(...unknowns.map(({ settings }) => settings)).settings ?? {},
  answers: [],
});
