import { interfaces } from "../../contract/interfaces.ts";
import type { Exchange } from "../../harness/model/exchange.ts";

/** Who asked: by a credential in its own form, or by none that is one. */
export type Caller =
  | {
      readonly kind: "credential";
      readonly of: string;
      /** What it is called under `credentials`: `apiKey`. */
      readonly key: string;
    }
  /** A token that the run was issued. */
  | { readonly kind: "issued"; readonly of: string }
  /** Nothing, a credential in another form, or in another place. */
  | { readonly kind: "stranger" };

/** Of a recorded request nobody knows who asked. */
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
