/**
 * Runs a discovery against every combination of query interfaces and writes reports/discovery.md: the requests and
 * results of each. `--only PART` runs those whose name contains it, `--random N` draws N more.
 */
import { parseArgs } from "node:util";
import {
  type Combination,
  combinations,
  randomCombination,
} from "../test/onboarding/discovery/combinations.ts";
import { type Outcome, discoverSandbox } from "../test/onboarding/discovery/kit.ts";
import { withDefaults } from "../src/sandbox/assumptions/assumptions.ts";
import { writeMeasured } from "./write-measured.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    random: { type: "string", default: "0" },
    from: { type: "string", default: "1000" },
  },
});

const yes = (isSo: boolean): string => (isSo ? "yes" : "**no**");

const rowOf = ({ name, assumptions }: Combination, found: Outcome): string => {
  const { dialect } = found.discovery;
  const truth = withDefaults(assumptions);
  const cells = [
    name,
    found.requests,
    found.right.length,
    found.undecided.length,
    found.wrong.length === 0 ? "0" : `**${found.wrong.length}**`,
    yes(dialect.conjunct?.and === (truth["U-14"] === "and-is-0" ? 0 : 1)),
    yes(dialect.singleValueField === truth["U-12"]),
    yes(dialect.letterCase === truth["U-13.case"]),
    yes(found.discovery.complete),
  ];
  return `| ${cells.join(" | ")} |`;
};

const head = [
  "| target | requests | operators | undecided | wrong | conjunct | value property | letter case | complete |",
  "|---|---|---|---|---|---|---|---|---|",
];

const main = async (): Promise<void> => {
  const drawn = Array.from({ length: Number(values.random) }, (_, index) =>
    randomCombination(Number(values.from) + index),
  );
  const all = (drawn.length > 0 ? drawn : combinations).filter(({ name }) => name.includes(values.only));
  const rows: string[] = [];
  process.stdout.write(`${head.join("\n")}\n`);
  for (const combination of all) {
    const row = rowOf(combination, await discoverSandbox({ assumptions: combination.assumptions }));
    rows.push(row);
    process.stdout.write(`${row}\n`);
  }
  if (values.only !== "") return;
  writeMeasured("discovery", "Discovery on combinations of query interfaces", [...head, ...rows].join("\n"));
};

await main();
