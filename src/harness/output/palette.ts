import { safe, type SafeText } from "./safe-text.ts";

/** Escapes what it is given and colours it. */
export type Style = (text: string | SafeText) => SafeText;

/** Whether to colour is decided by the caller, from flags, environment and stream. */
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

/** The few colours of the console; without colours their texts are escaped all the same. */
export type Palette = ReturnType<typeof createPalette>;
