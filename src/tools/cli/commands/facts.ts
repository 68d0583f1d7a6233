import type { Fact } from "../../../harness/model/fact.ts";
import { hang } from "../../../harness/output/wrap.ts";
import { safe, safeJson } from "../../../harness/output/safe-text.ts";
import { type CliIo, lineWidth } from "../io.ts";
import type { CommonOptions } from "../definition.ts";
import { listFacts as factList } from "../../../app/explain.ts";
import { checksOf, suite } from "../../../app/suite.ts";

const widthOf = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));

const holders = (fact: Fact): string => {
  const { length } = checksOf(fact.id, suite);
  if (fact.see === "static") return "test";
  return length === 1 ? "1 check" : `${length} checks`;
};

/** `tripact facts`: one line per fact, or all of the registry as JSON. */
export const listFacts = async (options: CommonOptions, io: CliIo): Promise<number> => {
  const { facts } = suite;
  const ids = widthOf(facts.map(({ id }) => id));
  const sights = widthOf(facts.map(({ see }) => see));
  const held = widthOf(facts.map(holders));
  const lines = facts.map((fact) =>
    hang(
      safe`${fact.id.padEnd(ids)}  ${fact.see.padEnd(sights)}  ${holders(fact).padEnd(held)}  `,
      fact.statement,
      lineWidth(io.stdout),
    ),
  );
  io.stdout.write(options.json === true ? safeJson(factList(), 2) : safe`${lines}`);
  return 0;
};
