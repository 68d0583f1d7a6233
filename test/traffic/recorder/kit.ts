import { readFileSync } from "node:fs";
import { interfaces as described } from "../../../src/builtin/interfaces.ts";
import { interfaceNames, type BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import { createSandbox, type Sandbox } from "../../../src/sandbox/sandbox.ts";

/** A request to the sandbox with one of its credentials, or none. */
export interface Ask {
  readonly interface: BuiltinInterface;
  readonly path: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** A dotted path of the sandbox's configuration; by default what gives access. */
  readonly credential?: string;
}

/** The sandbox with its addresses and credentials at hand. */
export const smallSandbox = (): { readonly sandbox: Sandbox; request(ask: Ask): Request } => {
  const sandbox = createSandbox({ scale: 30 });
  const { interfaces } = sandbox.config();
  const valueAt = (path: string): string =>
    String(
      path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], interfaces),
    ); // as the sandbox describes itself
  return {
    sandbox,
    request({
      interface: name,
      path,
      method = "GET",
      body,
      form,
      credential = described[name].mainCredential,
    }) {
      if (!interfaceNames.includes(name)) throw new Error(`no interface ${name}`);
      const base = valueAt(`${name}.baseUrl`).replace(/\/v1$/, "");
      const text = form === undefined ? JSON.stringify(body) : new URLSearchParams(form).toString();
      const mediaType = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
      return new Request(`${base}${path}`, {
        method,
        headers: {
          ...(credential === "" ? {} : { authorization: `Bearer ${valueAt(credential)}` }),
          ...(text === undefined || (body === undefined && form === undefined)
            ? {}
            : { "content-type": mediaType }),
        },
        ...(body === undefined && form === undefined ? {} : { body: text }),
      });
    },
  };
};

export interface RecordedLine {
  readonly operation?: string;
  readonly request: { readonly method: string; readonly body?: unknown; readonly authorization?: string };
  readonly outcome: {
    readonly kind: string;
    readonly status?: number;
    readonly body?: { readonly kind: string; readonly value?: unknown };
  };
}

export const linesOf = (file: string): readonly RecordedLine[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as RecordedLine); // what the recorder writes

/** One of each kind of answer that passive checks look at. */
export const asks: readonly Ask[] = [
  ...[1, 2, 3].map((id): Ask => ({ interface: "crm", path: `/api/Contact/${id}` })),
  { interface: "crm", path: "/api/Contact/424242" },
  { interface: "crm", path: "/api/Contact/1", credential: "crm.credentials.revokedApiKey" },
  { interface: "crm", path: "/api/Webhook/1", credential: "crm.credentials.limitedApiKey" },
  { interface: "crm", path: "/api/Webhook/1", credential: "crm.credentials.exhaustedApiKey" },
  { interface: "crm", path: "/api/Webhook/1" },
  { interface: "crm", path: "/api/ContactMethod/Types" },
  { interface: "crm", path: "/api/Event/5/Contacts", method: "POST", body: { contactIndividualId: 7 } },
  { interface: "crm", path: "/api/Event/5/Contacts", method: "POST", body: { contactIndividualId: "x" } },
  {
    interface: "crm",
    path: "/api/ContactNote/10",
    method: "PUT",
    body: {
      type: "Call",
      note: "Met Ann",
      noteDateTime: "2026-01-02T03:04:05Z",
      important: true,
      private: false,
    },
  },
  {
    interface: "crm",
    path: "/Token",
    method: "POST",
    form: { grant_type: "password", username: "a", password: "b" },
    credential: "",
  },
  { interface: "donation", path: "/api/Donor/list?Skip=0&Take=3&IncludeDetails=true" },
  { interface: "donation", path: "/api/Gift/list?Skip=2&Take=2&SortBy=id" },
  { interface: "donation", path: "/api/Donor/list?Take=x" },
  {
    interface: "donation",
    path: "/api/Donor/query",
    method: "POST",
    body: { skip: 0, take: 2, queryType: 0, groups: [] },
  },
  { interface: "donation", path: "/api/Donor/query", method: "POST", body: { skip: 0, take: 2 } },
  { interface: "donation", path: "/api/Project/list" },
  { interface: "donation", path: "/api/Donor/list", credential: "donation.credentials.revokedToken" },
  { interface: "volunteer", path: "/v1/users?per_page=2" },
  { interface: "volunteer", path: "/v1/users/1" },
  { interface: "volunteer", path: "/v1/groups", method: "POST", body: {} },
];
