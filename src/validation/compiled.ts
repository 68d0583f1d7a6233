import { createRequire } from "node:module";
import { formats } from "../formats/formats.ts";
import type { Compiled } from "../generated/validators/compiled.ts";
import { type InterfaceName, interfaceNames } from "../model/interface-name.ts";

interface CompiledModule {
  readonly withFormats: (known: typeof formats) => Compiled;
}

const loaded = new Map<InterfaceName, Compiled>();

const importCompiled: Readonly<Record<InterfaceName, () => Promise<CompiledModule>>> = {
  crm: () => import("../generated/validators/crm.js"),
  donation: () => import("../generated/validators/donation.js"),
  volunteer: () => import("../generated/validators/volunteer.js"),
};

const keep = (name: InterfaceName, { withFormats }: CompiledModule): Compiled => {
  const known = loaded.get(name) ?? withFormats(formats);
  loaded.set(name, known);
  return known;
};

/** Loads the validators of the named interfaces ahead of their first use; without names, of all three. */
export const loadValidators = async (names: readonly InterfaceName[] = interfaceNames): Promise<void> => {
  await Promise.all(names.map(async (name) => keep(name, await importCompiled[name]())));
};

const requireHere = createRequire(import.meta.url);

/** The validators of an interface, loaded at their first use so that starting up does not pay for them. */
export const compiledFor = (name: InterfaceName): Compiled => {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const required: CompiledModule = requireHere(`../generated/validators/${name}.js`);
  return keep(name, required);
};
