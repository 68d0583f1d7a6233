import type { CliIo, Output } from "./io.ts";

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "";

/** Whether to colour: the flag first, then FORCE_COLOR, NO_COLOR and what the stream is. */
export const usesColor = (flag: boolean, env: CliIo["env"], stream: Output): boolean => {
  if (!flag) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (isSet(env["NO_COLOR"]) || env["TERM"] === "dumb") return false;
  return stream.isTerminal;
};

/** Whether a line may be drawn over again: on a terminal that a person looks at. */
export const isInteractive = (env: CliIo["env"], stream: Output): boolean =>
  stream.isTerminal && env["TERM"] !== "dumb" && !isSet(env["CI"]);
