import { facts } from "../../builtin/generated/registry.ts";
import { type BuiltinInterface, interfaceNames } from "../../builtin/interface-name.ts";

/** The interfaces whose OpenAPI documents state a fact; it does not apply to others. */
export const interfacesStating = (fact: string): readonly [BuiltinInterface, ...BuiltinInterface[]] => {
  const stated = facts.find(({ id }) => id === fact)?.places ?? [];
  const [first, ...others] = interfaceNames.filter((name) =>
    stated.some((location) => location.startsWith(`${name}.yaml#`)),
  );
  if (first === undefined) throw new Error(`no interface states ${fact}`);
  return [first, ...others];
};
