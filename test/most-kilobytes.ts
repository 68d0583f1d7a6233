import { existsSync, readFileSync } from "node:fs";

const status = "/proc/self/status";

/** The most that this program has held; what `resourceUsage` says counts the process from which it was started, too. */
export const mostKilobytes = (): number => {
  const [, own] = existsSync(status) ? (/^VmHWM:\s+(\d+)/m.exec(readFileSync(status, "utf8")) ?? []) : [];
  return own === undefined ? process.resourceUsage().maxRSS : Number(own);
};
