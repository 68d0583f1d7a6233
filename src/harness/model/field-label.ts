import type { FieldNames } from "./field-names.ts";

/** What a property is called in output. */
export type FieldLabel = (name: string) => string;

/** A record's keys may be somebody's data: the name of a field is shown, any other is not. */
export const createFieldLabel =
  ({ isField }: Pick<FieldNames, "isField">): FieldLabel =>
  (name) =>
    isField(name) ? name : "another property";
