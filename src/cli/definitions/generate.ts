import type { Command } from "commander";
import { addCommand, type Dispatch } from "../command.ts";

export const addGenerate = (program: Command, dispatch: Dispatch): void => {
  addCommand(program, dispatch, "generate", async () => (await import("../commands/generate.ts")).generate)
    .summary("make types, schemas and tables from the documents")
    .description("Makes everything under src/generated from the documents in specs.")
    .option("--check", "write nothing; fail when a generated file is not up to date")
    .option("--out <dir>", "write to another folder");
};
