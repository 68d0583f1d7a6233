import type { Finding, Step } from "../model/finding.ts";

/** Warnings about writes, shown before the first request of a finding. */
const warningsOf = ({ steps = [], restore = [] }: Finding): readonly string[] => {
  const changes = [...new Set(steps.flatMap((step) => step.changes ?? []))];
  const isRestored = (name: string): boolean => restore.some(({ record }) => record === name);
  const restored = changes.filter(isRestored);
  const lasting = changes.filter((name) => !isRestored(name));
  return [
    ...(restored.length === 0 ? [] : [`# writes: ${restored.join(", ")}`]),
    ...(lasting.length === 0 ? [] : [`# writes, and nothing undoes it: ${lasting.join(", ")}`]),
  ];
};

/** One of several requests, after a comment on what it does and its answer. */
const numberedStep = (
  { label, does = label, answer = "", wrong, curl }: Step,
  index: number,
  { expected, actual }: Finding,
): readonly string[] => {
  const outcome = wrong === true ? `${answer}; expected ${expected}, got ${actual}` : answer;
  return [`# ${index + 1}. ${does} → ${outcome}`, curl];
};

/** All requests that show a finding, in order, as shell lines: writes and their reversal are explained in comments. */
export const scriptOf = (finding: Finding): readonly string[] => {
  const { steps = [], restore = [], curl } = finding;
  if (steps.length === 0) return [curl];
  return [
    ...warningsOf(finding),
    ...restore.flatMap(({ record, read }) =>
      read === undefined ? [] : [`# keep what this shows of ${record}`, read],
    ),
    ...(steps.length === 1
      ? steps.map((step) => step.curl)
      : steps.flatMap((step, index) => numberedStep(step, index, finding))),
    ...restore.flatMap(({ record, read, write }) => [
      `# puts ${record} back${read === undefined ? "" : ", with what was kept"}`,
      write,
    ]),
  ];
};
