import { expect, test } from "vitest";
import { observed, paste } from "../../../scripts/paste.ts";
import { faults } from "../../../src/builtin/faults/generated/faults.ts";
import { isNightly, someOf } from "../../nightly.ts";

const faultOf = (id: string): (typeof faults)[number] => {
  const fault = faults.find((one) => one.id === id);
  if (fault === undefined) throw new Error(`no fault ${id}`);
  return fault;
};

/** The first finding of each check: its lines differ little from those of the others. */
const pastesOf = async (fault: (typeof faults)[number]) => {
  const run = await observed(fault, { explorations: isNightly });
  const firsts = [...Map.groupBy(run.report.findings, ({ check }) => check).values()].flatMap(
    ([one]) => one ?? [],
  );
  return Promise.all(firsts.map((finding) => paste(fault, finding, run)));
};

/** Names of parameters and columns, values of records, ids and tokens of answers, disguised tokens. */
const usual = [
  "either-stops-at-the-first-that-matches",
  "options-list-a-column-that-is-gone",
  "refreshed-tokens-have-no-user",
  "donation-tokens-have-no-letter-case",
];

test.each(someOf(usual, 2))(
  "the printed lines of every finding of %s show it when a shell runs them",
  async (id) => {
    const pastes = await pastesOf(faultOf(id));
    expect(pastes.length).toBeGreaterThan(0);
    for (const one of pastes) expect([one.lines, one.outcome]).toEqual([one.lines, "shown"]);
  },
  180_000,
);

test.each([
  ["contact-type-is-a-code", "# each request has a signature of its own"],
  ["inactive-webhooks-deliver", "# it takes the control interface of the sandbox"],
  [
    "a-code-counts-for-later-logins",
    "# it takes earlier requests of the run: the same request was also answered rightly",
  ],
])(
  "a replay stands in the place of lines that cannot show %s",
  async (id, reason) => {
    const pastes = await pastesOf(faultOf(id));
    for (const { outcome, lines, fingerprint } of pastes)
      expect([outcome, lines]).toEqual([
        "replay",
        [reason, `tripact replay ${fingerprint} --report run.json`],
      ]);
  },
  180_000,
);

test.runIf(isNightly)(
  "lines show the findings of all planted faults, or a replay stands in their place",
  async () => {
    const outcomes: string[] = [];
    for (const fault of faults) for (const { outcome } of await pastesOf(fault)) outcomes.push(outcome);
    const wrong = outcomes.filter((one) => one === "not shown" || one === "no value");
    expect(wrong.length / outcomes.length).toBeLessThan(0.03);
  },
  7_200_000,
);
