import type { NotApplicable, Observation, Violation } from "../../harness/model/check.ts";
import { responseOf, type Exchange } from "../../harness/model/exchange.ts";
import { type Settings, withSettings } from "../../harness/model/settings.ts";
import { unnumbered } from "../../harness/model/exploration.ts";
import type { SchemaViolation } from "../../harness/model/violation.ts";

export const violation = (parts: Omit<Violation, "kind">): Violation => ({ kind: "violation", ...parts });

export const notApplicable = (reason: string, fact?: string): NotApplicable => ({
  kind: "not-applicable",
  reason,
  ...(fact === undefined ? {} : { fact }),
});

/** `settings` configure a sandbox that answers the open question in this way. */
export const observation = (
  unknown: string,
  observed: string,
  exchange: Exchange,
  settings?: Settings,
): Observation => ({
  kind: "observation",
  unknown,
  observed,
  exchange,
  ...withSettings(settings),
});

export const fromSchema = (broken: SchemaViolation, exchange: Exchange): Violation =>
  violation({
    rule: broken.rule,
    message: broken.message,
    exchange,
    pointer: broken.pointer,
    expected: broken.expected,
    actual: broken.actual,
  });

export const statusOf = (exchange: Exchange): number => responseOf(exchange)?.status ?? 0;

/** A violation if the status is not an expected one; undefined if it is. */
export const wrongStatus = (
  exchange: Exchange,
  expected: readonly number[] | "success" | "refusal",
  about: string,
  fact?: string,
): Violation | undefined => {
  const status = statusOf(exchange);
  const fits =
    expected === "success"
      ? status >= 200 && status < 300
      : expected === "refusal"
        ? status >= 400 && status < 500
        : expected.includes(status);
  if (fits) return undefined;
  const wanted = expected === "success" ? "2xx" : expected === "refusal" ? "4xx" : expected.join(" or ");
  return violation({
    ...(fact === undefined ? {} : { fact }),
    rule: "status",
    message: `${unnumbered(about)}: ${status} where ${wanted} is stated`,
    exchange,
    expected: wanted,
    actual: String(status),
  });
};

export const labelled = (exchanges: readonly Exchange[], label: string): Exchange | undefined =>
  exchanges.find(({ call }) => call?.label === label);
