import { send, type Plan } from "../../core/model/check.ts";
import { jsonOf, responseOf, type Authorization } from "../../core/model/exchange.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { learnt } from "../../core/model/secret.ts";
import { at } from "./json.ts";
import { sandboxCall } from "./sandbox-calls.ts";

export interface FreshCredential {
  readonly authorization: Authorization;
  /** Makes the sandbox count the given number of requests of the hour as made. */
  spend(used: number, label: string): Plan<unknown>;
}

/** A new credential of the sandbox, whose hour nobody else uses; undefined if none can be made. */
export function* freshCredential(interfaceName: BuiltinInterface): Plan<FreshCredential | undefined> {
  const made = yield* send(
    sandboxCall(interfaceName, "POST", "/control/credentials", `new ${interfaceName} credential`, {
      body: { interface: interfaceName },
    }),
  );
  const id = at(jsonOf(made), "/data/id");
  const token = at(jsonOf(made), "/data/token");
  if (typeof id !== "number" || typeof token !== "string") return undefined;
  return {
    authorization: { kind: "secret", secret: learnt(`${interfaceName} sandbox credential`, token) },
    *spend(used, label) {
      yield* send(sandboxCall(interfaceName, "PUT", `/control/credentials/${id}`, label, { body: { used } }));
    },
  };
}

/** The hourly limit that the sandbox announces. */
export const announcedLimit = (exchange: Parameters<typeof responseOf>[0]): number | undefined => {
  const text = responseOf(exchange)?.headers["x-ratelimit-limit"];
  return text !== undefined && /^[1-9]\d*$/.test(text) ? Number(text) : undefined;
};
