import { childPointer } from "../../core/formats/json-pointer.ts";
import { childOf, isObject } from "../../core/model/json-object.ts";
import { entriesOf } from "../json.ts";
import type { Schema } from "../schemas/schema.ts";
import type { Conjunctions } from "./conjunction.ts";
import type { LocatedSchema, SchemaPart } from "./schema-part.ts";

export const isSchemaValue = (value: unknown): value is Schema =>
  isObject(value) || typeof value === "boolean";

export const namesUnder = (part: SchemaPart, keyword: string): readonly string[] =>
  entriesOf(part.keywords[keyword]).map(([key]) => key);

/** Finds the schema under keys of a part; none if there is none. */
export const createUnder =
  ({ located }: Conjunctions) =>
  ({ keywords, at }: SchemaPart, ...keys: readonly string[]): readonly LocatedSchema[] => {
    const value = keys.reduce<unknown>(childOf, keywords);
    return isSchemaValue(value) ? [located(value, childPointer(at, ...keys))] : [];
  };

export type Under = ReturnType<typeof createUnder>;
