import type { JudgeTools, Sample } from "../../harness/model/check.ts";
import type { Exchange } from "../../harness/model/exchange.ts";
import { contactModels } from "./contact-models.ts";
import { isObject } from "./json.ts";
import { violation } from "./judgements.ts";
import { folded } from "./misspelt-fields.ts";

/** A record recurs: its id identifies it. */
const recordOf = (value: Readonly<Record<string, unknown>>): string =>
  String(value["id"] ?? JSON.stringify(value));

/**
 * Reports documented fields of a contact model that no record of a run has, in any spelling. Required fields are not
 * stated (U-01): such a field is a warning, and its message states how many records were seen.
 */
export const unseenFields = (model: keyof typeof contactModels) => (): Sample => {
  const seen = new Set<string>();
  const known = new Set<string>();
  let first: Exchange | undefined;
  return {
    see(exchange: Exchange, tools: JudgeTools) {
      for (const { value } of tools.instances(exchange, model)) {
        if (!isObject(value)) continue;
        first ??= exchange;
        known.add(recordOf(value));
        for (const name of Object.keys(value)) seen.add(folded(name));
      }
    },
    *judge() {
      // Without any of them, the model itself is missing.
      if (first === undefined || !contactModels[model].some((name) => seen.has(folded(name)))) return;
      const { size } = known;
      const records = size === 1 ? `the only ${model} record` : `none of the ${size} ${model} records`;
      const missing = size === 1 ? records : `all ${size} ${model} records`;
      for (const name of contactModels[model])
        if (!seen.has(folded(name)))
          yield violation({
            severity: "warning",
            cause: { what: `fields are missing in ${missing} that the run has read`, item: name },
            rule: "missing",
            message: `${records} that the run has read has ${size === 1 ? "no " : ""}${name}`,
            exchange: first,
            pointer: `/${name}`,
            expected: `${name} in some ${model}`,
            actual: `missing in ${size} of ${size}`,
          });
    },
  };
};
