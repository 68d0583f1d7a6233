import { jsonOf, type Exchange } from "../../core/model/exchange.ts";
import { parseJson } from "../../core/model/json-object.ts";
import { defineObserver } from "../../core/model/observer.ts";
import { isObject, property } from "../support/json.ts";
import { createSeen, observationOn } from "../support/seen.ts";

/** The question that a delivery answers, by the interface of its webhook. */
const questions = { crm: "U-21", donation: "U-22", volunteer: "U-23" } as const;

type Name = keyof typeof questions;

const isName = (value: unknown): value is Name =>
  typeof value === "string" && Object.hasOwn(questions, value);

const parsed = (text: unknown): unknown => (typeof text === "string" ? parseJson(text) : undefined);

const deliveriesIn = (exchange: Exchange): readonly Readonly<Record<string, unknown>>[] => {
  const log = property(jsonOf(exchange), "data");
  return Array.isArray(log) ? log.filter(isObject) : [];
};

/** Kinds, bodies and headers of the assumed deliveries in the sandbox's log. Other deliveries are not visible. */
export const deliveriesSeen = defineObserver({
  id: "deliveries-seen",
  unknowns: ["U-21", "U-22", "U-23"],
  interfaces: ["crm", "donation", "volunteer"],
  watch() {
    const kinds = { crm: createSeen(), donation: createSeen(), volunteer: createSeen() };
    const forms = { crm: createSeen(10), donation: createSeen(10), volunteer: createSeen(10) };
    return {
      see(exchange) {
        if (exchange.call?.sandbox?.path !== "/control/deliveries") return;
        for (const { interface: name, kind, body, headers } of deliveriesIn(exchange)) {
          if (!isName(name) || typeof kind !== "string") continue;
          kinds[name].add(kind, exchange);
          const value = parsed(body);
          // The record is under its own name or in a list of models.
          const form = Array.isArray(property(value, "models"))
            ? "a list of models"
            : "one record under its name";
          const signed = Object.keys(isObject(headers) ? headers : {}).filter((header) =>
            /sign/i.test(header),
          );
          forms[name].add(`${form}, signed in ${signed.join(", ") || "no header"}`, exchange);
        }
      },
      *observations() {
        for (const name of ["crm", "donation", "volunteer"] as const) {
          const first = kinds[name].first();
          if (first === undefined) continue;
          yield observationOn(
            questions[name],
            `kinds delivered: ${kinds[name].keys().toSorted().join(", ")}`,
            first,
          );
          for (const { key, exchange } of forms[name].all())
            yield observationOn(questions[name], `a delivery holds ${key}`, exchange);
        }
      },
    };
  },
});
