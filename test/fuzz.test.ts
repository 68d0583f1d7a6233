import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../src/serving/random.ts";
import { openControl } from "../scripts/fuzz/control.ts";
import { openFleet } from "../scripts/fuzz/fleet.ts";
import { openLibrary } from "../scripts/fuzz/library.ts";
import { openMcp } from "../scripts/fuzz/mcp.ts";
import { tries } from "./nightly.ts";

describe("whatever strangers give it, nothing throws but wrong use, and nothing says that it is a bug", () => {
  test.each([
    { name: "the library", open: openLibrary, usual: 25 },
    { name: "MCP", open: openMcp, usual: 15 },
    { name: "the control interface", open: openControl, usual: 60 },
    { name: "a fleet whose rows are changed", open: openFleet, usual: 6 },
  ])("$name", { timeout: 1_200_000 }, async ({ open, usual }) => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on("unhandledRejection", note);
    const surface = await open();
    try {
      await fc.assert(
        fc.asyncProperty(fc.integer(), async (seed) => {
          const attempt = surface.attempt(createRandom(seed, "call"));
          await attempt.run().catch((error: unknown) => {
            throw new Error(attempt.what, { cause: error });
          });
        }),
        // What went before may matter, so no smaller seed is tried.
        { ...tries(usual, 20 * usual), endOnFailure: true },
      );
    } finally {
      await surface.close();
      process.off("unhandledRejection", note);
    }
    expect(unhandled).toEqual([]);
  });
});
