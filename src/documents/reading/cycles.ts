import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { ApiModel } from "../document.ts";
import { isText, itemsOf } from "../json.ts";
import type { Schema } from "../schemas/schema.ts";
import { schemaNameOf } from "../references.ts";

/** Keywords that apply a schema to the same value. */
const sameValue = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"] as const;

interface Step {
  readonly holder: JsonObject;
  readonly model: string;
}

/** The references that a schema applies to the same value as itself. */
const stepsOf = (schema: Schema): readonly Step[] => {
  const steps: Step[] = [];
  const pending: unknown[] = [schema];
  while (pending.length > 0) {
    const one = pending.pop();
    if (!isObject(one)) continue;
    const model = isText(one["$ref"]) ? schemaNameOf(one["$ref"]) : undefined;
    if (model !== undefined) steps.push({ holder: one, model });
    for (const keyword of sameValue)
      pending.push(...(Array.isArray(one[keyword]) ? itemsOf(one[keyword]) : [one[keyword]]));
  }
  return steps;
};

interface Frame {
  readonly name: string;
  readonly steps: Iterator<Step>;
}

/**
 * The references that close a cycle which no value ends, such as a model that is one of its own alternatives. Linear in
 * the number of references.
 */
export const endlessReferences = (models: ReadonlyMap<string, ApiModel>): readonly JsonObject[] => {
  const closing: JsonObject[] = [];
  const state = new Map<string, "open" | "done">();
  const enter = (name: string): Frame => {
    state.set(name, "open");
    return { name, steps: stepsOf(models.get(name)?.schema ?? true)[Symbol.iterator]() };
  };
  for (const start of models.keys()) {
    if (state.has(start)) continue;
    const frames = [enter(start)];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const { value: step, done } = frame.steps.next();
      if (done === true) {
        state.set(frame.name, "done");
        frames.pop();
      } else if (state.get(step.model) === "open") closing.push(step.holder);
      else if (!state.has(step.model)) frames.push(enter(step.model));
    }
  }
  return closing;
};
