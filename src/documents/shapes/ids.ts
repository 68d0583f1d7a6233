import { isObject } from "../../core/model/json-object.ts";
import type { LocatedSchema } from "./schema-part.ts";

/** Numbers for schema objects, so that lists of them have names. */
export const createIds = () => {
  const ids = new WeakMap<object, number>();
  let last = 0;
  return (schemas: readonly LocatedSchema[]): string => {
    if (schemas.length === 0) return "";
    const all = schemas.map(({ schema }) => {
      if (!isObject(schema)) return String(schema);
      const id = ids.get(schema) ?? (last += 1);
      ids.set(schema, id);
      return String(id);
    });
    return all.length === 1 ? (all[0] ?? "") : [...new Set(all)].toSorted().join("+");
  };
};
