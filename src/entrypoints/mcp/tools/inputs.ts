import { z } from "zod";
import { interfaceNames } from "../../../builtin/interface-name.ts";
import { orSandbox } from "../../../inputs/config-reading.ts";
import type { Surroundings } from "../../../core/model/surroundings.ts";
import type { Call } from "../tool.ts";

/** Annotations of tools that ask a target, that only read it, and that ask none. */
export const asks = { readOnlyHint: false, openWorldHint: true } as const;
export const asksReading = { readOnlyHint: true, openWorldHint: true } as const;
export const looksUp = { readOnlyHint: true, openWorldHint: false } as const;

const text = (about: string) => z.string().max(4096).describe(about);
const texts = (about: string) =>
  z.array(z.string().max(4096)).min(1).max(200).describe(about).exactOptional();
const seed = z.int().min(0).max(0xffff_ffff).describe("same seed, same calls; default 1").exactOptional();
const config = text(
  "path of a configuration, or the URI of a sandbox that manage_sandbox has started; default: tripact.config.yaml of the working directory if there is one, else the embedded sandbox",
).exactOptional();
const faults = texts("ids of faults to plant in the embedded sandbox; list_facts lists them");
const assumptions = z
  .record(z.string().max(100), z.union([z.string().max(200), z.number()]))
  .describe('answers of the sandbox to open questions, as in {"U-14": "and-is-1"}')
  .exactOptional();

const choice = {
  interfaces: texts(`only these interfaces: ${interfaceNames.join(", ")}`),
  facts: texts("only the checks of these facts, for example DON-03"),
  checks: texts("only these checks, by id"),
};

/** Inputs that several tools have. */
export const inputs = { text, texts, seed, config, faults, assumptions, choice };

/** The part of a call that functions of the library take. */
export const withoutState = ({ env, cwd, signal, clock }: Call): Surroundings => ({
  env,
  cwd,
  signal,
  clock,
});

export const withState = (call: Call) => ({ ...withoutState(call), stateFolder: call.stateFolder });

/** Faults are planted in their own sandbox, whatever the working directory configures. */
export const targetOrSandbox = async (
  named: string | undefined,
  planted: readonly string[] | undefined,
  call: Call,
) => (planted !== undefined && named === undefined ? undefined : call.configOf(named, orSandbox));
