import { expect, test } from "vitest";
import { isOutage } from "../../../../src/monitoring/fleet/database/outage.ts";

const coded = (code: string): Error => Object.assign(new Error("any"), { code });

test.each([
  ["a refused connection", coded("ECONNREFUSED"), true],
  ["a server that shuts down", coded("57P01"), true],
  ["a connection that broke", new Error("Connection terminated unexpectedly"), true],
  ["a connection that took too long", new Error("Connection terminated due to connection timeout"), true],
  [
    "a broken connection used again",
    new Error("Client has encountered a connection error and is not queryable"),
    true,
  ],
  ["a connection that the pool has closed", new Error("Client was closed and is not queryable"), true],
  ["no free connection in time", new Error("timeout exceeded when trying to connect"), true],
  ["a missing table", coded("42P01"), false],
  ["a bug", new TypeError("undefined is not a function"), false],
  ["no error", "Connection terminated", false],
])("may pass by itself, or not: %s", (_, error, passes) => {
  expect(isOutage(error)).toBe(passes);
});
