import type { JsonObject } from "../../core/model/json-object.ts";
import type { Schema } from "../schemas/schema.ts";

/** A schema and its location, as it is shown. */
export interface LocatedSchema {
  readonly schema: Schema;
  readonly at: string;
}

/** A choice between schemas. `null` as one of them is a flag, since documents say it in many ways. */
export interface SchemaChoice {
  readonly keyword: "anyOf" | "oneOf";
  readonly at: string;
  readonly alternatives: readonly LocatedSchema[];
  readonly allowsNull: boolean;
}

/** Keywords that apply to a value together with others; without references, `allOf`, `anyOf` and `oneOf`. */
export interface SchemaPart {
  readonly keywords: JsonObject;
  readonly at: string;
  /** Whether null is allowed as well, because the part is an alternative to it. */
  readonly orNull: boolean;
}

/** Everything that applies to one value. */
export interface Conjunction {
  readonly parts: readonly SchemaPart[];
  readonly choices: readonly SchemaChoice[];
  /** Whether `false` is among it, so that no value is allowed. */
  readonly isImpossible: boolean;
}
