import { facts } from "../../../src/contract/generated/registry.ts";

const ids = new Set(facts.filter(({ see }) => see === "sandbox").map(({ id }) => id));

/** Whether a fact shows only where the clock can be moved, hours counted and deliveries read. */
export const onlyTheSandboxShows = (fact: string): boolean => ids.has(fact);
