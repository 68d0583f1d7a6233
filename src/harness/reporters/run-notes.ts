import type { Report } from "../model/report.ts";

const often = (times: number): string => (times === 1 ? "" : ` (${times} times)`);

export const runNotes = ({ run: { redirects = [], writes } }: Report): readonly string[] => [
  ...(writes?.records ?? []).map(
    ({ record, state, reason }) => `${record}: ${state}${reason === undefined ? "" : `, ${reason}`}`,
  ),
  ...(writes?.left ?? []).map(({ what, times }) => `stays: ${what}${often(times)}`),
  ...redirects.map(
    ({ operation, status, to, times }) =>
      `${operation} is answered ${status} to ${to}, not followed${often(times)}`,
  ),
];
