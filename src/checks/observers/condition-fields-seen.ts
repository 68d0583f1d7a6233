import { responseOf, type Exchange } from "../../model/exchange.ts";
import { defineObserver } from "../../model/observer.ts";
import { isObject, property, type JsonObject } from "../support/json.ts";
import { isPage, totalOf } from "../support/paging.ts";
import { createSeen, told } from "../support/seen.ts";
import { readOptions } from "../support/query-options.ts";
import { jsonOf } from "../../model/exchange.ts";

/** The name is the configuration's, none that a record brought. */
const fieldName = /^[A-Za-z]\w{0,63}$/;

const stated: ReadonlySet<string> = new Set(["parameter", "operator", "values", "secondaryValue"]);

/** The only condition of a query; undefined where it has none or several. */
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

/** Under which name a condition's single value works, and which operators are taken and what they want. */
export const conditionFieldsSeen = defineObserver({
  id: "condition-fields-seen",
  unknowns: ["U-12", "U-13"],
  interfaces: ["donation"],
  watch() {
    const wholes = new Map<string, number>();
    const names = { narrowing: createSeen(20), idle: createSeen(20), refused: createSeen(20) };
    const operators = { taken: createSeen(30) };
    const wants = { none: createSeen(30), several: createSeen(30), two: createSeen(30) };
    const seeCondition = (condition: JsonObject, exchange: Exchange): void => {
      const taken = isPage(exchange);
      const refused = responseOf(exchange)?.status === 400;
      const { operator } = condition;
      if (!taken && !refused) return;
      if (typeof operator === "number" && taken) operators.taken.add(String(operator), exchange);
      const whole = wholes.get(exchange.operation ?? "");
      const isNarrowed = whole !== undefined && (totalOf(exchange) ?? whole) < whole;
      for (const name of Object.keys(condition)
        .filter((key) => !stated.has(key))
        .filter((key) => fieldName.test(key)))
        names[refused ? "refused" : isNarrowed ? "narrowing" : "idle"].add(name, exchange);
    };
    const seeOptions = (exchange: Exchange): void => {
      const { raw, listed } = { raw: jsonOf(exchange), listed: readOptions(jsonOf(exchange)) };
      for (const { operator, valueRequired, takesSeveral, pointer } of listed?.operators ?? []) {
        if (valueRequired === false) wants.none.add(String(operator), exchange);
        if (takesSeveral) wants.several.add(String(operator), exchange);
        const entry = pointer
          .split("/")
          .slice(1)
          .reduce<unknown>(
            (inner, key) => (Array.isArray(inner) ? inner[Number(key)] : property(inner, key)),
            raw,
          );
        if (property(entry, "secondaryValueRequired") === true) wants.two.add(String(operator), exchange);
      }
    };
    return {
      see(exchange) {
        const { operation = "" } = exchange;
        if (operation === "getQueryOptions") return seeOptions(exchange);
        if (!/^query[A-Z]/.test(operation)) return;
        if (isUnfiltered(exchange) && isPage(exchange)) {
          const total = totalOf(exchange);
          if (total !== undefined) wholes.set(operation, total);
        }
        const condition = onlyCondition(exchange);
        if (condition !== undefined) seeCondition(condition, exchange);
      },
      *tell() {
        const taken = new Set([...names.narrowing.keys(), ...names.idle.keys()]);
        // A condition is refused for many a reason: where its name was taken elsewhere, it was not the name.
        for (const [seen, effect] of [
          [names.narrowing.all(), "narrows a query"],
          [names.idle.all(), "changes nothing"],
          [names.refused.all().filter(({ key }) => !taken.has(key)), "is refused"],
        ] as const)
          for (const { key, exchange, count } of seen)
            yield told("U-12", `a condition's ${key} ${effect}`, exchange, count);
        const accepted = operators.taken.first();
        if (accepted !== undefined)
          yield told(
            "U-13",
            `operators that conditions were taken with: ${byNumber(operators.taken.keys())}`,
            accepted,
            operators.taken.count(),
          );
        for (const [what, seen] of [
          ["no value", wants.none],
          ["several values", wants.several],
          ["two bounds", wants.two],
        ] as const) {
          const first = seen.first();
          if (first !== undefined)
            yield told("U-13", `the options give ${what} to operators ${byNumber(seen.keys())}`, first);
        }
      },
    };
  },
});
