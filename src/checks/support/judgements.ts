import { anyOf } from "../../core/output/list-of.ts";
import type { NotApplicable, Observation, Violation } from "../../core/model/check.ts";
import { responseOf, type Exchange } from "../../core/model/exchange.ts";
import { type Settings, withSettings } from "../../core/model/settings.ts";
import { isSameJson } from "../../core/model/json-object.ts";
import type { SchemaViolation } from "../../core/model/violation.ts";

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

const families = { success: "2xx", refusal: "4xx", failure: "4xx or 5xx" };

/** Statuses, or a family of them: a failure is a refusal or the server's own fault. */
export type Expected = readonly number[] | keyof typeof families;

/** A violation if the status is not an expected one; undefined if it is. */
export const wrongStatus = (
  exchange: Exchange,
  expected: Expected,
  about: string,
  fact?: string,
): Violation | undefined => {
  const status = statusOf(exchange);
  const isFamily = typeof expected === "string";
  const wanted = isFamily ? families[expected] : anyOf(expected);
  const fits = isFamily ? wanted.includes(`${Math.floor(status / 100)}xx`) : expected.includes(status);
  if (fits) return undefined;
  return violation({
    ...(fact === undefined ? {} : { fact }),
    rule: "status",
    message: `${about}: expected ${wanted}, got ${status}`,
    exchange,
    expected: wanted,
    actual: String(status),
  });
};

/** The first exchange whose call has a tag. */
export const tagged = <Tag>(
  exchanges: readonly Exchange<Tag>[],
  tag: NoInfer<Tag>,
): Exchange<Tag> | undefined => exchanges.find(({ call }) => call !== undefined && isSameJson(call.tag, tag));
