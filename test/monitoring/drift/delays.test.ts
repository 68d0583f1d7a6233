import { describe, expect, test } from "vitest";
import { isNightly, someOf } from "../../nightly.ts";
import { changes, delayOf } from "./delays.ts";

/** A handful of checks that read the list that is changed; all that read in the nightly proof. */
const few = ["donor-details-are-embedded", "list-parameters-are-taken", "page-total-is-stable"];

const timeout = 600_000;

const kinds = Object.keys(changes) as (keyof typeof changes)[]; // the keys of a constant
const ofAll = kinds.filter((kind) => !kind.includes("some"));
const ofSome = kinds.filter((kind) => kind.includes("some"));

const delaysOf = async (
  rows: readonly (readonly [keyof typeof changes, number, number])[],
  from: number,
  runs: number,
) =>
  Promise.all(
    rows.map(async ([change, donors, organization]) => ({
      change,
      donors,
      organization,
      delay: await delayOf({
        change,
        donors,
        organization,
        from,
        runs,
        ...(isNightly ? {} : { checks: few }),
      }),
    })),
  );

const rowsOf = (some: readonly (keyof typeof changes)[], sizes: readonly number[]) =>
  some.flatMap((change) =>
    sizes.flatMap((donors) => [3, 4].map((organization) => [change, donors, organization] as const)),
  );

describe("a change of the platform", () => {
  test(
    "in every record is reported by the first run that is shown it, however few there are",
    { timeout },
    async () => {
      // Of each kind of change, one in a usual run.
      const rows = someOf(rowsOf(ofAll, [5, 12, 60, 250]), 8);
      // By then an organization is known well enough.
      const known = isNightly ? 6 : 4;
      expect((await delaysOf(rows, known, known + 1)).filter(({ delay }) => delay !== 0)).toEqual([]);
    },
  );

  test.runIf(isNightly)(
    "in a third of the records is reported by the first or the next two runs from twelve records on",
    { timeout },
    async () => {
      const late = (await delaysOf(rowsOf(ofSome, [12, 60, 250]), 6, 10)).filter(
        ({ delay = Infinity }) => delay > 2,
      );
      expect(late).toEqual([]);
    },
  );
});
