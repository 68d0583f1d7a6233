import type { Pool } from "undici";
import type { BuiltinInterface } from "../../src/builtin/interface-name.ts";
import { interfaceNames } from "../../src/builtin/interface-name.ts";
import type { ServerProcess } from "./server-process.ts";
import type { Tally } from "./tally.ts";
import type { OrganizationId, Witness } from "./witness.ts";

export type Tokens = Readonly<Record<BuiltinInterface, string>>;

/** One request of an organization. */
export interface Order {
  /** Name of its row in the table. */
  readonly name: string;
  readonly interface: BuiltinInterface;
  /** Below the interface's prefix. */
  readonly path: string;
  /** Kind of the records in the answer. */
  readonly sort: string;
  readonly method?: "GET" | "POST" | "PUT";
  /** Sent as JSON, or as a form if it is text. */
  readonly body?: unknown;
  /** The correct statuses; default 200. */
  readonly expected?: readonly number[];
}

/** Sends an order and returns the JSON of the answer; undefined if it has none or the status was wrong. */
export type Caller = (order: Order) => Promise<unknown>;

interface Parts {
  readonly pool: Pool;
  readonly tally: Tally;
  readonly witness: Witness;
}

/** A caller with the credentials of an organization that checks the status and the content of every answer. */
export const createCaller =
  ({ pool, tally, witness }: Parts, organization: OrganizationId, tokens: Tokens): Caller =>
  async (order) => {
    const { name, path, sort, method = "GET", body, expected = [200] } = order;
    const isForm = typeof body === "string";
    const started = performance.now();
    const answer = await pool.request({
      method,
      path: `/${order.interface}${path}`,
      headers: {
        ...(isForm ? {} : { authorization: `Bearer ${tokens[order.interface]}` }),
        ...(body === undefined
          ? {}
          : { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    tally.add(name, answer.statusCode, performance.now() - started);
    const json: unknown = text === "" ? undefined : JSON.parse(text);
    const foreign = witness.foreignIn(organization, sort, json);
    if (foreign !== undefined) tally.fail(`${name} shows organization ${organization} another's ${foreign}`);
    if (expected.includes(answer.statusCode)) return json;
    tally.fail(`${name} was answered with ${answer.statusCode}`);
    return undefined;
  };

/** A new credential with every permission for each interface, created through the control interface. */
export const createTokens = async (
  { origin }: ServerProcess,
  organizationId: OrganizationId,
): Promise<Tokens> => {
  const make = async (name: BuiltinInterface): Promise<[BuiltinInterface, string]> => {
    const answer = await fetch(`${origin}/control/credentials`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ interface: name, organizationId }),
    });
    // The control interface's answer with a new credential.
    const { data } = (await answer.json()) as { readonly data: { readonly token: string } };
    return [name, data.token];
  };
  // Its keys are the three names.
  return Object.fromEntries(await Promise.all(interfaceNames.map(make))) as Tokens;
};
