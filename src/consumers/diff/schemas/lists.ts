import { childPointer } from "../../../core/formats/json-pointer.ts";
import type { SchemaRule } from "./rule.ts";

export const compareLists: SchemaRule = (pair, { report, descend }) => {
  const { at } = pair.new;
  const positions = Math.max(pair.old.positions, pair.new.positions);
  for (let index = 0; index < positions; index += 1)
    descend({ old: pair.old.item(index), new: pair.new.item(index) }, childPointer(at, "prefixItems", index));
  descend({ old: pair.old.items, new: pair.new.items }, childPointer(at, "items"));
  descend(
    { old: pair.old.unevaluated.unevaluatedItems, new: pair.new.unevaluated.unevaluatedItems },
    childPointer(at, "unevaluatedItems"),
  );
  const contains = childPointer(at, "contains");
  for (let index = 0; index < Math.max(pair.old.contains.length, pair.new.contains.length); index += 1) {
    const [before, after] = [pair.old.contains[index], pair.new.contains[index]];
    if (before === undefined) report("constraint-imposed", contains, "contains");
    else if (after === undefined) report("constraint-lifted", contains, "contains");
    else {
      if (before.count !== after.count)
        report("constraint-changed", contains, `contains ${before.count} → ${after.count}`);
      descend({ old: [before.schema], new: [after.schema] }, contains);
    }
  }
};
