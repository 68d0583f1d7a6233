import type { Finding, ShellVariable, Step } from "../model/finding.ts";

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

/** The lines that fill in a variable, or say how. */
const filledIn = ({ name, step, pointer, word }: ShellVariable): string =>
  word === undefined ? `# ${name}: ${pointer ?? ""} in the answer to ${step ?? 0}` : `${name}=${word}`;

/** One of several requests, after a comment on what it does and its answer. */
const numberedStep = (
  { label, does = label, answer = "", wrong, curl }: Step,
  index: number,
  { expected, actual }: Finding,
): readonly string[] => {
  const outcome = wrong === true ? `${answer}; expected ${expected}, got ${actual}` : answer;
  return [`# ${index + 1}. ${does} → ${outcome}`, curl];
};

/** Whether a line uses a variable. */
const uses = (line: string, { name }: ShellVariable): boolean => new RegExp(`\\$\\{?${name}\\b`).test(line);

/** Each variable before the first line that uses it. */
const withVariables = (lines: readonly string[], variables: readonly ShellVariable[]): readonly string[] => {
  const left = new Set(variables);
  const before = (line: string): readonly string[] =>
    variables.flatMap((variable) => {
      if (!left.has(variable) || line.startsWith("#") || !uses(line, variable)) return [];
      left.delete(variable);
      const filled = filledIn(variable);
      return [...before(filled), filled];
    });
  return lines.flatMap((line) => [...before(line), line]);
};

/**
 * The lines that show a finding in a shell: its requests in order, with comments on writes, and the requests that undo
 * them. A replay, if a shell cannot show it.
 */
export const scriptOf = (finding: Finding): readonly string[] => {
  const { steps = [], restore = [], variables = [], onlyReplay, orReplay, curl, fingerprint } = finding;
  const replayed = (why: string): readonly string[] => [
    `# ${why}`,
    `tripact replay ${fingerprint} --report run.json`,
  ];
  if (onlyReplay !== undefined) return replayed(onlyReplay);
  if (steps.length === 0) return [curl];
  const lines = [
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
  return [...withVariables(lines, variables), ...(orReplay === undefined ? [] : replayed(orReplay))];
};
