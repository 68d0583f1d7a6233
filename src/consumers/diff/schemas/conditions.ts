import { childPointer } from "../../../core/formats/json-pointer.ts";
import type { LocatedSchema } from "../../../documents/shapes/schema-part.ts";
import type { SchemaCondition } from "../../../documents/shapes/logic-shape.ts";
import type { Versions } from "../versions.ts";
import { inPairs, type RuleContext, type SchemaRule, type Together } from "./rule.ts";

const compareNegations: SchemaRule = (pair, { report, descend, fingerprint }) => {
  const at = childPointer(pair.new.at, "not");
  const { pairs, gone, come } = inPairs<LocatedSchema>(
    { old: pair.old.not, new: pair.new.not },
    (side, one) => fingerprint(side, [one]),
  );
  // What narrows inside a negation widens the whole.
  for (const one of pairs) descend({ old: [one.old], new: [one.new] }, at, true);
  for (const one of come) report("constraint-imposed", one.at, "not");
  for (const one of gone) report("constraint-lifted", one.at, "not");
};

const branches = ({ consequence, alternative }: SchemaCondition): Together => [consequence, alternative];

const compareConditions = (
  pair: Versions<readonly SchemaCondition[]>,
  at: string,
  context: RuleContext,
): void => {
  const { report, descend, fingerprint } = context;
  const { pairs, gone, come } = inPairs(pair, (side, one) => fingerprint(side, [one.if]));
  for (const { old, new: now } of pairs) {
    descend({ old: [old.if], new: [now.if] }, childPointer(at, "if"), true);
    descend({ old: [old.consequence], new: [now.consequence] }, childPointer(at, "then"));
    descend({ old: [old.alternative], new: [now.alternative] }, childPointer(at, "else"));
  }
  const says = (side: "old" | "new", one: SchemaCondition): boolean =>
    branches(one).some((branch) => fingerprint(side, [branch]) !== "any");
  for (const one of come) if (says("new", one)) report("constraint-imposed", one.if.at, "if");
  for (const one of gone) if (says("old", one)) report("constraint-lifted", one.if.at, "if");
};

export const compareLogic: SchemaRule = (pair, context) => {
  compareNegations(pair, context);
  compareConditions({ old: pair.old.conditions, new: pair.new.conditions }, pair.new.at, context);
  context.descend(
    { old: pair.old.contentSchema, new: pair.new.contentSchema },
    childPointer(pair.new.at, "contentSchema"),
  );
};
