import type { Fact } from "../core/model/fact.ts";
import type { FilePlace } from "../core/model/file-place.ts";
import type { InterfaceName } from "../core/model/interface-name.ts";
import type { Problem } from "../core/model/problem.ts";
import type { ReportInput } from "../core/model/report-input.ts";

/** Where the document of an interface states what is broken; undefined if it states none of it. */
export const statementOf = (
  { facts }: Pick<Problem, "facts">,
  name: InterfaceName,
  all: readonly Fact[],
): FilePlace | undefined => {
  const lines = facts.flatMap((id) => all.find((fact) => fact.id === id)?.lines ?? []);
  return lines.find((line) => line.isPackaged !== true || line.file === `specs/${name}.yaml`);
};

/** The line that a code host shows a problem at: of the configuration, or else of the document. */
export const shownPlace = (
  problem: Pick<Problem, "facts">,
  name: InterfaceName,
  { configured, catalogue }: Pick<ReportInput, "configured" | "catalogue">,
): FilePlace =>
  configured?.[name] ??
  statementOf(problem, name, catalogue.facts) ?? { file: `specs/${name}.yaml`, line: 1, isPackaged: true };
