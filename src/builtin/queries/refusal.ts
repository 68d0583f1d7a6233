import { UsageError } from "../../core/model/usage-error.ts";

/** Why something cannot be sent: one sentence without values, and its path in the body. */
export interface Refusal {
  /** A path like `groups[0].conditions[1]`. */
  readonly place: string;
  readonly message: string;
  readonly hint?: string;
}

/** A refusal; its hint is omitted if there is none. */
export const refusal = (place: string, message: string, hint?: string): Refusal =>
  hint === undefined ? { place, message } : { place, message, hint };

/**
 * Throws the first refusal, if any.
 * @throws UsageError
 */
export const refuseFirst = (subject: string, refusals: Iterable<Refusal>): void => {
  for (const { place, message, hint } of refusals)
    throw new UsageError(message, { location: `${subject}, ${place}`, hint });
};
