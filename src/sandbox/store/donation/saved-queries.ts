import { Entity, instant, integer, text } from "../entity.ts";

/**
 * A query that somebody kept under a name: what Query/list lists (assumed, U-11). `kind` is the name of a kind of
 * record: its integer is an assumption.
 */
export const savedQueries = new Entity("donation_saved_query", {
  organizationId: integer.required,
  kind: text.required,
  name: text.required,
  createdAt: instant.required,
  modifiedAt: instant.required,
});
