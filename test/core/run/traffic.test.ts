import { describe, expect, test } from "vitest";
import type { ActiveCheck, Check, JudgeTools } from "../../../src/core/model/check.ts";
import { responseOf, type Exchange } from "../../../src/core/model/exchange.ts";
import { createTrafficWatch } from "../../../src/core/run/traffic.ts";
import { activeCheck, call, contractOf, fakeTarget, ofType, passiveCheck, runToEnd } from "./kit.ts";

const tools: JudgeTools = { validate: () => [], validateModel: () => [], instances: () => [] };

/** Asks for things by their ids. */
const asking = (id: string, ids: readonly number[], parts: Partial<ActiveCheck> = {}): ActiveCheck =>
  activeCheck({
    id,
    facts: ["F-1"],
    *plan() {
      yield ids.map((one) =>
        call(`thing ${one}`, { path: { id: one }, query: { [`p${one}`]: 1 }, fresh: true }),
      );
    },
    ...parts,
  });

const lookingAt = (label: string): ReturnType<typeof passiveCheck> =>
  passiveCheck({
    id: `sees ${label}`,
    facts: ["P-1"],
    interfaces: ["crm"],
    applies: (exchange: Exchange) => responseOf(exchange) !== undefined && exchange.call?.label === label,
  });

const cheapest = async (checks: readonly Check[], feeding: readonly string[]): Promise<readonly string[]> => {
  const passive = checks.filter((check) => check.effect === "passive");
  const watch = createTrafficWatch(passive, checks, tools);
  const { events } = await runToEnd(checks);
  for (const { check, exchange } of ofType(events, "exchange")) watch.see(check, exchange);
  return [...watch.cheapest(new Set(feeding))];
};

describe("the cheapest traffic", () => {
  test("are those that show most for a request, and none that shows nothing new", async () => {
    const checks = [asking("a-many", [1, 2, 3, 4]), asking("b-one", [5]), lookingAt("thing 5")];
    expect(await cheapest(checks, ["a-many", "b-one"])).toEqual(["b-one"]);
  });

  test("are not needed for what a chosen check shows", async () => {
    const checks = [asking("a-chosen", [1]), asking("b-other", [1]), lookingAt("thing 1")];
    expect(await cheapest(checks, ["b-other"])).toEqual([]);
  });

  test("write only where no read shows it", async () => {
    const write = asking("a-write", [1], { effect: "write" });
    expect(
      await cheapest([write, asking("b-read", [1]), lookingAt("thing 1")], ["a-write", "b-read"]),
    ).toEqual(["b-read"]);
  });

  test("are one for each way of asking, where nobody knows what a check would apply to", async () => {
    const checks = [asking("a", [1]), asking("b", [2]), lookingAt("nothing of it")];
    expect(await cheapest(checks, ["a", "b"])).toHaveLength(1);
  });
});

describe("a run of some traffic", () => {
  const checks = [asking("a-best", [1]), asking("b-spare", [2])];

  const asked = async (passive: Check): Promise<readonly string[]> => {
    const target = fakeTarget();
    const contract = contractOf([...checks, passive]);
    const chosen = [passive];
    const trafficFrom = new Set(["a-best"]);
    const { footer } = await runToEnd([], { contract, chosen, target, trafficFrom });
    expect(footer.complete).toBe(true);
    return target.sent.map(({ url }) => url.slice(-4));
  };

  test("asks the others only where a passive check has seen nothing", async () => {
    expect(await asked(lookingAt("thing 1"))).toEqual(["p1=1"]);
    expect(await asked(lookingAt("thing 2"))).toEqual(["p1=1", "p2=1"]);
  });
});
