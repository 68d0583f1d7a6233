import type { Palette } from "../../harness/output/palette.ts";
import { safe, type SafeText } from "../../harness/output/safe-text.ts";
import { hang } from "../../harness/output/wrap.ts";
import type { AnsweredAgain } from "../../harness/runner/ask-again.ts";

const marks = { "still there": "✗", gone: "✓", "not judged": "!" } as const;
const tints = { "still there": "bad", gone: "good", "not judged": "warn" } as const;

/** The last line of what was asked again: what became of it, why it was not judged, and what it took. */
export const againText = (
  { state, reason }: AnsweredAgain,
  parts: readonly string[],
  palette: Palette,
  width: number,
): SafeText => {
  const verdict = palette[tints[state]](`${marks[state]} ${state}`);
  return hang(
    safe``,
    safe`${verdict}${reason === undefined ? "" : safe`: ${reason}`} · ${parts.join(" · ")}`,
    width,
  );
};
