import type { Observation } from "../../core/model/check.ts";
import { responseOf, type Exchange } from "../../core/model/exchange.ts";
import { defineObserver } from "../../core/model/observer.ts";
import { isObject, property, type JsonObject } from "../support/json.ts";
import { isPage, totalOnPage } from "../support/paging.ts";
import { createSeen, observationOn } from "../support/seen.ts";
import { optionsIn } from "../support/query-options.ts";

/** The name comes from the configuration, not from a record. */
const fieldName = /^[A-Za-z]\w{0,63}$/;

const stated: ReadonlySet<string> = new Set(["parameter", "operator", "values", "secondaryValue"]);

/** The only condition of a query; undefined for none or several. */
const onlyCondition = ({ request: { body } }: Exchange): JsonObject | undefined => {
  const groups = property(body, "groups");
  const [group, ...otherGroups] = Array.isArray(groups) ? groups : [];
  const conditions = property(group, "conditions");
  const [condition, ...others] = Array.isArray(conditions) ? conditions : [];
  const isOnly = otherGroups.length === 0 && others.length === 0 && property(group, "groups") === undefined;
  return isOnly && isObject(condition) ? condition : undefined;
};

const isUnfiltered = ({ request: { body } }: Exchange): boolean => {
  const groups = property(body, "groups");
  return groups === undefined || (Array.isArray(groups) && groups.length === 0);
};

const byNumber = (texts: readonly string[]): string =>
  [...new Set(texts.map(Number))].toSorted((one, other) => one - other).join(", ");

/** The unstated names of a condition, by the outcome of the query. */
const watchNames = () => {
  const seen = { narrowing: createSeen(20), idle: createSeen(20), refused: createSeen(20) };
  return {
    see(condition: JsonObject, effect: keyof typeof seen, exchange: Exchange): void {
      for (const name of Object.keys(condition))
        if (!stated.has(name) && fieldName.test(name)) seen[effect].add(name, exchange);
    },
    *observations(): Generator<Observation> {
      const taken = new Set([...seen.narrowing.keys(), ...seen.idle.keys()]);
      // A condition may be refused for other reasons: a name accepted elsewhere was not the cause.
      for (const [sightings, effect] of [
        [seen.narrowing.all(), "narrows a query"],
        [seen.idle.all(), "changes nothing"],
        [seen.refused.all().filter(({ key }) => !taken.has(key)), "is refused"],
      ] as const)
        for (const { key, exchange, count } of sightings)
          yield observationOn(
            "U-12",
            `a condition's ${key} ${effect}`,
            exchange,
            count,
            effect === "narrows a query" ? { "U-12": key } : {},
          );
    },
  };
};

/** Number of values that operators require according to the options. */
const watchWants = () => {
  const wants = { none: createSeen(30), several: createSeen(30), two: createSeen(30) };
  return {
    see(exchange: Exchange): void {
      for (const { operator, valueRequired, takesSeveral, takesTwo } of optionsIn(exchange)?.operators ??
        []) {
        if (valueRequired === false) wants.none.add(String(operator), exchange);
        if (takesSeveral) wants.several.add(String(operator), exchange);
        if (takesTwo) wants.two.add(String(operator), exchange);
      }
    },
    *observations(): Generator<Observation> {
      for (const [what, seen] of [
        ["no value", wants.none],
        ["several values", wants.several],
        ["two bounds", wants.two],
      ] as const) {
        const first = seen.first();
        if (first !== undefined)
          yield observationOn(
            "U-13",
            `the options give ${what} to operators ${byNumber(seen.keys())}`,
            first,
          );
      }
    },
  };
};

/** The name under which a condition's single value works, and the accepted operators with their values. */
export const conditionFieldsSeen = defineObserver({
  id: "condition-fields-seen",
  unknowns: ["U-12", "U-13"],
  interfaces: ["donation"],
  watch() {
    const names = watchNames();
    const wants = watchWants();
    const operators = createSeen(30);
    /** Totals of endpoints without a filter. */
    const wholes = new Map<string, number>();
    const seeCondition = (condition: JsonObject, exchange: Exchange): void => {
      if (responseOf(exchange)?.status === 400) return names.see(condition, "refused", exchange);
      if (!isPage(exchange)) return;
      const { operator } = condition;
      if (typeof operator === "number") operators.add(String(operator), exchange);
      const whole = wholes.get(exchange.operation ?? "");
      const isNarrowed = whole !== undefined && (totalOnPage(exchange) ?? whole) < whole;
      names.see(condition, isNarrowed ? "narrowing" : "idle", exchange);
    };
    return {
      see(exchange) {
        const { operation = "" } = exchange;
        if (operation === "getQueryOptions") return wants.see(exchange);
        if (!/^query[A-Z]/.test(operation)) return;
        const total = isUnfiltered(exchange) && isPage(exchange) ? totalOnPage(exchange) : undefined;
        if (total !== undefined) wholes.set(operation, total);
        const condition = onlyCondition(exchange);
        if (condition !== undefined) seeCondition(condition, exchange);
      },
      *observations() {
        yield* names.observations();
        const taken = operators.first();
        if (taken !== undefined)
          yield observationOn(
            "U-13",
            `operators that conditions were taken with: ${byNumber(operators.keys())}`,
            taken,
            operators.count(),
          );
        yield* wants.observations();
      },
    };
  },
});
