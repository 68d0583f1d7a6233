import { describe, expect, test } from "vitest";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { activeCheck, fakeTarget, ofType, passiveCheck, runToEnd, wrong } from "./kit.ts";

const check = activeCheck({ id: "a" });

const concluding = (conclude: (seen: readonly Exchange[]) => Iterable<ReturnType<typeof wrong>>) =>
  passiveCheck({
    id: "concluding",
    applies: () => true,
    sample: () => {
      const seen: Exchange[] = [];
      return { see: (exchange) => void seen.push(exchange), conclude: () => conclude(seen) };
    },
  });

describe("a passive check that concludes", () => {
  test("fails its fact by what all exchanges together show", async () => {
    const all = concluding(function* (seen) {
      const [first] = seen;
      if (first !== undefined) yield wrong(first);
    });
    const { events, footer } = await runToEnd([check, all], { target: fakeTarget({}) });
    expect(ofType(events, "finding").map(({ finding }) => finding.check)).toEqual(["concluding"]);
    const verdict = ofType(events, "verdict").find((one) => one.check === "concluding");
    expect(verdict?.verdict).toMatchObject({ kind: "failed", violations: 1 });
    expect(footer.report.facts.map(({ status }) => status)).toContain("failed");
  });

  test("passes its fact by yielding nothing", async () => {
    const { events } = await runToEnd([check, concluding(() => [])], { target: fakeTarget({}) });
    const verdict = ofType(events, "verdict").find((one) => one.check === "concluding");
    expect(verdict?.verdict.kind).toBe("passed");
  });

  test("is reported as crashed where it throws, without a value of an answer", async () => {
    const crashing = concluding(() => {
      throw new TypeError("jane@example.org");
    });
    const { events } = await runToEnd([check, crashing], { target: fakeTarget({}) });
    const verdict = ofType(events, "verdict").find((one) => one.check === "concluding");
    expect(verdict?.verdict).toEqual({ kind: "crashed", message: "TypeError" });
  });
});
