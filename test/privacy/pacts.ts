interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly request?: unknown;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Matching rules of the body by their paths. */
  readonly rules?: Readonly<Record<string, readonly object[]>>;
}

const type = { match: "type" };

/** What consumers expect of a target, by every kind of rule that a mismatch may quote the answer for. */
const expected: Readonly<Record<string, readonly Asked[]>> = {
  crm: [
    { path: "/api/Contact/1", body: { id: 1, name: "Ann", contactType: "Household" } },
    {
      path: "/api/Contact/1",
      body: { id: 5, name: "Ann", lifeToDateGiving: "1.00", address: { id: 1, city: "Austin" } },
      rules: {
        "$.id": [{ match: "integer" }],
        "$.name": [{ match: "regex", regex: "^A$" }],
        "$.lifeToDateGiving": [{ match: "decimal" }],
        "$.address": [{ match: "values" }],
        "$.address.*": [{ match: "number" }],
      },
    },
    {
      path: "/api/Contact/1",
      body: { contactIndividuals: [{ id: 1, firstName: "Ann", birthDate: "2000-01-01" }] },
      rules: {
        "$.contactIndividuals": [{ match: "type", min: 9, max: 9 }],
        "$.contactIndividuals[*].birthDate": [{ match: "date", date: "yyyy" }],
        "$.contactIndividuals[*].*": [type],
      },
    },
    { path: "/api/ContactMethod/Types", body: ["Home Email"], headers: { etag: "x", server: "y" } },
    { path: "/api/ContactMethod/Types", status: 418 },
    { path: "/api/Contact/424242", status: 404, body: { error: { code: "NOT_FOUND", details: [] } } },
  ],
  donation: [
    {
      path: "/api/Donor/list",
      body: { items: [{ id: 1, name: "Ann" }], total: 3 },
      rules: { "$.items": [type], "$.items[*].*": [{ match: "boolean" }] },
    },
    { path: "/api/Donor/list", body: { items: [], total: 0 } },
    {
      path: "/api/Donor/query",
      method: "POST",
      request: { queryType: 0, take: 2 },
      body: { items: [{ id: "7" }] },
      rules: { "$.items": [{ match: "type", min: 99 }] },
    },
  ],
  volunteer: [
    { path: "/v1/users", body: { meta: { total: 1 } }, headers: { "content-type": "text/plain" } },
    { path: "/v1/users/1", body: "text", headers: { "content-type": "text/plain" } },
  ],
};

/** A pact for each of some interfaces, by the names of their files. */
export const pacts = (interfaces: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    interfaces.map((name) => [
      `${name}.pact.json`,
      JSON.stringify({
        consumer: { name: "shop" },
        provider: { name },
        interactions: (expected[name] ?? []).map(
          ({ path, method = "GET", request, status = 200, headers = {}, body, rules }, at) => ({
            description: `${at}: ${path}`,
            request: {
              method,
              path,
              headers: { authorization: "Bearer x", "content-type": "application/json" },
              ...(request === undefined ? {} : { body: request }),
            },
            response: {
              status,
              headers: { "content-type": "application/json", ...headers },
              ...(body === undefined ? {} : { body }),
              ...(rules === undefined
                ? {}
                : {
                    matchingRules: {
                      body: Object.fromEntries(
                        Object.entries(rules).map(([location, matchers]) => [location, { matchers }]),
                      ),
                    },
                  }),
            },
          }),
        ),
        metadata: { pactSpecification: { version: "3.0.0" } },
      }),
    ]),
  );
