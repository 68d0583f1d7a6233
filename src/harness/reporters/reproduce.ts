import type { Finding } from "../model/finding.ts";

/** What the requests of a finding write, said before the first of them. */
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

/** All requests that show a finding, in order, as a shell takes them: what they write and how to undo it are comments. */
export const scriptOf = (finding: Finding): readonly string[] => {
  const { steps = [], restore = [], curl } = finding;
  if (steps.length === 0) return [curl];
  return [
    ...warningsOf(finding),
    ...restore.flatMap(({ record, read }) =>
      read === undefined ? [] : [`# keep what this shows of ${record}`, read],
    ),
    ...steps.map((step) => step.curl),
    ...restore.flatMap(({ record, read, write }) => [
      `# puts ${record} back${read === undefined ? "" : ", with what was kept"}`,
      write,
    ]),
  ];
};

/** The same as lines of a text: one request is behind the word, several below it. */
export const reproduction = (finding: Finding): readonly string[] => {
  const script = scriptOf(finding);
  return script.length === 1 ? script.map((line) => `reproduce: ${line}`) : ["reproduce:", ...script];
};
