/** How a configuration is read. */
export interface ConfigReading {
  /** What becomes of the work without it; shown where the file is missing. */
  readonly without?: string;
  /** Replaces an environment variable that is not set; without it, that is an error. */
  readonly standIn?: string;
  /** Whether the file was found where such files usually are: nobody named it. */
  readonly isFound?: boolean;
  /** Whether the dialect that it names need not be there yet. */
  readonly isPlain?: boolean;
}

/** Replaces a variable that is not set, where no credential is used; there is nothing at this address. */
export const unset = "https://unset.invalid";

/** For functions that ask the embedded sandbox where they are given no configuration. */
export const orSandbox: ConfigReading = { without: "without `config` the embedded sandbox is tested" };
