import { hang } from "../../../core/output/wrap.ts";
import { plural } from "../../../core/output/plural.ts";
import { safe, safeJson } from "../../../core/output/safe-text.ts";
import { command, picked } from "../command.ts";
import { contractOptions } from "../contract-options.ts";
import { lineWidth } from "../io.ts";

const widthOf = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));

/** `tripact facts`: one line per fact, or the whole registry as JSON. */
export const factsCommand = command({
  name: "facts",
  summary: "list every fact that a target must satisfy",
  description:
    "Lists every fact, what is needed to judge it, and how many checks do so: those of the built-in interfaces, of the " +
    "configuration, or of an OpenAPI document.",
  options: contractOptions(),
  async run({ json, ...options }, io) {
    const { stdout } = io;
    const [{ listFacts }, { contractOf }] = await Promise.all([
      import("../../../app/explain.ts"),
      import("../../../inputs/named-target.ts"),
    ]);
    const suite = await contractOf(picked(options, "config", "openapi", "name", "resources"), io);
    const facts = listFacts(suite);
    if (json === true) {
      stdout.write(safeJson(facts, 2));
      return 0;
    }
    const holders = ({ see, checks }: (typeof facts)[number]): string =>
      see === "static" ? "test" : plural(checks.length, "check");
    const ids = widthOf(facts.map(({ id }) => id));
    const sights = widthOf(facts.map(({ see }) => see));
    const held = widthOf(facts.map(holders));
    for (const fact of facts) {
      const head = safe`${fact.id.padEnd(ids)}  ${fact.see.padEnd(sights)}  ${holders(fact).padEnd(held)}  `;
      stdout.write(hang(head, fact.statement, lineWidth(stdout)));
    }
    return 0;
  },
});
