import { keptNamesIn } from "./kept-names.ts";
import { LocationCounts } from "../drift/location-counts.ts";
import type { Exchange } from "../model/exchange.ts";

/**
 * Which keys that no document lists are names of fields, by what a recorder has seen: a line is written when its
 * exchange is over, so that only this one and those before it can tell. Holds counts and names, never a value.
 */
export interface NameCensus {
  /** Counts the keys of both bodies. */
  see(exchange: Exchange): void;
  /** Whether most of the objects at some place had the key (see drift/kept-names.ts). */
  isField(name: string): boolean;
}

/** Bodies of one operation and status that are looked at: a process may run for long, and has seen enough by then. */
const mostBodies = 500;

export const createNameCensus = (): NameCensus => {
  const places = new Map<string, { readonly body: LocationCounts; bodies: number }>();
  const fields = new Set<string>();

  const count = (key: string, body: unknown): void => {
    if (typeof body !== "object" || body === null) return;
    const place = places.get(key) ?? { body: new LocationCounts(undefined), bodies: 0 };
    places.set(key, place);
    if (place.bodies >= mostBodies) return;
    place.bodies += 1;
    place.body.see(body, 0);
    for (const name of keptNamesIn(place.body)) fields.add(name);
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
