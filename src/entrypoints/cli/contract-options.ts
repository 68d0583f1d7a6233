import { contractChoiceOptions } from "../../inputs/common-options.ts";
import { configFile, documentReading, pickDeclared } from "./options.ts";
import { type ConfigReading, unset } from "../../inputs/config-reading.ts";

/** As the library reads a configuration of which only the contract is wanted. */
const reading: ConfigReading = { ...documentReading, standIn: unset, isPlain: true };

/** Options that name a contract: a configuration, or a document. */
export const contractOptions = () =>
  ({
    config: configFile({ noneWith: ["openapi"], reading }),
    ...pickDeclared(contractChoiceOptions, "openapi", "name", "resources"),
  }) as const;
