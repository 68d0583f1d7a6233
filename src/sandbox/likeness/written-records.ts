import { isObject, parseJson } from "../../core/model/json-object.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import type { FaultRequest, FaultAnswer } from "../../builtin/faults/fault.ts";
import { imitatedKey } from "./imitate.ts";

/** No body of these interfaces names a record at a greater depth. */
const deepest = 8;

const idsIn = function* (value: unknown, depth = 0): Generator<string | number> {
  if (depth > deepest) return;
  if (typeof value === "number" || typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const item of value) yield* idsIn(item, depth + 1);
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value)) {
      if (/id$|^members$|^[a-z]+s$/i.test(name)) yield* idsIn(inner, depth + 1);
      else if (isObject(inner)) yield* idsIn(inner, depth + 1);
    }
};

export const createWrittenRecords = () => {
  const written = new Set<string>();
  const add = (name: BuiltinInterface, value: unknown): void => {
    for (const id of idsIn(value)) written.add(imitatedKey(name, id));
  };
  return {
    has: (record: string): boolean => written.has(record),
    /** Adds every record that a write may change, by the ids in its path and body. */
    sent: (name: BuiltinInterface, { path, body }: FaultRequest) => {
      add(name, Object.values(path));
      add(name, parseJson(body));
    },
    /** Adds the records created by a write. */
    answered: (name: BuiltinInterface, { body }: FaultAnswer) => add(name, parseJson(body)),
  };
};

/** Records that were written since the sandbox started: values sent to them are returned unchanged. */
export type WrittenRecords = ReturnType<typeof createWrittenRecords>;
