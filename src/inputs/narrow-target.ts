import type { InterfaceName } from "../contract/interface-name.ts";
import type { Target } from "../harness/runner/target.ts";

/** The target as far as it may be asked: of an interface that was not named, nothing is there. */
export const narrowTarget = (target: Target, interfaces: readonly InterfaceName[]): Target => {
  const isNamed = (path: string): boolean =>
    interfaces.some((name) => path === name || path.startsWith(`${name}.`));
  return {
    ...target,
    interfaces: target.interfaces.filter(isNamed),
    baseUrls: Object.fromEntries(Object.entries(target.baseUrls).filter(([name]) => isNamed(name))),
    setting: (path) => (isNamed(path) ? target.setting(path) : undefined),
    has: (path) => isNamed(path) && target.has(path),
    secret: (path) => (isNamed(path) ? target.secret(path) : undefined),
  };
};
