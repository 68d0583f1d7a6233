import type { InterfaceName } from "../model/interface-name.ts";
import { factsAt } from "./attribution.ts";
import { compiledFor } from "./compiled.ts";

/** What the documents say of a rule that a value may break. */
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

const known: Readonly<Record<InterfaceName, Map<string, KnownRule>>> = {
  crm: new Map(),
  donation: new Map(),
  volunteer: new Map(),
};

const lookUp = (interfaceName: InterfaceName, schemaPath: string): KnownRule => {
  const { unions, bans, textFormats } = compiledFor(interfaceName);
  return {
    branches: unions[schemaPath],
    banned: bans[schemaPath],
    format: textFormats[schemaPath.slice(0, schemaPath.lastIndexOf("/"))],
    facts: factsAt(interfaceName, schemaPath, false),
    factsOfNull: factsAt(interfaceName, schemaPath, true),
  };
};

/**
 * What is known of the rule at a schema path of the generated validators. It is looked up once: broken records break
 * the same few rules over and over, and there are no more paths than the documents have rules.
 */
export const ruleAt = (interfaceName: InterfaceName, schemaPath: string): KnownRule => {
  let rule = known[interfaceName].get(schemaPath);
  if (rule === undefined) known[interfaceName].set(schemaPath, (rule = lookUp(interfaceName, schemaPath)));
  return rule;
};
