import { describe, expect, test } from "vitest";
import type { BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import type { FinalOutcome } from "../../../src/core/model/transport.ts";
import { breaking } from "../../../src/core/transports/breaker.ts";
import { failure, recording, response, wireRequest } from "./kit.ts";

/** Asks so often of a target that answers with each of the given in turn, then with 200. */
const ask = async (answers: readonly FinalOutcome[], times: number, name: BuiltinInterface = "crm") => {
  const target = recording((before) => answers[before] ?? response(200));
  const send = breaking(target.transport);
  const got: FinalOutcome[] = [];
  for (let count = 0; count < times; count += 1) got.push(await send(wireRequest({ interface: name })));
  return { got, sent: target.sent.length, send, target };
};

test("an interface that cannot be reached is asked once", async () => {
  const { got, sent } = await ask([failure("unreachable")], 3);
  expect(sent).toBe(1);
  expect(got.map((answer) => answer.kind === "failure" && answer.message)).toEqual(
    Array.from({ length: 3 }, () => "no answer (unreachable)"),
  );
});

test("each request gets an outcome of its own", async () => {
  const { got } = await ask([failure("unreachable")], 3);
  expect(new Set(got).size).toBe(3);
});

test("the other interfaces are asked as before", async () => {
  const { send, target } = await ask([failure("unreachable")], 1);
  expect((await send(wireRequest({ interface: "volunteer" }))).kind).toBe("response");
  expect(target.sent).toHaveLength(2);
});

describe("an interface that never answers", () => {
  test.each(["timeout", "reset", "malformed-response"] as const)(
    "is given up after three times %s",
    async (reason) => {
      const { got, sent } = await ask(
        Array.from({ length: 5 }, () => failure(reason)),
        5,
      );
      expect(sent).toBe(3);
      expect(got[4]).toMatchObject({
        kind: "failure",
        reason: "unreachable",
        message: `no answer (${reason})`,
      });
    },
  );

  test("is not given up once it has answered", async () => {
    const { sent } = await ask([response(500), ...Array.from({ length: 6 }, () => failure("timeout"))], 8);
    expect(sent).toBe(8);
  });

  test("is not blamed for what the run itself stopped", async () => {
    const controller = new AbortController();
    const target = recording(() => failure("reset"));
    const send = breaking(target.transport);
    controller.abort();
    for (let count = 0; count < 5; count += 1) await send(wireRequest(), controller.signal);
    expect(target.sent).toHaveLength(5);
  });

  test("a spent budget is not its fault", async () => {
    const spent: FinalOutcome = { kind: "failure", reason: "not-sent", message: "spent", stop: "budget" };
    const { got, sent } = await ask([spent, spent, spent, spent], 5);
    expect([sent, got[4]?.kind]).toEqual([5, "response"]);
  });
});
