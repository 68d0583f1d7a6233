import { expect, test } from "vitest";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { createRequestExamples } from "../../../src/monitoring/drift/request-examples.ts";

const asked = (query: string): Exchange => ({
  interface: "donation",
  operation: "listDonors",
  request: {
    method: "GET",
    url: `https://d.example.org/api/Donor/list${query}`,
    headers: {},
    authorization: "$DONATION_TOKEN",
  },
  outcome: { kind: "response", status: 200, headers: {}, body: { kind: "empty" }, elapsedMs: 1 },
});

const details = asked("?Take=1&IncludeDetails=true");

const kept = (exchanges: readonly Exchange[]) => {
  const examples = createRequestExamples();
  for (const exchange of exchanges) examples.add(exchange, 200);
  return (variant: string, status?: number, now = "null") =>
    examples.of({ operation: "listDonors", variant, now, ...(status === undefined ? {} : { status }) });
};

test("a change in related records is shown by a request that asks for them", () => {
  const of = kept([asked("?Take=1"), asked("?Take=25&IncludeDetails=true"), details]);
  expect(of("details", 200)).toBe(details);
});

test("a change is shown by the simplest request of its variant, and by another where there is none", () => {
  const simplest = asked("?Take=1");
  expect(kept([asked("?Take=25"), simplest, details])("", 200)).toBe(simplest);
  expect(kept([details])("", 200)).toBe(details);
});

test("a change of statuses is shown by the answer that is new", () => {
  expect(kept([details])("", undefined, "200")).toBe(details);
  expect(kept([details])("", undefined, "404")).toBeUndefined();
});
