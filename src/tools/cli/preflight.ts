import { isInterfaceName, type InterfaceName } from "../../contract/interface-name.ts";
import { interfaces } from "../../contract/interfaces.ts";
import type { Target } from "../../harness/runner/target.ts";
import { isRefused } from "../onboarding/preflight.ts";
import { executePlan } from "./execute-plan.ts";

/**
 * The target without the interfaces that refuse their main credential, each with the reason: what they answer says
 * nothing of the provider.
 */
export const withoutRefused = async (target: Target, signal: AbortSignal): Promise<Target> => {
  const names = target.interfaces.filter(isInterfaceName);
  const refused = new Set<InterfaceName>();
  const options = {
    interfaces: names,
    has: (path: string) => target.has(path),
    setting: (path: string) => target.setting(path),
  };
  for (const name of names)
    await executePlan(
      target,
      function* () {
        if (yield* isRefused(name, options)) refused.add(name);
      },
      signal,
    );
  if (refused.size === 0) return target;
  const reasonOf = (name: InterfaceName): string => {
    const { mainCredential } = interfaces[name];
    return `${mainCredential} was refused (401). Check ${target.secretName(mainCredential).slice(1)}.`;
  };
  const isAsked = (path: string): boolean => ![...refused].some((name) => path.startsWith(`${name}.`));
  return {
    ...target,
    unusable: Object.fromEntries([...refused].map((name) => [name, reasonOf(name)])),
    has: (path) => isAsked(path) && target.has(path),
  };
};
