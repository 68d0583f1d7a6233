import { type BuiltinInterface, interfaceNames } from "../../../src/builtin/interface-name.ts";
import { parseAssumptions } from "../../../src/sandbox/assumptions/assumptions.ts";
import { createRealClock } from "../../../src/sandbox/clock.ts";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import type { Alter } from "../drift/month.ts";

/** What an organization's target does in place of answering as the sandbox does. */
export type Behaviour =
  | { readonly kind: "usual" }
  | { readonly kind: "altered"; readonly by: readonly Alter[] }
  /** Every credential is refused. */
  | { readonly kind: "revoked" }
  | { readonly kind: "down" };

/** The targets of many organizations. */
export interface Organizations {
  readonly names: readonly string[];
  /** The template of their configurations, of all interfaces or of some; its secret is CRM_KEY. */
  configAt(origin: string, only?: readonly BuiltinInterface[]): object;
  /** The limits in it. */
  readonly safety: { readonly perHour: number; readonly maxRequests: number };
  /** The environment variables that hold their secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** Every credential, which nothing may show. */
  readonly secrets: readonly string[];
  behave(name: string, behaviour: Behaviour): void;
  /** When requests of an organization arrived, in milliseconds since the epoch. */
  requestsOf(name: string): readonly number[];
  /** What a target answers; undefined where it answers nothing. */
  answer(request: Request): Promise<Response | undefined>;
  close(): Promise<void>;
}

const forbidden = (): Response =>
  new Response(JSON.stringify({ message: "Unauthorized" }), {
    status: 401,
    headers: { "content-type": "application/json" },
  });

export interface OrganizationsOptions {
  /** Donors of the sandbox, and others in proportion. */
  readonly scale?: number;
  /** Of each run. */
  readonly maxRequests?: number | undefined;
}

/**
 * One sandbox behind the addresses of many organizations, `/<name>/crm` and so on. Each organization has a credential of
 * its own, which is replaced by the sandbox's, so that every one is an account of its own.
 */
export const createOrganizations = (
  count: number,
  { scale = 20, maxRequests = 60 }: OrganizationsOptions = {},
): Organizations => {
  const sandbox = createSandbox({
    scale,
    clock: createRealClock(),
    assumptions: parseAssumptions(["U-27=1000000000", "U-28=0", "U-29=0"]),
  });
  const names = Array.from({ length: count }, (_, index) => `org-${String(index + 1).padStart(4, "0")}`);
  const behaviours = new Map<string, Behaviour>();
  const requests = new Map(names.map((name) => [name, [] as number[]]));
  const { crm, donation, volunteer } = sandbox.config().interfaces;
  const keyOf = (name: string): string => `key_of_${name}_kR7pQ2xV9mT4`;
  const tokens = { crm: String(crm.credentials["apiKey"]), donation: String(donation.credentials["token"]) };

  const answer = async (request: Request): Promise<Response | undefined> => {
    const url = new URL(request.url);
    const [, name = "", of = ""] = url.pathname.split("/");
    requests.get(name)?.push(Date.now());
    const behaviour = behaviours.get(name) ?? { kind: "usual" };
    if (behaviour.kind === "down") return undefined;
    if (behaviour.kind === "revoked") return forbidden();
    url.pathname = url.pathname.slice(name.length + 1);
    const headers = new Headers(request.headers);
    const own = of === "crm" ? tokens.crm : of === "donation" ? tokens.donation : undefined;
    if (own !== undefined && headers.get("authorization") === `Bearer ${keyOf(name)}`)
      headers.set("authorization", `Bearer ${own}`);
    const body = request.method === "GET" ? null : await request.arrayBuffer();
    const passed = new Request(url, { method: request.method, headers, body });
    let response = await sandbox.fetch(passed.clone());
    if (behaviour.kind === "altered")
      for (const alter of behaviour.by) response = await alter(response, passed);
    return response;
  };

  const safety = { perSecond: 1000, perHour: 200, maxRequests, timeoutMs: 60_000 };
  return {
    names,
    safety,
    configAt: (origin, only = interfaceNames) => {
      const credentials = {
        crm: { apiKey: "${CRM_KEY}" },
        donation: { token: "${CRM_KEY}" },
        volunteer: { token: String(volunteer.credentials["token"]) },
      };
      const interfaces = only.map((one) => [
        one,
        { baseUrl: `${origin}/\${ORGANIZATION}/${one}`, credentials: credentials[one] },
      ]);
      return { interfaces: Object.fromEntries(interfaces), safety };
    },
    env: Object.fromEntries(
      names.map((name) => [`${name.toUpperCase().replaceAll("-", "_")}_CRM_KEY`, keyOf(name)]),
    ),
    secrets: [...names.map(keyOf), ...Object.values(tokens), String(volunteer.credentials["token"])],
    behave: (name, behaviour) => void behaviours.set(name, behaviour),
    requestsOf: (name) => requests.get(name) ?? [],
    answer,
    close: () => sandbox.close(),
  };
};
