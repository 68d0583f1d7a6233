import { type ConfigReading, unset } from "../../inputs/config-reading.ts";
import { configFile, documentReading, textOption } from "./options.ts";

/** As the library reads a configuration of which only the contract is wanted. */
const reading: ConfigReading = { ...documentReading, standIn: unset, isPlain: true };

/** Options that name a contract: a configuration, or a document. */
export const contractOptions = () =>
  ({
    config: configFile({ noneWith: ["openapi"], reading }),
    openapi: textOption("those of this OpenAPI document; reads no configuration", "file or address"),
    name: textOption("with --openapi: name of the interface (default: from the title)", "name"),
    resources: textOption("with --openapi: what the records are, as `resources` in a configuration", "file"),
  }) as const;
