import { LocationCounts } from "../drift/location-counts.ts";
import type { Exchange } from "../model/exchange.ts";
import type { FieldNames } from "../model/field-names.ts";
import { addKeptNames } from "../privacy/kept-names.ts";

/**
 * Which keys that no document lists are names of fields, by what a recorder has seen: a line is written when its
 * exchange is over, so that only this one and those before it count. Holds counts and names, never a value.
 */
export interface NameCensus {
  /** Counts the keys of both bodies. */
  see(exchange: Exchange): void;
  /** Whether most of the objects at some location had the key (privacy/kept-names.ts). */
  isField(name: string): boolean;
}

/** Bodies of one operation and status that are looked at: a process may run for long, and has seen enough by then. */
const mostBodies = 500;

export const createNameCensus = (names: FieldNames): NameCensus => {
  const seen = new Map<string, { readonly body: LocationCounts; bodies: number }>();
  const fields = new Set<string>();

  const count = (key: string, body: unknown): void => {
    if (typeof body !== "object" || body === null) return;
    const known = seen.get(key) ?? { body: new LocationCounts(undefined, names), bodies: 0 };
    seen.set(key, known);
    if (known.bodies >= mostBodies) return;
    known.bodies += 1;
    known.body.see(body, 0);
    addKeptNames(fields, known.body, names);
  };

  return {
    see({ interface: of, operation = "", request, outcome }) {
      count(`${of} ${operation}`, request.body);
      if (outcome.kind === "response" && outcome.body.kind === "json")
        count(`${of} ${operation} ${outcome.status}`, outcome.body.value);
    },
    isField: (name) => fields.has(name),
  };
};
