import { expect, test } from "vitest";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { answer, exchangeWith } from "./kit.ts";
import { servedBy } from "../../../src/core/run/served.ts";

const missing = (value: unknown): Exchange =>
  exchangeWith({ interface: "shop", operation: "getOrder", outcome: answer(404, value) });

test("the order of members is no difference between a missing operation and an address that nothing is at", () => {
  const [one, other] = [
    missing({ title: "Not Found", status: 404 }),
    missing({ status: 404, title: "Not Found" }),
  ];
  const evidence = { asked: [one], anonymous: one, mayMiss: true };
  expect(servedBy({ ...evidence, nowhere: other })).toBe("not served");
  expect(servedBy({ ...evidence, nowhere: missing({ message: "Not Found" }) })).toBe("served");
});
