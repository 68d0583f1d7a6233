import type { RunEvent } from "../model/run-event.ts";
import type { Palette } from "../output/palette.ts";
import { plural } from "../output/plural.ts";
import { safe, type SafeText } from "../output/safe-text.ts";

export interface ProgressOptions {
  /** Whether a line may be drawn over again; never in CI. */
  readonly tty: boolean;
  /** Width of the terminal in characters. */
  readonly columns: number;
  /** Nothing but what is wrong. */
  readonly quiet: boolean;
}

const eraseLine = safe`\r\u001b[2K`;

const clip = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text;

/**
 * The line of progress on a terminal, drawn over again with every event that moves it and erased by the footer.
 * Returns the text to write for each event, often none.
 */
export const createProgress = (
  options: ProgressOptions,
  palette: Palette,
): ((event: RunEvent) => SafeText) => {
  if (!options.tty || options.quiet) return () => safe``;
  const judged = new Set<string>();
  let total = 0;
  let requests = 0;
  let failed = 0;
  let current = "";

  const line = (): SafeText => {
    const counts = [
      `${judged.size}/${total} checks`,
      plural(requests, "request"),
      ...(failed === 0 ? [] : [`${failed} failed`]),
    ].join("  ");
    return safe`${eraseLine}${palette.dim(clip(`${counts}  ${current}`, options.columns - 1))}`;
  };

  return (event) => {
    switch (event.type) {
      case "run-started":
        total = event.checks.length;
        return line();
      case "check-started":
        current = event.check;
        return line();
      case "exchange":
        requests += 1;
        return line();
      case "verdict":
        judged.add(event.check);
        if (event.verdict.kind === "failed" || event.verdict.kind === "crashed") failed += 1;
        return line();
      case "run-ended":
        return eraseLine;
      default:
        return safe``;
    }
  };
};
