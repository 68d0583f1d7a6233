import { beforeAll, describe, expect, test } from "vitest";
import { checks } from "../../src/checks/generated/checks.ts";
import type { Check, JudgeTools } from "../../src/core/model/check.ts";
import { isNightly } from "../nightly.ts";
import { allExamples } from "./kit/all-examples.ts";
import { type AnyExamples, judgeExamples } from "./kit/judge-example.ts";
import { allOtherwise, asksForMore, everywhereOtherwise, passesOtherwise } from "./kit/otherwise.ts";
import { loadTools } from "./support/recorded.ts";

const found = await allExamples();
const examplesOf = new Map(found.map(({ id, examples }) => [id, examples]));

const of = ({ id }: Check): AnyExamples => {
  const examples = examplesOf.get(id);
  if (examples === undefined) throw new Error(`${id} has no examples`);
  return examples;
};

let tools: JudgeTools;
beforeAll(async () => {
  tools = await loadTools();
});

describe("the examples of a check", () => {
  test("are there for every check, and for nothing else", () => {
    const ids = checks.map(({ id }) => id);
    expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test.each(checks)("pass and fail as they say: $id", (check) => {
    const { passes, otherwise, fails } = judgeExamples(check, of(check), tools);
    expect(otherwise, "conformant targets under `otherwise`").not.toEqual([]);
    for (const { assumes, isUnjudged, judged } of otherwise) {
      expect(judged.violations, assumes).toEqual([]);
      expect(judged.passed.length === 0, assumes).toBe(isUnjudged);
    }
    for (const { violations, passed } of passes) {
      expect(violations, "violations of a pass").toEqual([]);
      expect(passed, "facts that a pass shows").not.toEqual([]);
    }
    for (const { blames, pointer, says, severity = check.severity ?? "error", judged } of fails)
      expect(judged.violations, `violations of a fail of ${blames}`).toContainEqual(
        expect.objectContaining({
          fact: blames,
          pointer,
          severity,
          ...(says === undefined ? {} : { message: says }),
        }),
      );
    for (const fact of check.facts) {
      expect(
        passes.flatMap(({ passed }) => passed),
        "facts of the passes",
      ).toContain(fact);
      expect(
        fails.map(({ blames }) => blames),
        "facts of the fails",
      ).toContain(fact);
    }
  });

  // A usual run takes everything together; a nightly run names the assumption that an alarm rests on.
  test.each(isNightly ? everywhereOtherwise : [allOtherwise])(
    "raise no alarm where it does not hold that $assumes",
    (trait) => {
      const alarms: string[] = [];
      let judged = 0;
      for (const check of checks) {
        const examples = passesOtherwise(check, of(check), trait);
        try {
          for (const { violations } of judgeExamples(check, examples, tools).passes)
            alarms.push(...violations.map(({ message }) => `${check.id}: ${message}`));
          judged += 1;
        } catch (error) {
          if (!asksForMore(error)) throw error;
        }
      }
      expect(alarms).toEqual([]);
      expect(judged).toBeGreaterThan(checks.length - 20);
    },
  );
});
