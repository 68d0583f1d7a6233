import { interfaceNames } from "../contract/interface-name.ts";

/** A path of an interface, which asks for a credential itself. */
const interfacePath = new RegExp(`^/+(?:${interfaceNames.join("|")})(?:[/?]|$)`);

/** A dot segment in any spelling leads out of its prefix. */
const dotSegment = /(?:[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:[/\\?#]|%2f|%5c|$)/i;

/** Whether the target of a request is below an interface and stays there. */
export const isInterfacePath = (url: string): boolean => interfacePath.test(url) && !dotSegment.test(url);
