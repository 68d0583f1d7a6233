import type { Compiled } from "../model/compiled.ts";
import { factsAt, type SchemaFacts } from "./attribution.ts";

/** What the OpenAPI documents say of a rule that a value may break. */
export interface KnownRule {
  /** The validators of the branches, where the rule is a choice. */
  readonly branches: readonly string[] | undefined;
  /** The properties that are kept out, where the rule is a `not` that does only that. */
  readonly banned: readonly string[] | undefined;
  /** The format of the text that is stated at the place. */
  readonly format: string | undefined;
  /** Who takes the blame, if anyone; for a null it may be somebody else. */
  readonly facts: readonly string[] | undefined;
  readonly factsOfNull: readonly string[] | undefined;
}

/** Looks up what is known of the rule at a schema path of the generated validators. */
export type RuleAt = (schemaPath: string) => KnownRule;

/**
 * The rules of one interface. Each is looked up once: broken records break the same few rules over and over, and there
 * are no more paths than the OpenAPI documents have rules.
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
