import { expect, test } from "vitest";
import { createPalette } from "../../../src/harness/output/palette.ts";
import { againText } from "../../../src/tools/cli/again-text.ts";

test("what was not judged is followed by a colon and the reason", () => {
  const answered = { state: "not judged", reason: "the budget is spent", footer: undefined } as const;
  expect(`${againText(answered, ["0 requests"], createPalette(false), 80)}`).toBe(
    "! not judged: the budget is spent · 0 requests\n",
  );
});
