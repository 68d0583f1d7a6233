/** Updates the output below every command of README.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withOutputs } from "./readme-outputs.ts";

const file = fileURLToPath(new URL("../README.md", import.meta.url));
writeFileSync(file, await withOutputs(readFileSync(file, "utf8")));
