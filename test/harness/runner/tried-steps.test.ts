import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../../src/harness/store/store.ts";
import { triedSteps } from "../../../src/harness/runner/tried-steps.ts";
import { temporaryFolder } from "../../tools/cli/temporary-folder.ts";

const target = { baseUrls: { crm: "https://crm.example.org" } };
const other = { baseUrls: { crm: "https://other.example.org" } };

test("the next run knows what the last one has tried against the same targets", () => {
  const path = join(temporaryFolder(), "store.sqlite");
  const first = openStore(path, "");
  const tried = triedSteps(first, target);
  tried.of("note-over-time").note("", "whole");
  tried.of("note-over-time").note("whole", "again");
  tried.of("note-over-time").note("whole", "again");
  first.close();
  const second = openStore(path, "");
  const known = triedSteps(second, target);
  expect(known.of("note-over-time").count("whole", "again")).toBe(2);
  expect(known.of("note-over-time").count("again", "whole")).toBe(0);
  expect(known.total("note-over-time")).toBe(3);
  expect(known.total("tokens-over-time")).toBe(0);
  expect(triedSteps(second, other).total("note-over-time")).toBe(0);
  expect(triedSteps(second, { ...target, organization: "north" }).total("note-over-time")).toBe(0);
  second.close();
});
