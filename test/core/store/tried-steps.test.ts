import { expect, test } from "vitest";
import { databaseIn } from "../../../src/core/store/sqlite-database.ts";
import { openStore } from "../../../src/core/store/store.ts";
import { addTried, readTried, triedBy, triedPart } from "../../../src/core/store/tried-steps.ts";

test("the next run knows what the last ones have tried against the same targets", async () => {
  const store = openStore(":memory:");
  store.migrate(triedPart);
  const database = databaseIn(store, () => 0);
  const baseUrls = { crm: "https://crm.example.org" };
  const first = { check: "note-over-time", before: "", step: "whole", times: 1 };
  const again = { check: "note-over-time", before: "whole", step: "again", times: 2 };
  await addTried(database, triedBy(baseUrls), [first, again]);
  await addTried(database, triedBy(baseUrls), [again]);
  expect(await readTried(database, triedBy(baseUrls))).toEqual([first, { ...again, times: 4 }]);
  const others = [triedBy({ crm: "https://other.example.org" }), triedBy(baseUrls, "north")];
  for (const other of others) expect(await readTried(database, other)).toEqual([]);
  store.close();
});
