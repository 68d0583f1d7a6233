import { mapOfKind, textOrNumber } from "../kinds.ts";
import { option } from "../../../core/output/options.ts";
import { kinds, wholeNumber } from "../../../core/output/values.ts";
import { choiceOptions, documentOptions, faults, runSeed } from "../../../inputs/common-options.ts";
import { type ConfigReading, orSandbox, unset } from "../../../inputs/config-reading.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { contractFor } from "../../../inputs/document-contract.ts";
import { contractOf } from "../../../inputs/named-target.ts";
import type { Suite } from "../../../inputs/suite.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { assertFiles, type ToolCall } from "../tool.ts";

/** Annotations of tools that ask a target, that only read it, and that ask none. */
export const asks = { readOnlyHint: false, openWorldHint: true } as const;
export const asksReading = { readOnlyHint: true, openWorldHint: true } as const;
export const looksUp = { readOnlyHint: true, openWorldHint: false } as const;

/** A path, or what a sandbox of this server is configured with. */
const config = option.optional(kinds.text, {
  help: "path of a configuration, or the URI of a sandbox that manage_sandbox has started; default: tripact.config.yaml of the working directory if there is one, else the embedded sandbox",
});

/** Options whose help names what an agent has. */
const { openapi, url, name, auth } = documentOptions;

/** A target by its document, in place of a configuration. */
const document = {
  openapi: {
    ...openapi,
    help: "OpenAPI document of the target, a file or an address, in place of a configuration; any HTTP API will do",
  },
  url,
  name,
  auth: { ...auth, help: "with openapi: credentials, SCHEME=${NAME} with a variable of the environment" },
};

const seed = { ...runSeed, help: "same seed, same calls; default 1" };

const faultsToPlant = {
  ...faults,
  help: "ids of faults to plant in the embedded sandbox; list_facts lists them",
};

const assumptions = option.optional(mapOfKind(textOrNumber), {
  help: 'answers of the sandbox to open questions, as in {"U-14": "and-is-1"}',
});

/** Larger sandboxes take too long to fill for a call. */
const scale = option.optional(wholeNumber(1, 10_000), { help: "donors of the embedded sandbox" });

/** Inputs that several tools have. */
export const inputs = {
  config,
  document,
  choice: choiceOptions,
  seed,
  faults: faultsToPlant,
  assumptions,
  scale,
};

/** The part of a call that functions of the library take. */
export const withoutState = ({ env, cwd, signal, clock }: ToolCall): Environment => ({
  env,
  cwd,
  signal,
  clock,
});

export const withState = (call: ToolCall) => ({ ...withoutState(call), stateFolder: call.stateFolder });

/** A document is a file within reach, or an address. */
const assertDocument = async (openapi: string | undefined, call: ToolCall): Promise<void> => {
  if (openapi !== undefined && !/^https?:\/\//i.test(openapi)) await assertFiles("openapi", [openapi], call);
};

/** With a document no configuration is read. Others may name documents. */
export const targetOf = async (
  { config: named, openapi }: { readonly config?: string; readonly openapi?: string },
  call: ToolCall,
  reading: ConfigReading,
) => {
  await assertDocument(openapi, call);
  if (openapi === undefined) return call.configOf(named, reading);
  if (named !== undefined)
    throw new UsageError("a configuration names its documents itself", {
      option: "openapi",
      hint: "omit `config`, or add interfaces.NAME.openapi to it",
    });
  return undefined;
};

/** What the interfaces at hand promise: of a document, of a configuration, or the built-in ones. */
export const contractAt = async (
  {
    config: named,
    openapi,
    name,
  }: { readonly config?: string; readonly openapi?: string; readonly name?: string },
  call: ToolCall,
): Promise<Suite> => {
  const config = await targetOf(
    { ...(named === undefined ? {} : { config: named }), ...(openapi === undefined ? {} : { openapi }) },
    call,
    { ...mayWrite, standIn: unset, isPlain: true },
  );
  return contractOf(
    {
      ...(config === undefined ? {} : { config }),
      ...(openapi === undefined ? {} : { openapi }),
      ...(name === undefined ? {} : { name }),
    },
    withoutState(call),
  );
};

/** Configurations that may name documents, of targets that are written to, or only read. */
export const mayWrite: ConfigReading = { ...orSandbox, contractOf: contractFor({ canWrite: true }) };
export const onlyReads: ConfigReading = { contractOf: contractFor({ canWrite: false }) };

/** Faults are planted in their own sandbox, whatever the working directory configures. */
export const targetOrSandbox = async (
  named: { readonly config?: string; readonly openapi?: string },
  planted: readonly string[] | undefined,
  call: ToolCall,
) =>
  planted !== undefined && named.config === undefined && named.openapi === undefined
    ? undefined
    : targetOf(named, call, mayWrite);
