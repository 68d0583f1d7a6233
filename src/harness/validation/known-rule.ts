import type { Compiled } from "../model/compiled.ts";
import { factsAt, type SchemaFacts } from "./attribution.ts";

/** What the OpenAPI documents say about a rule. */
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

/** Looks up a rule by its schema path in the generated validators. */
export type RuleAt = (schemaPath: string) => KnownRule;

/**
 * The rules of one interface. Each is looked up once: broken records break the same few rules again and again, and
 * there are only as many paths as rules.
 */
export const createRules = ({ unions, bans, textFormats }: Compiled, annotated: SchemaFacts): RuleAt => {
  const known = new Map<string, KnownRule>();
  const lookUp = (schemaPath: string): KnownRule => ({
    branches: unions[schemaPath],
    banned: bans[schemaPath],
    format: textFormats[schemaPath.slice(0, schemaPath.lastIndexOf("/"))],
    facts: factsAt(annotated, schemaPath, false),
    factsOfNull: factsAt(annotated, schemaPath, true),
  });
  return (schemaPath) => {
    let rule = known.get(schemaPath);
    if (rule === undefined) known.set(schemaPath, (rule = lookUp(schemaPath)));
    return rule;
  };
};
