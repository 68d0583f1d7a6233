import type { DriftStore } from "../../../harness/drift/drift-store.ts";
import type { Acceptance } from "../../../harness/model/drift.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { printable } from "../../../harness/output/escape.ts";
import { safe, safeJson } from "../../../harness/output/safe-text.ts";
import { suggestionHint } from "../../../harness/output/suggest.ts";
import { exitCodes } from "../../../harness/runner/exit-code.ts";
import type { AcceptOptions as Options } from "../definitions/drift.ts";
import type { CliIo } from "../io.ts";
import { dayOf, lineOf } from "../option-values.ts";
import { withDriftStore } from "../with-drift-store.ts";

const longestNote = 500;
const longestName = 100;

const acceptanceOf = ({ until, note, by }: Options, { clock }: CliIo): Acceptance => {
  const at = new Date(clock.now()).toISOString();
  return {
    at,
    ...(until === undefined ? {} : { until: dayOf("--until", until, at) }),
    ...(note === undefined ? {} : { note: lineOf("--note", note, longestNote) }),
    ...(by === undefined ? {} : { by: lineOf("--by", by, longestName) }),
  };
};

/** @throws UsageError for a fingerprint that nothing open has, with the nearest one. */
const assertOpen = (fingerprints: readonly string[], store: DriftStore): void => {
  const open = new Set(store.openFingerprints());
  for (const fingerprint of fingerprints)
    if (!open.has(fingerprint)) {
      const hint = suggestionHint(fingerprint, [...open]) ?? "tripact drift --history lists what drifted";
      throw new UsageError(`no drift has the fingerprint ${printable(fingerprint)}`, { hint });
    }
};

/**
 * `tripact drift accept`: accepts changes and groups of them, all that are named or none.
 * @throws UsageError for a fingerprint that nothing open has, and for an option that is invalid.
 */
export const acceptDrift = async (
  options: Options,
  io: CliIo,
  ...fingerprints: string[]
): Promise<number> => {
  const acceptance = acceptanceOf(options, io);
  return withDriftStore(options, io, async (store) => {
    assertOpen(fingerprints, store);
    const accepted = fingerprints.map((fingerprint) => ({
      fingerprint,
      targets: store.accept(fingerprint, acceptance),
    }));
    const { until } = acceptance;
    if (options.json === true) io.stdout.write(safeJson({ accepted, ...acceptance }, 2));
    else if (options.quiet !== true)
      for (const { fingerprint, targets } of accepted) {
        const names = targets.map((one) => `${one.interface} ${one.address}`).join(", ");
        io.stdout.write(
          safe`accepted ${fingerprint}${until === undefined ? "" : ` until ${until}`}: ${names}\n`,
        );
      }
    return exitCodes.conformant;
  });
};
