import type { Contract } from "../core/model/contract.ts";
import type { SourceDocument } from "../core/source/source-document.ts";
import type { Environment } from "../core/model/environment.ts";

/** How a configuration is read. */
export interface ConfigReading {
  /** Consequence of a missing file, shown with the error. */
  readonly without?: string;
  /** Value for an environment variable that is not set; without it, that is an error. */
  readonly standIn?: string;
  /** Whether the file was found by its usual name instead of being named. */
  readonly isFound?: boolean;
  /** Whether the dialect that it names may be missing. */
  readonly isPlain?: boolean;
  /** The contract that a configuration is for; by default the built-in one. */
  readonly contractOf?: (
    source: SourceDocument,
    environment: Environment,
    /** The configuration's path; undefined if it came from no file. */
    file: string | undefined,
  ) => Promise<Contract>;
}

/** Value for unset variables where no credential is used; nothing answers at this address. */
export const unset = "https://unset.invalid";

/** For functions that use the embedded sandbox if no configuration is given. */
export const orSandbox: ConfigReading = { without: "without `config` the embedded sandbox is tested" };
