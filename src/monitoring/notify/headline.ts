import type { Alert } from "../../core/model/notify.ts";

const words = {
  breaking: "breaking",
  likely: "likely breaking",
  release: "release",
  gone: "gone",
  failed: "failed",
} as const;

const kinds = ["failed", "breaking", "likely", "release", "gone"] as const;

/** Summary of several alerts on one line: `tripact: 2 breaking, 1 gone`; for a single one, its title. */
export const headline = (alerts: readonly Alert[]): string => {
  const [only] = alerts;
  if (only !== undefined && alerts.length === 1) return `tripact: ${words[only.kind]}: ${only.title}`;
  const counts = kinds.flatMap((kind) => {
    const count = alerts.filter((alert) => alert.kind === kind).length;
    return count === 0 ? [] : [`${count} ${words[kind]}`];
  });
  return `tripact: ${counts.join(", ")}`;
};
