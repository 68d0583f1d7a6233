/** An exchange as any recorder may have seen it; from it every form of recording is made. */
export interface Traffic {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly requestBody?: string;
  /** 0 for a request that got no answer. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const pairs = (headers: Readonly<Record<string, string>> = {}): { name: string; value: string }[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const lists = (headers: Readonly<Record<string, string>> = {}): Record<string, string[]> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));

export const harEntry = (one: Traffic) => ({
  startedDateTime: "2026-11-01T10:00:00.000Z",
  time: 12.5,
  request: {
    method: one.method,
    url: one.url,
    httpVersion: "HTTP/1.1",
    headers: pairs(one.requestHeaders),
    queryString: pairs(Object.fromEntries(new URL(one.url).searchParams)),
    cookies: [],
    headersSize: -1,
    bodySize: one.requestBody?.length ?? 0,
    ...(one.requestBody === undefined
      ? {}
      : { postData: { mimeType: "application/json", text: one.requestBody } }),
  },
  response: {
    status: one.status,
    statusText: "",
    httpVersion: "HTTP/1.1",
    headers: pairs(one.headers),
    cookies: [],
    content: {
      size: Buffer.byteLength(one.body ?? ""),
      mimeType: one.headers?.["content-type"] ?? "x-unknown",
      ...(one.body === undefined ? {} : { text: one.body }),
    },
    redirectURL: "",
    headersSize: -1,
    bodySize: -1,
  },
  cache: {},
  timings: { send: 0, wait: 12, receive: 0.5 },
});

export const toHar = (all: readonly Traffic[], space?: number): string =>
  JSON.stringify(
    {
      log: { version: "1.2", creator: { name: "test", version: "1" }, pages: [], entries: all.map(harEntry) },
    },
    null,
    space,
  );

const parsed = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
};

/** A body as a recorder that reads it hands it on. */
const readBody = ({ body, headers }: Traffic): object => {
  if (body === undefined || body === "") return { kind: "empty" };
  const mayBeJson = /json/.test(headers?.["content-type"] ?? "json") || /^\s*[[{]/.test(body);
  try {
    if (mayBeJson) return { kind: "json", value: JSON.parse(body) as unknown };
  } catch {
    // Not JSON after all.
  }
  return { kind: "text", text: body };
};

/** A line as the recorder of this project writes it. */
export const exchangeLine = (one: Traffic): string => {
  const scheme = one.requestHeaders?.["Authorization"]?.split(" ")[0];
  return JSON.stringify({
    request: {
      method: one.method,
      url: one.url,
      headers: { ...one.requestHeaders, Authorization: undefined },
      ...(one.requestBody === undefined ? {} : { body: parsed(one.requestBody) }),
      authorization: scheme === undefined ? "unknown" : `${scheme} $CREDENTIAL`,
    },
    outcome:
      one.status === 0
        ? { kind: "failure", reason: "reset", message: "" }
        : {
            kind: "response",
            status: one.status,
            headers: one.headers ?? {},
            body: readBody(one),
            elapsedMs: 12.5,
          },
  });
};

export const toNdjson = (all: readonly Traffic[]): string => `${all.map(exchangeLine).join("\n")}\n`;

const interaction = (one: Traffic) => ({
  request: {
    method: one.method.toLowerCase(),
    uri: one.url,
    body: { encoding: "UTF-8", string: one.requestBody ?? "" },
    headers: lists(one.requestHeaders),
  },
  response: {
    status: { code: one.status, message: "" },
    headers: lists(one.headers),
    body: { encoding: "UTF-8", string: one.body ?? "" },
    http_version: null,
  },
  recorded_at: "Sun, 01 Nov 2026 10:00:00 GMT",
});

const isAnswered = ({ status }: Traffic): boolean => status > 0;

/** Ruby's VCR with its JSON serializer. */
export const toJsonCassette = (all: readonly Traffic[]): string =>
  JSON.stringify({ http_interactions: all.filter(isAnswered).map(interaction), recorded_with: "VCR 6.1.0" });

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const yamlHeaders = (headers: Readonly<Record<string, string>> | undefined, indent: string): string =>
  Object.keys(headers ?? {}).length === 0
    ? " {}\n"
    : `\n${Object.entries(headers ?? {})
        .map(([name, value]) => `${indent}${name}:\n${indent}- ${quoted(value)}\n`)
        .join("")}`;

/** Ruby's VCR with its YAML serializer, as Psych writes it. */
export const toYamlCassette = (all: readonly Traffic[]): string =>
  `---\nhttp_interactions:\n${all
    .filter(isAnswered)
    .map(
      (one) =>
        `- request:\n    method: ${one.method.toLowerCase()}\n    uri: ${one.url}\n    body:\n      encoding: US-ASCII\n` +
        `      string: ${quoted(one.requestBody ?? "")}\n    headers:${yamlHeaders(one.requestHeaders, "      ")}` +
        `  response:\n    status:\n      code: ${one.status}\n      message: ''\n    headers:${yamlHeaders(one.headers, "      ")}` +
        `    body:\n      encoding: UTF-8\n      string: ${quoted(one.body ?? "")}\n    http_version: \n` +
        `  recorded_at: Sun, 01 Nov 2026 10:00:00 GMT\n`,
    )
    .join("")}recorded_with: VCR 6.1.0\n`;

const base64 = (text: string | undefined): string => Buffer.from(text ?? "").toString("base64");

/** A Schemathesis cassette that keeps exact bytes. */
export const toSchemathesisYaml = (all: readonly Traffic[]): string =>
  `command: 'st run openapi.yaml'\nrecorded_with: 'Schemathesis 4.1.0'\nseed: 1\nhttp_interactions:\n${all
    .map(
      (one, index) =>
        `\n- id: 'case-${index}'\n  status: 'SUCCESS'\n  recorded_at: '2026-11-01T10:00:00.000000+00:00'\n  checks:\n` +
        `    - name: 'not_a_server_error'\n      status: 'SUCCESS'\n      message: null\n  request:\n    uri: '${one.url}'\n` +
        `    method: '${one.method}'\n    headers:${yamlHeaders(one.requestHeaders, "      ")}    body:\n      encoding: 'utf-8'\n` +
        `      base64_string: '${base64(one.requestBody)}'\n  response:${
          one.status === 0
            ? " null\n"
            : `\n    status:\n      code: '${one.status}'\n      message: 'OK'\n    headers:${yamlHeaders(one.headers, "      ")}` +
              `    body:\n      encoding: 'utf-8'\n      base64_string: '${base64(one.body)}'\n    http_version: '1.1'\n`
        }`,
    )
    .join("")}`;

/** The events of a Schemathesis run, one a line. */
export const toSchemathesisNdjson = (all: readonly Traffic[]): string =>
  [
    { Initialize: { command: "st run", schemathesis_version: "4.1.0", seed: 1 } },
    { EngineStarted: { id: "a", timestamp: 1 } },
    ...all.map((one, index) => ({
      ScenarioFinished: {
        id: "s",
        recorder: {
          label: `${one.method} ${new URL(one.url).pathname}`,
          cases: {},
          interactions: {
            [`case-${index}`]: {
              request: {
                method: one.method,
                uri: one.url,
                headers: lists(one.requestHeaders),
                ...(one.requestBody === undefined ? {} : { body: { $base64: base64(one.requestBody) } }),
              },
              ...(one.status === 0
                ? {}
                : {
                    response: {
                      status_code: one.status,
                      headers: lists(one.headers),
                      content: { $base64: base64(one.body) },
                      elapsed: 0.0125,
                      verify: true,
                    },
                  }),
              timestamp: 1,
              status: "success",
            },
          },
        },
      },
    })),
    { EngineFinished: { id: "a", running_time: 1 } },
  ]
    .map((event) => `${JSON.stringify(event)}\n`)
    .join("");

const json = { "content-type": "application/json; charset=utf-8" };

/**
 * Invented traffic in the style of real systems: what it contradicts the test states, and what it leaves open must
 * be asserted by nobody.
 */
export const realWorld: readonly Traffic[] = [
  {
    method: "GET",
    url: "https://crm.example.org/api/Contact/ByReference/K-100?expand=all",
    requestHeaders: { Authorization: "Hmac k:c2lnbmF0dXJl", Cookie: "session=5up3rs3cr3t" },
    status: 200,
    headers: json,
    body: JSON.stringify({
      id: 471_108_155_120,
      contactType: "Household",
      isPrivate: false,
      name: "Quillfeather Family",
      informalName: "Q.",
      description: null,
      website: null,
      lifeToDateGiving: "$1,200",
      yearToDateGiving: "80.00",
      lastGiftAmount: "25.5",
      lastGiftDate: "2026-03-04T10:11:12.1234567",
      legacyScore: 17,
      preferences: { newsletter: true },
      contactIndividuals: [
        {
          id: 9,
          firstName: "Wilhelmina",
          isPrimary: true,
          birthDate: "1980-01-02T00:00:00Z",
          nickNames: ["Mina"],
          contactMethods: [
            { id: 3, type: "Home Email", value: "mina@quillfeather.example", verifiedOn: "n/a" },
          ],
        },
      ],
      address: { id: 2, label: "Home", city: "Springfield", address2: null, geo: { lat: 1.5, lng: 2 } },
    }),
  },
  {
    method: "GET",
    url: "https://crm.example.org/api/Contact/999",
    status: 404,
    headers: { "content-length": "0" },
  },
  {
    method: "POST",
    url: "https://crm.example.org/api/Event/5/Contacts",
    requestHeaders: json,
    requestBody: '{"contactIndividualId":"x"}',
    status: 400,
    headers: json,
    body: '{"message":"The request is invalid.","modelState":{"model.contactIndividualId":["Could not convert."]}}',
  },
  {
    method: "GET",
    url: "https://crm.example.org/api/Webhook/7",
    status: 401,
    headers: json,
    body: '{"message":"Authorization has been denied for this request.","traceId":"0HL"}',
  },
  {
    method: "GET",
    url: "https://crm.example.org/api/ContactMethod/Types",
    status: 401,
    headers: { "content-length": "0" },
  },
  {
    method: "GET",
    url: "https://crm.example.org/api/ContactMethod/Types",
    status: 200,
    headers: json,
    body: '["Home Email","Fax","Pigeon"]',
  },
  {
    method: "GET",
    url: "https://donations.example.org/api/Donor/list?Skip=0&Take=2&Filter=quill",
    status: 200,
    headers: { ...json, "x-ratelimit-remaining": "17" },
    body: '{"items":[{"Id":1,"created":"04/03/2026","amount":12.5},{"Id":2}],"total":2,"took":"3ms"}',
  },
  {
    method: "POST",
    url: "https://donations.example.org/api/Gift/query",
    requestHeaders: json,
    requestBody: '{"skip":0,"take":5,"queryType":1,"groups":[]}',
    status: 400,
    headers: { "content-type": "application/problem+json" },
    body: '{"type":"about:blank","title":"Bad","status":400,"detail":"no","errors":{"take":["too many"]},"traceId":"1"}',
  },
  {
    method: "GET",
    url: "https://volunteers.example.org/v1/users?per_page=1",
    status: 200,
    headers: json,
    body: '{"data":[{"id":"u1","when":"yesterday"}],"meta":{"total":1,"pages":1},"links":{}}',
  },
  {
    method: "POST",
    url: "https://volunteers.example.org/v1/groups",
    requestHeaders: json,
    requestBody: "{}",
    status: 422,
    headers: json,
    body: '{"oops":true}',
  },
  {
    method: "GET",
    url: "https://crm.example.org/api/Gift/551208155471?donor=mina@quillfeather.example",
    status: 200,
    headers: json,
    body: '{"id":551208155471}',
  },
  {
    method: "GET",
    url: "https://cdn.example.net/fonts/quillfeather-regular.woff2",
    status: 200,
    headers: {},
    body: "x",
  },
];

/** Values of the records above that may be written nowhere; numbers are so long that no random id or moment holds them. */
export const privateValues: readonly string[] = [
  "Quillfeather",
  "quillfeather",
  "Mina",
  "mina@",
  "Wilhelmina",
  "471108155120",
  "551208155471",
  "K-100",
  "1,200",
  "5up3rs3cr3t",
  "c2lnbmF0dXJl",
  "Springfield",
];
