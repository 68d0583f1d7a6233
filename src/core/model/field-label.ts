import type { FieldNames } from "./field-names.ts";

/** A property's name in output. */
export type FieldLabel = (name: string) => string;

/** Keys may be personal data: only names of fields are shown. */
export const createFieldLabel =
  ({ isField }: Pick<FieldNames, "isField">): FieldLabel =>
  (name) =>
    isField(name) ? name : "another property";
