import { Entity, instant, integer, text } from "../entity.ts";

/**
 * A query saved under a name, as listed by Query/list (assumed, U-11). `kind` is the name of a kind of record, because
 * its integer is an assumption.
 */
export const savedQueries = new Entity("donation_saved_query", {
  organizationId: integer.required,
  kind: text.required,
  name: text.required,
  createdAt: instant.required,
  modifiedAt: instant.required,
});
