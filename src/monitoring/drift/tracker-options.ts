import { option, type OptionsOf } from "../../core/output/options.ts";
import { kinds } from "../../core/output/values.ts";

export const trackerOptions = {
  /** Keep one issue for each entry in this repository, as `owner/name`; the token is `GITHUB_TOKEN` of `env`. */
  issues: option.optional(kinds.text, {
    help: "keep one issue for each entry in this repository; the token is $GITHUB_TOKEN",
    value: "owner/name",
  }),
  /** Address of the issues API; default: `GITHUB_API_URL` of `env`, else that of github.com. */
  api: option.optional(kinds.text, {
    help: "address of the issues API (default: $GITHUB_API_URL)",
    value: "url",
  }),
};

/** Where issues are kept, in addition to the configuration. */
export interface TrackerChoice extends OptionsOf<typeof trackerOptions> {}
