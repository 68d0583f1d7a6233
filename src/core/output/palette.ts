import { safe, type SafeText } from "./safe-text.ts";

/** Escapes a text and colours it. */
export type Style = (text: string | SafeText) => SafeText;

/** The caller decides whether to colour, from flags, environment and stream. */
export const createPalette = (color: boolean) => {
  const style =
    (on: number, off: number): Style =>
    (text) =>
      color && String(text) !== "" ? safe`\u001b[${on}m${text}\u001b[${off}m` : safe`${text}`;
  return {
    good: style(32, 39),
    bad: style(31, 39),
    warn: style(33, 39),
    dim: style(2, 22),
    strong: style(1, 22),
  };
};

/** The console's few colours; without colours, texts are still escaped. */
export type Palette = ReturnType<typeof createPalette>;
