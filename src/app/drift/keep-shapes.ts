import type { DriftStore } from "../../harness/drift/drift-store.ts";
import type { Shapes } from "../../harness/drift/shapes.ts";
import type { InterfaceName } from "../../harness/model/interface-name.ts";
import type { Report } from "../../harness/model/report.ts";

/** Recorded traffic has a history of its own: it is asked for otherwise than by drift runs. */
const organization = "recorded";

/** Adds the shapes of a recording to a history, one run for each interface. Gives how many answers they are of. */
export const keepShapes = (
  drift: DriftStore,
  shapes: ReadonlyMap<InterfaceName, Shapes>,
  report: Report,
): number => {
  const run = {
    run: report.run.id,
    startedAt: report.run.startedAt,
    seed: report.run.seed,
    version: report.tool.version,
  };
  for (const [name, seen] of shapes) {
    const target = { interface: name, address: report.run.targets[name] ?? "", organization };
    const found = report.findings.filter((finding) => finding.interface === name);
    const count = (severity: string): number =>
      found.filter((finding) => finding.severity === severity).length;
    drift.end(drift.begin(target, run), {
      shapes: seen,
      requests: seen.answers,
      findings: { error: count("error"), warning: count("warning"), info: count("info") },
      ...(report.run.stopped === undefined ? {} : { reason: report.run.stopped }),
    });
  }
  return [...shapes.values()].reduce((sum, { answers }) => sum + answers, 0);
};
