import { type Command, Option } from "commander";
import { addCommand, type Dispatch } from "../command.ts";

export const addDiff = (program: Command, dispatch: Dispatch): void => {
  addCommand(program, dispatch, "diff", async () => (await import("../commands/diff.ts")).diff)
    .argument("<old>", "the older document, or a folder of documents")
    .argument("<new>", "the newer one")
    .summary("tell what changed in a document, and whom it breaks")
    .description(
      "Compares two versions of an OpenAPI document, or two folders of them, and tells of each change whether it " +
        "breaks consumers, providers or nobody. Exit code 1 when one breaks the audience.",
    )
    .addOption(
      new Option("--for <audience>", "whose breaking changes fail")
        .choices(["consumers", "providers", "both"])
        .default("consumers"),
    );
};
