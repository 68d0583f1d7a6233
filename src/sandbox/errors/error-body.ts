import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Refusal } from "../refusal.ts";

/** A body to send. `mediaType` is absent for an empty body. */
export interface ErrorBody {
  readonly mediaType?: string;
  readonly text: string;
}

/** Converts a refusal to its interface's body. `operation` is undefined if no endpoint matches. */
export type ErrorFamily = (
  refusal: Refusal,
  operation: string | undefined,
  assumptions: Assumptions,
) => ErrorBody;

export const json = (value: unknown, mediaType = "application/json"): ErrorBody => ({
  mediaType,
  text: JSON.stringify(value),
});
