import type { Unknown } from "../../model/fact.ts";
import type { CliIo } from "../io.ts";
import type { CommonOptions } from "../command.ts";
import { choiceLine, choicesOn } from "../sandbox-choices.ts";
import { suite } from "../suite.ts";

const lines = ({ id, question }: Unknown): string => {
  const choices = choicesOn(id).map((choice) => `      --set ${choiceLine(choice)}\n`);
  return `${id}  ${question}\n${choices.join("")}`;
};

/**
 * `tripact unknowns`: every open question with what the sandbox may be set to answer, or all of it as JSON.
 * `--quiet` leaves the questions alone.
 */
export const listUnknowns = async (options: CommonOptions, io: CliIo): Promise<number> => {
  const { unknowns } = suite;
  const json = unknowns.map((unknown) => ({ ...unknown, sandbox: choicesOn(unknown.id) }));
  const text = unknowns
    .map(options.quiet === true ? ({ id, question }) => `${id}  ${question}\n` : lines)
    .join("");
  io.stdout.write(options.json === true ? `${JSON.stringify(json, null, 2)}\n` : text);
  return 0;
};
