import { option, type OptionsOf } from "../../core/output/options.ts";
import { kinds, typed } from "../../core/output/values.ts";
import { addressOptions } from "../../inputs/address-options.ts";
import { appOptions } from "../../inputs/app-options.ts";
import { documentOptions } from "../../inputs/common-options.ts";
import type { Questions } from "./questions.ts";

export const initOptions = {
  ...appOptions,
  ...documentOptions,
  /** The file to write or extend; `.env.example` is written beside it. */
  config: option.needed(kinds.text, {
    help: "file to write or extend (default: tripact.config.yaml)",
    value: "file",
  }),
  ...addressOptions(""),
  /** Extends an existing file, without asking. */
  extend: option.optional(kinds.truth, {
    help: "ask nothing: extend a file that is there, and refuse where an address differs from it",
    flag: "yes",
  }),
  /** Asks the user for missing values, and whether to extend an existing file; without it, both are errors. */
  ask: option.optional(typed<Questions>(kinds.object)),
  /** Called with each credential of `auth` and `headers` that the file names by a variable that is not set. */
  onCredential: option.optional(typed<(variable: string, value: string) => void>(kinds.function)),
  /** The folder in which runs against live targets keep their shared budget; default: nothing is shared. */
  stateFolder: option.optional(kinds.text),
};

/**
 * The file to write, and what is known about the target. Credentials come from `CRM_KEY`, `DONATION_TOKEN` and
 * `VOLUNTEER_TOKEN` in `env`.
 */
export interface InitOptions extends OptionsOf<typeof initOptions> {}
