import type { InterfaceName } from "../../core/model/interface-name.ts";
import { option, type OptionsOf, pickOptions } from "../../core/output/options.ts";
import { kinds, seed, typed } from "../../core/output/values.ts";
import { appOptions } from "../../inputs/app-options.ts";
import { configuration, documentOptions, trafficOptions } from "../../inputs/common-options.ts";

export const verifyOptions = {
  ...appOptions,
  ...trafficOptions,
  ...pickOptions(documentOptions, "headers"),
  /** Pact files. */
  files: option.target(kinds.texts),
  /**
   * Address of a broker whose pacts are also verified. Its credential is `PACT_BROKER_TOKEN`, or `PACT_BROKER_USERNAME`
   * and `PACT_BROKER_PASSWORD`, in `env`.
   */
  broker: option.target(kinds.text, { help: "fetch the providers' pacts from this broker", value: "url" }),
  /** The interface of each provider, by its name in pacts. */
  providers: option.optional(typed<Readonly<Record<string, InterfaceName>>>(kinds.object)),
  /** The configuration of a target, which gets only interactions that read; default: the embedded sandbox. */
  config: option.target(configuration),
  /** Seed of the sandbox; default: 1. */
  seed: option.usual(1, seed, { help: "seed of the sandbox" }),
  /** The version of the provider for which to publish the results to the broker; default: no publication. */
  publish: option.optional(kinds.text, {
    help: "publish the results to the broker for this version of the provider",
    value: "version",
  }),
  /** Branch of that version. */
  branch: option.optional(kinds.text, { help: "branch of that version", value: "name" }),
  /** The folder in which runs against live targets keep their shared budget; default: nothing is shared. */
  stateFolder: option.optional(kinds.text),
};

/** Which pacts to verify, and against what. */
export interface VerifyOptions extends OptionsOf<typeof verifyOptions> {}
