import type { AnswerExample } from "./example.ts";

/** A page of donation records that show nothing but their ids. */
export const pageOf = (ids: readonly number[], total: number): AnswerExample => ({
  body: { items: ids.map((id) => ({ id })), total },
});
