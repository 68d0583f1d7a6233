import { styleText } from "node:util";

type Style = (text: string) => string;

/** The few colours of the console; all of them return their text unchanged when colours are off. */
export interface Palette {
  readonly good: Style;
  readonly bad: Style;
  readonly warn: Style;
  readonly dim: Style;
  readonly strong: Style;
}

export const createPalette = (color: boolean): Palette => {
  const style =
    (format: "green" | "red" | "yellow" | "dim" | "bold"): Style =>
    (text) =>
      // Whether to colour was decided by the caller, from flags, environment and stream.
      color ? styleText(format, text, { validateStream: false }) : text;
  return {
    good: style("green"),
    bad: style("red"),
    warn: style("yellow"),
    dim: style("dim"),
    strong: style("bold"),
  };
};
