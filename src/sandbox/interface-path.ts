import { interfaceNames } from "../contract/interface-name.ts";
import { climbs, pathOfTarget } from "../harness/model/climbs.ts";

/** A path of an interface, which asks for a credential itself. */
const interfacePath = new RegExp(`^/+(?:${interfaceNames.join("|")})(?:[/?]|$)`);

/** Whether the target of a request is below an interface and stays there. */
export const isInterfacePath = (url: string): boolean =>
  interfacePath.test(url) && !climbs(pathOfTarget(url));
