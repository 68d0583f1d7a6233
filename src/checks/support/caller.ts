import { interfaces } from "../../contract/interfaces.ts";
import type { Exchange } from "../../harness/model/exchange.ts";

/** Who made a call, by its credential. */
export type Caller =
  | {
      readonly kind: "credential";
      readonly of: string;
      /** Its name under `credentials`: `apiKey`. */
      readonly key: string;
    }
  /** A token that the run was issued. */
  | { readonly kind: "issued"; readonly of: string }
  /** No credential, one in another form, or one at another location. */
  | { readonly kind: "stranger" };

/** Unknown for a recorded request. */
export const callerOf = ({ call }: Exchange): Caller | undefined => {
  const authorization = call?.authorization;
  if (call?.sandbox !== undefined || authorization === undefined) return undefined;
  if (authorization.kind === "hmac") return { kind: "credential", of: "crm", key: "hmac" };
  if (authorization.kind !== "secret") return { kind: "stranger" };
  const { secret, prefix = "Bearer ", suffix } = authorization;
  if (suffix !== undefined || secret.disguise !== undefined || prefix.toLowerCase() !== "bearer ")
    return { kind: "stranger" };
  if (secret.kind === "learnt") return { kind: "issued", of: secret.name.split(" ")[0] ?? "" };
  const [of = "", , key = ""] = secret.name.split(".");
  return { kind: "credential", of, key };
};

const mainCredentials: ReadonlySet<string> = new Set(
  Object.values(interfaces).map(({ mainCredential }) => mainCredential),
);

/** Whether a caller presents the main credential of an interface. */
export const isMain = (caller: Caller, of: string): boolean =>
  caller.kind === "credential" &&
  caller.of === of &&
  mainCredentials.has(`${caller.of}.credentials.${caller.key}`);

/** Whether a caller presents one of some credentials. */
export const presents = (caller: Caller, ...keys: readonly string[]): boolean =>
  caller.kind === "credential" && keys.includes(caller.key);
