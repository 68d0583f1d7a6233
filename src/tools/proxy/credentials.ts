import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { InterfaceDescription } from "../../harness/model/contract.ts";
import type { InterfaceName } from "../../harness/model/interface-name.ts";
import { interfaces } from "../../contract/interfaces.ts";
import { isMethod } from "../../harness/recordings/to-exchange.ts";
import type { Addressed } from "./proxy-handler.ts";
import type { FindDocumented } from "./read-only.ts";

type Authorize = (request: IncomingMessage, addressed: Addressed) => string | undefined;

/**
 * The `Authorization` header for requests without one: the interface's main credential, or a signature if the OpenAPI
 * documents require it.
 * @param secret returns the value of a credential at a dotted path
 * @param now returns milliseconds since the epoch
 */
export const createAuthorize = (
  secret: (path: string) => string | undefined,
  find: FindDocumented,
  now: () => number,
): Authorize => {
  const described: Readonly<Record<InterfaceName, InterfaceDescription>> = interfaces;
  const signed = (method: string, url: string, of: InterfaceName): string | undefined => {
    const signing = described[of]?.signing;
    const [appKey, key] = ["appKey", "secret"].map((name) => secret(`${signing?.credential}.${name}`));
    if (signing === undefined || appKey === undefined || key === undefined || !isMethod(method))
      return undefined;
    const timestamp = Math.floor(now() / 1000);
    return signing.sign({ appKey, secret: key, method, url, nonce: randomUUID(), timestamp });
  };

  return ({ method = "", headers }, { target, path }) => {
    // TRACE makes a target echo the request.
    if (headers.authorization !== undefined || method === "TRACE") return undefined;
    const of = target.interface;
    const security = find(of, method, path)?.security ?? "bearer";
    if (security === "none") return undefined;
    if (security === "hmac") return signed(method, `${target.baseUrl}${path}`, of);
    const main = secret(described[of]?.mainCredential ?? "");
    return main === undefined ? undefined : `Bearer ${main}`;
  };
};
