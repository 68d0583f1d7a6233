import { createHash } from "node:crypto";
import type { Authorization, Call, Exchange } from "../model/exchange.ts";

const credentialOf = (authorization: Authorization): string => {
  if (authorization.kind !== "secret") return authorization.kind;
  const { secret, suffix, prefix } = authorization;
  const altered = suffix === undefined && prefix === undefined ? "" : " altered";
  return `${secret.name.replace(/^[a-z]+\.credentials\./, "")}${altered}`;
};

const hashed = new WeakMap<Call, string>();

/** What a call asks for, in few digits: its label may hold what was learnt from records. */
const hashOf = (call: Call): string => {
  const known = hashed.get(call);
  if (known !== undefined) return known;
  const hash = createHash("sha256").update(call.label).digest("hex").slice(0, 8);
  hashed.set(call, hash);
  return hash;
};

/** By what the answers to one way of asking are known from run to run; `recorded` where nobody asked. */
export const probeOf = ({ call }: Exchange): string =>
  call === undefined
    ? "recorded"
    : `${credentialOf(call.authorization).replaceAll(" ", "-")}#${hashOf(call)}`;
