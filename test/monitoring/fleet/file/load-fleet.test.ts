import fc from "fast-check";
import { expect, test } from "vitest";
import { UsageError } from "../../../../src/core/model/usage-error.ts";
import { derivedNames, prefixOf } from "../../../../src/monitoring/fleet/file/derived-names.ts";
import type { SecretTemplate } from "../../../../src/monitoring/fleet/file/fleet-file.ts";
import { loadFleet } from "../../../../src/monitoring/fleet/file/load-fleet.ts";
import { tries } from "../../../nightly.ts";

const minimal = "defaults: { config: o.yaml }\norganizations: [{ name: north }]\n";

const load = (text: string, env: Readonly<Record<string, string>> = {}) =>
  loadFleet(text, { file: "some/fleet.yaml", env });

/** Every problem of a text on a line of its own. */
const problems = (text: string): readonly string[] => {
  try {
    load(text);
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [error, ...error.others].map(({ line }) => line);
  }
};

test("what a fleet file leaves out has its default", () => {
  const fleet = load(minimal);
  expect(fleet).toMatchObject({
    database: { kind: "sqlite", path: "some/fleet.sqlite" },
    schedule: { hour: 1, minute: 0, windowMs: 6 * 3_600_000, timezone: "UTC" },
    defaults: { config: { path: "some/o.yaml" }, variables: {}, safety: {} },
    secrets: { kind: "environment", template: "{ORGANIZATION}_", timeoutMs: 10_000, concurrency: 4 },
    organizations: { kind: "list" },
    breadth: { share: 0.5, atLeast: 10 },
    tolerate: 0.1,
    retention: { shapes: 90, operations: 400 },
  });
  expect(fleet.key()).toBeUndefined();
});

test("a server needs a key, and neither key nor password is in what is printed", () => {
  const key = "k".repeat(32);
  const text = `${minimal}database: \${DATABASE}\nkey: \${KEY}\nschema: night_1\n`;
  const fleet = load(text, { DATABASE: "postgres://worker:s3cret@db/fleet", KEY: key });
  expect(JSON.stringify(fleet)).not.toMatch(/s3cret|kkkk/);
  if (fleet.database.kind !== "postgres") throw new Error("it is a server");
  expect([fleet.database.schema, fleet.database.address(), fleet.key()]).toEqual([
    "night_1",
    "postgres://worker:s3cret@db/fleet",
    key,
  ]);
  expect(problems(`${minimal}database: postgres://db/fleet\n`)).toEqual([
    "some/fleet.yaml:3:1: a fleet on PostgreSQL needs a key, the same for all workers (make one with openssl rand -hex 32, and add key: ${TRIPACT_FLEET_KEY})",
  ]);
});

test("who is alerted is read, and no address is in what is printed", () => {
  const text = `${minimal}notify: { slack: [{ url: "\${SLACK}", on: [release] }] }\n`;
  const fleet = load(text, { SLACK: "https://hooks.example.org/s3cret" });
  expect(fleet.notify()).toEqual({ slack: [{ url: "https://hooks.example.org/s3cret", on: ["release"] }] });
  expect(load(minimal).notify()).toEqual({});
  expect(JSON.stringify(fleet)).not.toContain("s3cret");
});

test.each([
  ["files: 'secrets/{organization}.json'", { kind: "files", template: "some/secrets/{organization}.json" }],
  ["sops: 's/{organization}.yaml'", { kind: "sops", template: "some/s/{organization}.yaml" }],
  [
    "command: [vault, kv, get, '{organization}'], at: /data/data, timeout: 2m, concurrency: 9",
    {
      kind: "command",
      template: ["vault", "kv", "get", "{organization}"],
      at: "/data/data",
      timeoutMs: 120_000,
      concurrency: 9,
    },
  ],
])("secrets: { %s }", (secrets, expected) => {
  expect(load(`${minimal}secrets: { ${secrets} }\n`).secrets).toMatchObject(expected);
});

test.each([
  ["organizations: []", /^some\/fleet.yaml:1:16: organizations must list the organizations/],
  [
    "organizations: { file: a.csv, command: [b] }",
    /organizations must name one of file, command, and one alone/,
  ],
  ["organizations: [{ name: a }, { name: a }]", /:1:38: another organization has the same name/],
  [
    "organizations: [{ name: a-b }, { name: a.b }]",
    /:1:40: a-b and a\.b have the same prefix of environment variables, A_B_ \(rename one/,
  ],
  ["organizations: [{ name: North }, { name: north }]", /North and north have the same prefix .*, NORTH_/],
  ["organizations: [{ name: a b }, { name: a  b }]", /a b and a {2}b have the same prefix .*, A_B_/],
  [
    "organizations: [{ name: North }, { name: north }]\nsecrets: { files: 's/{organization}.json' }",
    /North and north have the same file of secrets, s\/north\.json/,
  ],
  [
    "organizations: [{ name: a }, { name: A }]\nsecrets: { sops: 's/{ORGANIZATION}.json' }",
    /a and A have the same file of secrets/,
  ],
  [
    "organizations: [{ name: a-b }, { name: a b }]\nsecrets: { command: [get, '{ORGANIZATION}'] }",
    /a-b and a b have the same command for secrets/,
  ],
  [
    "organizations: [{ name: north crm }, { name: north }]",
    /:1:25: north would take the variables of north crm: NORTH_CRM_ begins with NORTH_ \(for example/,
  ],
  ["organizations: [{ name: 'a ' }]", /organizations\.0\.name must be .* without a space at its end/],
  ["organizations: [{ name: ' a' }]", /organizations\.0\.name must be .* without a space at its end/],
  ["organizations: [{ name: ../a }]", /organizations\.0\.name must be a name of letters/],
  ['organizations: [{ name: "\\ud800" }]', /organizations\.0\.name must be a name of letters/],
  [
    "organizations: [{ name: a }, { name: b }]\nsecrets: { environment: ['{organization}'] }",
    /secrets\.environment must be text that is not empty, not a list/,
  ],
  [
    "organizations: [{ name: a, label: {} }]",
    /unknown key label in organizations\.0 \(did you mean labels\?\)/,
  ],
  ["organizations: [{ name: a, safety: { writes: true } }]", /unknown key writes/],
  [
    "organizations: [{ name: a }]\nschedule: { timezone: Amsterdam/Europe }",
    /no time zone that this machine knows/,
  ],
  ["organizations: [{ name: a }]\nschedule: { at: '25:00' }", /schedule\.at must be a time such as 01:00/],
  ["organizations: [{ name: a }]\nsecrets: { files: a, sops: b }", /secrets must name one of/],
  ["organizations: [{ name: a }]\nretention: { shapes: 90 }", /retention\.shapes must be a duration such as/],
  ["organizations: [{ name: a }]\ntolerate: 2", /tolerate must be a number from 0 to 1/],
  [
    "organizations: [{ name: a }]\nnotify: { slack: [{ url: 'http://hooks.example.org/x' }] }",
    /notify\.slack\.0\.url must be an https address/,
  ],
  [
    "organizations: [{ name: a }]\nnotify: { slack: [{ url: 'https://h.example.org', on: [broken] }] }",
    /notify\.slack\.0\.on\.0 must be release, breaking, likely, gone or failed/,
  ],
  ["organizations: [{ name: a }]\nnotify: { gitlab: [] }", /unknown key gitlab/],
  ["organizations: [{ name: a }]\ndatabase: 'postgres://a b/c'\nkey: x", /database is no address/],
])("%s is refused", (text, says) => {
  expect(problems(`${text}\ndefaults: { config: o.yaml }\n`).join("\n")).toMatch(says);
});

test.each(["command: [get, '{organization}']", "files: s/all.yaml", "environment: ALL_"])(
  "names that differ in punctuation alone are two where secrets: { %s } keeps them apart, or is for all",
  (secrets) => {
    expect(problems(`${minimal.replace("north", "a-b }, { name: a.b")}secrets: { ${secrets} }\n`)).toEqual(
      [],
    );
  },
);

/** Names that are likely to look alike. */
const names = fc.array(fc.constantFrom("a", "A", "b", "0", " ", ".", "_", "-", "@"), {
  minLength: 1,
  maxLength: 5,
});

test("any two names that a file may hold differ in every name that is made from them, or are refused", () => {
  fc.assert(
    fc.property(
      names,
      fc.oneof(names, fc.func(fc.constantFrom(undefined, "A", "b", "-", " "))),
      fc.constantFrom<SecretTemplate>(
        { kind: "environment", template: "{ORGANIZATION}_" },
        { kind: "environment", template: "X_{organization}" },
        { kind: "files", template: "s/{organization}.json" },
        { kind: "sops", template: "{ORGANIZATION}.yaml" },
        { kind: "command", template: ["get", "{organization}"] },
        { kind: "command", template: ["get", "{ORGANIZATION}"] },
      ),
      (parts, others, secrets) => {
        const one = parts.join("");
        // The other one is often nearly the same.
        const changed = Array.isArray(others) ? others : parts.map((part, index) => others(index) ?? part);
        const other = changed.join("");
        const { kind, template } = secrets;
        const file = {
          defaults: { config: "o.yaml" },
          organizations: [{ name: one }, { name: other }],
          secrets: { [kind]: template },
        };
        const derived = [one, other].map((name) =>
          derivedNames(secrets, name).map(({ key, text }) => [key, text].map((part) => part.trim())),
        );
        const [ofOne = [], ofOther = []] = derived;
        const prefixes = [one, other].map((name) => prefixOf(secrets, name)).toSorted();
        const nest = prefixes[0] !== "" && prefixes[1]?.startsWith(prefixes[0] ?? "") === true;
        const coincide =
          nest || ofOne.some((keys, index) => keys.some((key, at) => key === ofOther[index]?.[at]));
        const isRefused = problems(JSON.stringify(file)).length > 0;
        if (coincide) expect(isRefused).toBe(true);
        // And no more than that is.
        else
          expect(isRefused).toBe([one, other].some((name) => !/^[a-z0-9]([\w.@ -]*[\w.@-])?$/i.test(name)));
      },
    ),
    { numRuns: 600 },
  );
});

/** A fleet file with every key. */
const whole = {
  database: "postgres://db/fleet",
  schema: "night",
  key: "k".repeat(32),
  schedule: { at: "01:00", window: "6h", timezone: "UTC" },
  work: { heartbeat: "60s", retries: 3, retryDelay: "30s" },
  defaults: { account: "a", config: "o.yaml", variables: { A: "a" }, safety: { perHour: 3 } },
  secrets: { environment: "{ORGANIZATION}_", at: "/a", timeout: "10s", concurrency: 4 },
  organizations: [
    { name: "north", labels: { region: "n" } },
    { name: "south", account: "b" },
  ],
  breadth: { share: 0.5, atLeast: 10 },
  tolerate: 0.1,
  retention: { shapes: "90d", operations: "400d" },
  notify: {
    slack: [{ url: "https://hooks.example.org/x", on: ["gone"] }],
    email: [{ server: "smtps://smtp.example.org:465", from: "a@example.org", to: ["b@example.org"] }],
    heartbeat: [{ url: "https://beat.example.org" }],
  },
};

type Place = readonly (string | number)[];

const placesIn = (value: unknown, path: Place = []): readonly Place[] => [
  path,
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))
    : []),
];

/** The value with another one at a place. */
const replaced = (value: unknown, [key, ...rest]: Place, by: unknown): unknown => {
  if (key === undefined) return by;
  const copy: Record<string, unknown> = Array.isArray(value)
    ? Object.assign([], value)
    : { ...Object(value) };
  copy[key] = replaced(copy[key], rest, by);
  return copy;
};

const strange = fc.oneof(
  fc.json({ depthSize: "small" }).map((text): unknown => JSON.parse(text)),
  fc.string({ unit: "binary" }),
  fc.constantFrom<unknown>(
    "\ud800",
    "a\ud800",
    "a\0",
    ["{organization}"],
    { a: "{organization}" },
    "{organization}",
    [null],
    1e300,
    -0,
    "postgres://",
    "https://",
    "smtp://",
  ),
);

test("whatever stands anywhere in a fleet file is valid, or wrong use with its place", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...placesIn(whole)),
      strange,
      fc.constantFrom<unknown>(whole.secrets, { files: "s/{organization}" }, { command: ["{organization}"] }),
      (place, value, secrets) => {
        const file = replaced(replaced(whole, ["secrets"], secrets), place, value);
        for (const line of problems(JSON.stringify(file)))
          expect(line).toMatch(/^some\/fleet\.yaml:\d+:\d+: /);
      },
    ),
    tries(300, 10_000),
  );
});
