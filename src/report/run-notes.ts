import type { Report } from "../core/model/report.ts";

const often = (times: number): string => (times === 1 ? "" : ` (${times} times)`);

type Run = Report["run"];

export const redirectNotes = ({ redirects = [] }: Run): readonly string[] =>
  redirects.map(
    ({ operation, status, to, times }) =>
      `${operation} is answered ${status} to ${to}, not followed${often(times)}`,
  );

export const leftNotes = ({ writes }: Run): readonly string[] =>
  (writes?.left ?? []).map(({ what, times }) => `${what}${often(times)}`);

/** What the target refuses to remove. */
export const keptNotes = ({ writes }: Run): readonly string[] =>
  (writes?.records ?? []).flatMap(({ record, state, reason = "" }) =>
    state === "not removed" ? [`${record}, as ${reason}`] : [],
  );

export const runNotes = ({ run }: Report): readonly string[] => [
  ...(run.writes?.records ?? []).map(
    ({ record, state, reason }) => `${record}: ${state}${reason === undefined ? "" : `, ${reason}`}`,
  ),
  ...leftNotes(run).map((note) => `stays: ${note}`),
  ...redirectNotes(run),
];
