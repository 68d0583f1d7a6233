import type { Acceptance } from "../../harness/model/drift.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import { printable } from "../../harness/output/escape.ts";
import { suggestionHint } from "../../harness/output/suggest.ts";
import type { CliIo } from "./io.ts";
import { dayOf, lineOf } from "./option-values.ts";

/** What `acceptanceOptions` give. */
interface Options {
  readonly until?: string;
  readonly note?: string;
  readonly by?: string;
}

const longestNote = 500;
const longestName = 100;

/** @throws UsageError for an option that is invalid */
export const acceptanceOf = ({ until, note, by }: Options, { clock }: CliIo): Acceptance => {
  const at = new Date(clock.now()).toISOString();
  return {
    at,
    ...(until === undefined ? {} : { until: dayOf("--until", until, at) }),
    ...(note === undefined ? {} : { note: lineOf("--note", note, longestNote) }),
    ...(by === undefined ? {} : { by: lineOf("--by", by, longestName) }),
  };
};

/**
 * @param otherwise What lists them.
 * @throws UsageError for a fingerprint that nothing open has, with the nearest one.
 */
export const assertOpen = (
  fingerprints: readonly string[],
  open: readonly string[],
  otherwise: string,
): void => {
  const known = new Set(open);
  for (const fingerprint of fingerprints)
    if (!known.has(fingerprint)) {
      const hint = suggestionHint(fingerprint, open) ?? otherwise;
      throw new UsageError(`no drift has the fingerprint ${printable(fingerprint)}`, { hint });
    }
};
