import type { Compiled } from "../model/compiled.ts";
import { madeFor } from "../model/made-once.ts";

/** The facts annotated in the schemas of one interface. */
export interface SchemaFacts {
  /** By schema path below `#/$defs/`. */
  readonly byPath: Readonly<Record<string, readonly string[]>>;
  /** Facts about the notation of a scalar. They do not cover null: the enclosing model is to blame for it. */
  readonly notation: ReadonlySet<string>;
}

/**
 * The facts annotated at the longest prefix of `schemaPath`; undefined if there are none. For a null where none is
 * allowed, facts about a scalar's notation give way to the enclosing model's, if it has any.
 */
export const factsAt = (
  { byPath, notation }: SchemaFacts,
  schemaPath: string,
  isNull: boolean,
): readonly string[] | undefined => {
  let aboutNotation: readonly string[] | undefined;
  for (let path = schemaPath; path.startsWith("#/$defs/"); path = path.slice(0, path.lastIndexOf("/"))) {
    const facts = byPath[path];
    if (facts === undefined) continue;
    if (!isNull || !facts.every((fact) => notation.has(fact))) return facts;
    aboutNotation ??= facts;
  }
  return aboutNotation;
};

export interface KnownRule {
  /** Validators of the branches, if the rule is a choice. */
  readonly branches: readonly string[] | undefined;
  /** The excluded properties, if the rule is a `not` that only excludes properties. */
  readonly banned: readonly string[] | undefined;
  /** The format of the text allowed there. */
  readonly format: string | undefined;
  /** The facts to blame, if any; for a null, others may be to blame. */
  readonly facts: readonly string[] | undefined;
  readonly factsOfNull: readonly string[] | undefined;
}

export type RuleAt = (schemaPath: string) => KnownRule;

/** Each rule is looked up once: broken records break the same few rules again and again. */
export const createRules = ({ unions, bans, textFormats }: Compiled, annotated: SchemaFacts): RuleAt =>
  madeFor((schemaPath) => ({
    branches: unions[schemaPath],
    banned: bans[schemaPath],
    format: textFormats[schemaPath.slice(0, schemaPath.lastIndexOf("/"))],
    facts: factsAt(annotated, schemaPath, false),
    factsOfNull: factsAt(annotated, schemaPath, true),
  }));
