import { schemaFacts } from "../generated/schema-facts.ts";
import type { InterfaceName } from "../model/interface-name.ts";

/** Facts about how a scalar is written. A null is not badly written: the model that holds it is to blame. */
const aboutNotation = new Set(["GEN-01", "GEN-02"]);

const isAboutNotation = (facts: readonly string[]): boolean => facts.every((fact) => aboutNotation.has(fact));

/**
 * The facts annotated at the longest schema path that leads to `schemaPath`; undefined when none is. For a null where
 * none is stated, facts about a scalar's notation are passed over in favour of the enclosing model's, if there is one.
 */
export const factsAt = (
  interfaceName: InterfaceName,
  schemaPath: string,
  isNull: boolean,
): readonly string[] | undefined => {
  const table = schemaFacts[interfaceName];
  let notation: readonly string[] | undefined;
  for (let path = schemaPath; path.startsWith("#/$defs/"); path = path.slice(0, path.lastIndexOf("/"))) {
    const facts = table[path];
    if (facts === undefined) continue;
    if (!isNull || !isAboutNotation(facts)) return facts;
    notation ??= facts;
  }
  return notation;
};
