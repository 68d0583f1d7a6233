import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { interfaceNames } from "../src/builtin/interface-name.ts";

type Tree = { readonly [key: string]: unknown };
interface Location {
  /** `crm.yaml#/paths/~1Token/post` */
  readonly at: string;
  readonly key: string;
  readonly node: Tree;
}

const methods = ["get", "post", "put", "patch", "delete"];
const root = fileURLToPath(new URL("../", import.meta.url));

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;
const tree = (value: unknown): Tree => {
  if (!isTree(value)) throw new Error(`not an object: ${JSON.stringify(value)}`);
  return value;
};
const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
const unescaped = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~");

const read = (name: string): Tree => tree(parse(readFileSync(`${root}specs/${name}`, "utf8")));
const documents = new Map(interfaceNames.map((name) => [`${name}.yaml`, read(`${name}.yaml`)]));
const facts = read("facts.yaml");
const unknowns = read("unknowns.yaml");

/** What stands at `file#/json/pointer`. */
const lookup = (location: string): unknown => {
  const [file = "", pointer = ""] = location.split("#");
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((node, token) => tree(node)[unescaped(token)], documents.get(file));
};

function* locations(node: unknown, at: string, key: string): Generator<Location> {
  if (!isTree(node)) return;
  yield { at, key, node };
  for (const [name, child] of Object.entries(node)) yield* locations(child, `${at}/${escaped(name)}`, name);
}
const everywhere = [...documents].flatMap(([file, document]) => [...locations(document, `${file}#`, "")]);

/** Follows a reference within the same file. */
const resolve = (at: string): string => {
  const reference = tree(lookup(at))["$ref"];
  return typeof reference === "string" ? resolve(`${at.split("#")[0]}${reference}`) : at;
};

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const utcDateTime = /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(:[0-6]\d(\.\d+)?)?(Z|\+00:00)$/;
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
ajv.addFormat("decimal-string", /^-?\d+(\.\d+)?$/);
ajv.addFormat("utc-date-time", utcDateTime);
ajv.addFormat("http-date", httpDate);
ajv.addFormat("error-code", /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/);
ajv.addFormat("camel-case-path", /^[a-z][A-Za-z0-9]*(\[\d+\])*(\.[a-z][A-Za-z0-9]*(\[\d+\])*)*$/);
for (const [file, document] of documents) ajv.addSchema(document, file);

const validator = (location: string): ValidateFunction => {
  const [file, pointer = ""] = location.split("#");
  return ajv.compile({ $ref: `${file}#${pointer.split("/").map(encodeURIComponent).join("/")}` });
};
const complaints = (location: string, value: unknown): string[] => {
  const validate = validator(location);
  return validate(value) ? [] : [`${location}: ${ajv.errorsText(validate.errors)}`];
};
const accepts = (location: string, value: unknown): boolean => complaints(location, value).length === 0;
const model = (name: string): string => `crm.yaml#/components/schemas/${name}`;

/** The example values of a media type, parameter or header. */
const examplesOf = (at: string): unknown[] => {
  const { example, examples } = tree(lookup(at));
  const named = Object.keys(tree(examples ?? {})).map((name) => resolve(`${at}/examples/${escaped(name)}`));
  return [
    ...(example === undefined ? [] : [example]),
    ...named.map((location) => tree(lookup(location))["value"]),
  ];
};

interface Documented {
  readonly at: string;
  readonly path: string;
  readonly method: string;
  readonly node: Tree;
}
const operations = [...documents].flatMap(([file, document]) =>
  Object.entries(tree(document["paths"])).flatMap(([path, item]) =>
    Object.entries(tree(item))
      .filter(([method]) => methods.includes(method))
      .map(([method, node]): Documented => {
        return { at: `${file}#/paths/${escaped(path)}/${method}`, path, method, node: tree(node) };
      }),
  ),
);
const operation = (id: string): Documented => {
  const found = operations.find(({ node }) => node["operationId"] === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
};
const responsesOf = ({ at, node }: Documented): [status: string, at: string][] =>
  Object.keys(tree(node["responses"])).map((status) => [status, resolve(`${at}/responses/${status}`)]);
const responseOf = (id: string, status: string): string => resolve(`${operation(id).at}/responses/${status}`);
const mediaTypesOf = (at: string): string[] =>
  Object.keys(tree(tree(lookup(at))["content"] ?? {})).map((type) => `${at}/content/${escaped(type)}`);

const range = (prefix: string, first: number, last: number): string[] =>
  Array.from(
    { length: last - first + 1 },
    (_, index) => `${prefix}-${String(first + index).padStart(2, "0")}`,
  );
const factIds = [
  ...range("GEN", 1, 5),
  ...[range("CRM", 1, 16), range("CRM", 20, 28), range("CRM", 30, 48)].flat(),
  ...range("DON", 1, 24),
  ...range("VOL", 1, 10),
  ...range("EVT", 1, 2),
];
const unknownIds = range("U", 1, 36);

const annotated = (keywords: readonly string[]): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const { at, node } of everywhere) {
    for (const id of new Set(keywords.flatMap((keyword) => strings(node[keyword])))) {
      found.set(id, [...(found.get(id) ?? []), at]);
    }
  }
  return found;
};
const registered = (registry: Tree): Map<string, string[]> =>
  new Map(Object.entries(registry).map(([id, entry]) => [id, strings(tree(entry)["places"])]));
const sorted = (map: Map<string, string[]>): [string, string[]][] =>
  [...map]
    .map(([id, at]): [string, string[]] => [id, at.toSorted()])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

describe("registries", () => {
  it("hold all facts and unknowns, and nothing else", () => {
    expect(Object.keys(facts)).toEqual(factIds);
    expect(Object.keys(unknowns)).toEqual(unknownIds);
  });

  it("name exactly the places where the documents annotate them", () => {
    expect(sorted(registered(facts))).toEqual(sorted(annotated(["x-facts", "x-facts-about"])));
    expect(sorted(registered(unknowns))).toEqual(sorted(annotated(["x-unknown"])));
  });

  it("say something of each entry on one line, each in its own words", () => {
    const texts = [
      ...Object.values(facts).map((fact) => tree(fact)["statement"]),
      ...Object.values(unknowns).map((unknown) => tree(unknown)["question"]),
    ];
    for (const text of texts) expect(text).toMatch(/^\S.{20,}[.?]$/);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("name a test for every static fact and for no other", () => {
    const sights = new Set(["passive", "read", "write", "auth", "static", "sandbox"]);
    for (const [id, fact] of Object.entries(facts)) {
      const { see, test } = tree(fact);
      expect(sights, id).toContain(see);
      if (see === "static") expect(test, id).toMatch(/^test\/.+\.test\.ts$/);
      else expect(test, id).toBeUndefined();
    }
  });
});

describe("operations", () => {
  it("are the stated ones, with their effect and security", () => {
    const lines = operations.map(({ at, path, method, node }) => {
      const security = strings(
        (Array.isArray(node["security"]) ? node["security"] : [{ bearer: [] }]).map((entry) =>
          Object.keys(tree(entry)),
        ),
      );
      const id = `${at.split(".")[0]} ${String(node["operationId"])}`;
      return `${id}: ${method.toUpperCase()} ${path} ${String(node["x-effect"])} ${security.join(" ") || "none"}`;
    });
    expect(lines).toEqual([
      "crm issueToken: POST /Token token none",
      "crm getContactByReference: GET /api/Contact/ByReference/{referenceId} read hmac",
      "crm getContact: GET /api/Contact/{contactId} read bearer",
      "crm listContactMethodTypes: GET /api/ContactMethod/Types read bearer",
      "crm addEventContact: POST /api/Event/{eventId}/Contacts write bearer",
      "crm getWebhook: GET /api/Webhook/{webhookId} read bearer",
      "crm replaceContactNote: PUT /api/ContactNote/{noteId} write bearer",
      "donation listDonors: GET /api/Donor/list read bearer",
      "donation listGifts: GET /api/Gift/list read bearer",
      "donation listCampaigns: GET /api/Campaign/list read bearer",
      "donation listCustomFields: GET /api/CustomField/List read bearer",
      "donation listPremiums: GET /api/Premium/list read bearer",
      "donation listProjects: GET /api/Project/list read bearer",
      "donation queryDonors: POST /api/Donor/query read bearer",
      "donation queryGifts: POST /api/Gift/query read bearer",
      "donation queryCampaigns: POST /api/Campaign/query read bearer",
      "donation queryRecurringGifts: POST /api/RecurringGift/query read bearer",
      "donation querySegments: POST /api/Segment/query read bearer",
      "donation getQueryOptions: GET /api/Query/options/{queryType} read bearer",
      "donation getQueryList: GET /api/Query/list/{queryType} read bearer",
      "donation replaceCampaign: PUT /api/Campaign/replace write bearer",
      "donation replaceProject: PUT /api/Project/replace write bearer",
      "donation replaceSegment: PUT /api/Segment/replace write bearer",
      "volunteer listUsers: GET /v1/users read bearer",
      "volunteer createUser: POST /v1/users write bearer",
      "volunteer getUser: GET /v1/users/{id} read bearer",
      "volunteer createProject: POST /v1/projects write bearer",
      "volunteer updateProject: PUT /v1/projects/{id} write bearer",
      "volunteer createGroup: POST /v1/groups write bearer",
      "volunteer updateGroup: PUT /v1/groups/{id} write bearer",
      "volunteer setGroupMembers: PUT /v1/groups/{id}/members write bearer",
    ]);
  });

  it("spell paging parameters in PascalCase in the query string and in camelCase in the body", () => {
    for (const id of ["listDonors", "listGifts", "listCampaigns"]) {
      const { at, node } = operation(id);
      const names = Object.keys(tree(node["parameters"])).map(
        (index) => tree(lookup(resolve(`${at}/parameters/${index}`)))["name"],
      );
      expect(names, id).toEqual(["Skip", "Take", "SortBy", "Descending", "Filter", "IncludeDetails"]);
    }
    const body = tree(lookup("donation.yaml#/components/schemas/QueryRequest"));
    expect(Object.keys(tree(body["properties"]))).toEqual([
      "skip",
      "take",
      "sortBy",
      "descending",
      "includeDetails",
      "queryType",
      "groups",
      "selectedColumns",
    ]);
  });

  it("answer with a body at every status but 204", () => {
    for (const documented of operations) {
      for (const [status, at] of responsesOf(documented)) {
        expect(mediaTypesOf(at).length === 0, at).toBe(status === "204");
      }
    }
  });

  it("say how long to wait with every 429 and 503 of the CRM", () => {
    for (const documented of operations.filter(({ at }) => at.startsWith("crm"))) {
      const waiting = responsesOf(documented).filter(([status]) => status === "429" || status === "503");
      expect(waiting).toHaveLength(2);
      for (const [, at] of waiting) {
        expect(tree(lookup(resolve(`${at}/headers/Retry-After`)))["required"], at).toBe(true);
      }
    }
  });
});

describe("examples", () => {
  const requests = operations
    .filter(({ node }) => node["requestBody"] !== undefined)
    .map(({ at }) => resolve(`${at}/requestBody`));
  const bodies = [
    ...requests,
    ...operations.flatMap((documented) => responsesOf(documented).map(([, at]) => at)),
  ];
  const mediaTypes = [...new Set(bodies.flatMap(mediaTypesOf))];

  it.each(mediaTypes)("%s has one that fits its schema", (at) => {
    const values = examplesOf(at);
    expect(values).not.toEqual([]);
    expect(values.flatMap((value) => complaints(`${at}/schema`, value))).toEqual([]);
  });

  it("of parameters and headers fit their schemas", () => {
    const described = everywhere.filter(
      ({ node }) => isTree(node["schema"]) && (node["in"] !== undefined || node["required"] === true),
    );
    expect(described.length).toBeGreaterThan(10);
    for (const { at } of described) {
      const values = examplesOf(at);
      expect(values, at).not.toEqual([]);
      expect(values.flatMap((value) => complaints(`${at}/schema`, value))).toEqual([]);
    }
  });

  it("of schemas fit them", () => {
    const described = everywhere.filter(
      ({ node }) => node["type"] !== undefined && Array.isArray(node["examples"]),
    );
    const found = described.flatMap(({ at }) =>
      Object.values(tree(tree(lookup(at))["examples"])).flatMap((value) => complaints(at, value)),
    );
    expect(described.length).toBeGreaterThan(3);
    expect(found).toEqual([]);
  });

  it("and everything else point to invented hosts only", () => {
    const text = interfaceNames.map((name) => readFileSync(`${root}specs/${name}.yaml`, "utf8")).join("\n");
    const hosts = [...text.matchAll(/(?:https?:\/\/|@)([\w.-]+\.[a-z]{2,})/g)].map(([, host]) => host);
    expect(hosts.length).toBeGreaterThan(10);
    for (const host of hosts) expect(host).toMatch(/(^|\.)example\.(org|com)$/);
  });
});

describe("schemas", () => {
  const nullable = [
    "Contact.website",
    "Contact.maritalStatus",
    "Contact.anniversaryMonth",
    "Contact.anniversaryDay",
    "Contact.anniversaryYear",
    "ContactIndividual.suffix",
    "Address.address2",
    "Address.startMonth",
    "Address.startDay",
    "Address.endMonth",
    "Address.endDay",
  ];
  const properties = (name: string): string[] => Object.keys(tree(tree(lookup(model(name)))["properties"]));

  it("allow null only where that is stated", () => {
    const mentions = everywhere.filter(
      ({ node }) => strings(node["type"]).includes("null") || node["type"] === "null",
    );
    expect(mentions.map(({ at }) => at.replace(/^.*schemas\/(\w+)\/properties\/(\w+)$/, "$1.$2"))).toEqual(
      nullable,
    );
    expect(everywhere.filter(({ node }) => "nullable" in node || node["const"] === null)).toEqual([]);
  });

  const models = [
    "Contact",
    "ContactIndividual",
    "ContactMethod",
    "Address",
    "EventContact",
    "ContactNote",
    "ContactNoteRequest",
    "Reminder",
    "Webhook",
    "TokenRequest",
    "TokenResponse",
  ];
  it.each(models)("%s refuses null for every other property", (name) => {
    for (const property of properties(name)) {
      const allowed = nullable.includes(`${name}.${property}`);
      expect(accepts(`${model(name)}/properties/${escaped(property)}`, null), property).toBe(allowed);
    }
  });

  it("are never closed", () => {
    const closed = everywhere.filter(
      ({ node }) => node["additionalProperties"] === false || node["unevaluatedProperties"] === false,
    );
    expect(closed).toEqual([]);
  });

  it("require every listed field, save where that is open or stated otherwise", () => {
    const required = (name: string): string[] => strings(tree(lookup(model(name)))["required"]);
    for (const name of ["EventContact", "Reminder", "Webhook", "TokenResponse"]) {
      expect(required(name), name).toEqual(properties(name));
    }
    expect([...required("ContactNote"), "reminder"]).toEqual(properties("ContactNote"));
    for (const name of ["Contact", "ContactIndividual", "ContactMethod", "Address", "ContactNoteRequest"]) {
      expect(required(name), name).toEqual([]);
    }
    expect(required("TokenRequest")).toEqual(["grant_type"]);
  });

  it("give a webhook one flag for each of the 15 kinds of event", () => {
    const flags = Object.keys(tree(lookup("crm.yaml#/webhooks")));
    expect(flags).toHaveLength(15);
    expect(properties("Webhook")).toEqual(["id", "payloadUrl", "secret", "active", ...flags]);
    for (const flag of flags)
      expect(accepts(`${model("Webhook")}/properties/${flag}`, "true"), flag).toBe(false);
  });

  it("tell amounts from numbers and moments from local times", () => {
    expect(accepts(model("DecimalString"), "12.50")).toBe(true);
    expect(accepts(model("DecimalString"), 12.5)).toBe(false);
    expect(accepts(model("UtcDateTime"), "2025-01-06T09:00:00Z")).toBe(true);
    expect(accepts(model("UtcDateTime"), "2025-01-06T09:00:00+02:00")).toBe(false);
  });
});

describe("errors of the CRM", () => {
  const codes = {
    400: "BAD_REQUEST",
    401: "UNAUTHENTICATED",
    403: "FORBIDDEN",
    404: "NOT_FOUND",
    409: "CONFLICT",
    422: "VALIDATION_FAILED",
    429: "RATE_LIMITED",
    500: "INTERNAL_ERROR",
    503: "SERVICE_UNAVAILABLE",
  };
  const withMessageAlone = ["401", "403", "429"];
  const envelope = (code: string, details: unknown = []): unknown => ({
    error: { code, message: "No.", details },
  });

  it.each(Object.keys(codes))("%s takes the code of its own status only", (status) => {
    const schema = `${responseOf("replaceContactNote", status)}/content/application~1json/schema`;
    for (const [owner, code] of Object.entries(codes)) {
      expect(accepts(schema, envelope(code)), code).toBe(owner === status);
    }
  });

  it.each(Object.keys(codes))("%s takes a lone message only where that is stated", (status) => {
    const response = responseOf("replaceContactNote", status);
    const allowed = withMessageAlone.includes(status);
    expect(accepts(`${response}/content/application~1json/schema`, { message: "No." })).toBe(allowed);
    expect(mediaTypesOf(response).some((type) => type.endsWith("text~1plain"))).toBe(status === "401");
  });

  it("do not pass a broken envelope off as the older body", () => {
    const schema = `${responseOf("getContact", "401")}/content/application~1json/schema`;
    expect(accepts(schema, { message: "No.", error: { code: "UNAUTHENTICATED" } })).toBe(false);
  });

  it("list details as camelCase fields with code and message", () => {
    const detail = {
      field: "contactIndividuals[0].firstName",
      code: "REQUIRED",
      message: "Missing.",
    };
    expect(accepts(model("ErrorEnvelope"), envelope("VALIDATION_FAILED", [detail]))).toBe(true);
    const pascal = { ...detail, field: "FirstName" };
    expect(accepts(model("ErrorEnvelope"), envelope("VALIDATION_FAILED", [pascal]))).toBe(false);
    expect(accepts(model("ErrorEnvelope"), envelope("VALIDATION_FAILED", null))).toBe(false);
  });
});

describe("bodies of the donation interface", () => {
  const schema = (name: string): string => `donation.yaml#/components/schemas/${name}`;

  it("are pages of items, never of list", () => {
    expect(accepts(schema("DonorPage"), { items: [], total: 0 })).toBe(true);
    expect(accepts(schema("DonorPage"), { list: [], total: 0 })).toBe(false);
    expect(accepts(schema("DonorPage"), { items: [], list: [], total: 0 })).toBe(false);
    expect(accepts(schema("DonorPage"), { items: ["text"], total: 1 })).toBe(false);
    expect(accepts(schema("DonorPage"), { items: [], total: "0" })).toBe(false);
  });

  it("embed donor details under either case of the first letter", () => {
    for (const name of ["DonorAddresses", "donorAddresses", "DonorContactMethods", "donorContactMethods"]) {
      expect(accepts(schema("Donor"), { [name]: [{}] }), name).toBe(true);
      expect(accepts(schema("Donor"), { [name]: {} }), name).toBe(false);
    }
  });

  it("hold the bounds of a query", () => {
    const query = (queryType: unknown, conjunct: unknown, operator: unknown): unknown => ({
      queryType,
      groups: [{ conjunct, conditions: [{ parameter: "id", operator }] }],
    });
    const request = schema("QueryRequest");
    for (const [low, high] of [
      [query(0, 0, 0), query(-1, 0, 0)],
      [query(9, 1, 29), query(10, 1, 29)],
      [query(3, 1, 29), query(3, 2, 29)],
      [query(3, 1, 29), query(3, 1, 30)],
      [query(3, 1, 29), query("3", 1, 29)],
    ]) {
      expect(accepts(request, low)).toBe(true);
      expect(accepts(request, high)).toBe(false);
    }
    expect(accepts(request, { take: 5 })).toBe(false);
  });

  it("are problems with a flat map of messages, distinguished by their root from CRM errors", () => {
    const problem = { title: "Bad request", status: 400, detail: "No." };
    expect(accepts(schema("Problem"), problem)).toBe(true);
    expect(accepts(schema("Problem"), { ...problem, errors: { take: ["Too large."] } })).toBe(true);
    expect(accepts(schema("Problem"), { ...problem, errors: { take: "Too large." } })).toBe(false);
    expect(accepts(schema("Problem"), { ...problem, error: {} })).toBe(false);
  });
});

describe("token bodies", () => {
  const issued = examplesOf(`${responseOf("issueToken", "200")}/content/application~1json`)[0];

  it("keep a token out of the two-factor challenge", () => {
    const challenge = `${responseOf("issueToken", "202")}/content/application~1json/schema`;
    expect(accepts(challenge, "a code is on its way")).toBe(true);
    expect(accepts(challenge, issued)).toBe(false);
  });

  it.each([
    ["token_type", "BEARER", "mac"],
    ["expires_in", 1, 0],
    ["twoFactorEnabled", "True", true],
    [".issued", "Mon, 06 Jan 2025 09:00:00 GMT", "2025-01-06T09:00:00Z"],
  ])("have a sound %s", (field, good, bad) => {
    expect(accepts(model("TokenResponse"), { ...tree(issued), [field]: good })).toBe(true);
    expect(accepts(model("TokenResponse"), { ...tree(issued), [field]: bad })).toBe(false);
  });
});
