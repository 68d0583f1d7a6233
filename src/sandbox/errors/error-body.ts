import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Refusal } from "../refusal.ts";

/** A body ready to be sent. `mediaType` is absent with an empty body. */
export interface ErrorBody {
  readonly mediaType?: string;
  readonly text: string;
}

/** What an error family makes of a refusal. `operation` is undefined where no endpoint was found. */
export type ErrorFamily = (
  refusal: Refusal,
  operation: string | undefined,
  assumptions: Assumptions,
) => ErrorBody;

/** A JSON body. */
export const json = (value: unknown, mediaType = "application/json"): ErrorBody => ({
  mediaType,
  text: JSON.stringify(value),
});
