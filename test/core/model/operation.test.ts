import { expect, test } from "vitest";
import { type Operation, responseFor } from "../../../src/core/model/operation.ts";

const operation = (...statuses: readonly string[]): Operation => ({
  id: "readThing",
  interface: "crm",
  method: "GET",
  path: "/api/Thing",
  summary: "",
  effect: "read",
  security: "bearer",
  parameters: [],
  responses: Object.fromEntries(statuses.map((status) => [status, { mediaTypes: [], validator: status }])),
  facts: [],
  unknowns: [],
});

test.each([
  [200, "200"],
  [204, "2XX"],
  [404, "default"],
  [500, "default"],
])("%i falls under %s", (status, key) => {
  expect(responseFor(operation("200", "2XX", "default"), status)?.validator).toBe(key);
});

test("a status without a row has no documented response", () => {
  expect(responseFor(operation("200", "4XX"), 500)).toBeUndefined();
  expect(responseFor(operation(), 200)).toBeUndefined();
});
