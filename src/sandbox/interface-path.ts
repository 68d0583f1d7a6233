import { interfaceNames } from "../builtin/interface-name.ts";
import { climbs, pathOfTarget } from "../core/model/climbs.ts";

/** The path of an interface, which requires its own credential. */
const interfacePath = new RegExp(`^/+(?:${interfaceNames.join("|")})(?:[/?]|$)`);

/** Whether a request's target is below an interface even after resolving dot segments. */
export const isInterfacePath = (url: string): boolean =>
  interfacePath.test(url) && !climbs(pathOfTarget(url));
