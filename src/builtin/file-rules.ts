import { createRequire } from "node:module";
import type { FileRules } from "../core/model/file-rules.ts";

const requireHere = createRequire(import.meta.url);

/** Files of users that have a schema in `specs/`. Bundlers follow the literal paths. */
const generated = {
  config: {
    schema: () => requireHere("./generated/config/config.schema.json"),
    validator: () => requireHere("./generated/config/config-validator.js"),
  },
  fleet: {
    schema: () => requireHere("./generated/fleet/fleet.schema.json"),
    validator: () => requireHere("./generated/fleet/fleet-validator.js"),
  },
  "shape-file": {
    schema: () => requireHere("./generated/shape-file/shape-file.schema.json"),
    validator: () => requireHere("./generated/shape-file/shape-file-validator.js"),
  },
};

/** The rules of a kind of file. Loading the schema and validator takes a few milliseconds. */
export const loadFileRules = (kind: keyof typeof generated, problems: FileRules["problems"]): FileRules => ({
  // As src/generators/generate.ts writes them.
  schema: generated[kind].schema() as FileRules["schema"],
  validate: (generated[kind].validator() as Pick<FileRules, "validate">).validate,
  problems,
});
