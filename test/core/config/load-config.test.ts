import { inspect } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { defaultSafety, unlimited } from "../../../src/core/config/config.ts";
import { closedMaps, credentialPaths, fullConfig } from "./full-config.ts";
import { load, refusal } from "./load.ts";
import { tries } from "../../nightly.ts";
import { codePoint } from "../../code-point.ts";

const crm = (lines: string): string => `interfaces:\n  crm:\n    baseUrl: https://crm.example.org\n${lines}`;

const asYaml = (value: unknown): string => stringify(value);
const asJson = (value: unknown): string => JSON.stringify(value, null, "\t");

/** A copy of the full configuration in which the value at a path went through `change`. */
const changed = (path: readonly string[], change: (value: unknown) => unknown): unknown => {
  const at = (value: unknown, [segment, ...rest]: readonly string[]): unknown => {
    if (segment === undefined) return change(value);
    if (Array.isArray(value))
      return value.map((item, index) => (String(index) === segment ? at(item, rest) : item));
    return { ...Object(value), [segment]: at(Object(value)[segment], rest) };
  };
  return at(fullConfig, path);
};

/** An id becomes a segment of an address, wherever it is. */
test.each([
  ["..", false],
  [".", false],
  [" .. ", false],
  ["%2e%2E", false],
  [".%2e", false],
  ["\ud800", false],
  ["a\udc00b", false],
  ["", false],
  ["   ", false],
  ["...", true],
  ["..a", true],
  ["C-17", true],
  ["a/b", true],
  ["\u{1f600}", true],
  ["0", true],
  [0, true],
  [-3, true],
])("the id %j is taken: %s", (id, isTaken) => {
  const ids = [
    ["interfaces", "crm", "records", "contactId"],
    ["interfaces", "crm", "scratch", "noteId"],
    ["interfaces", "donation", "scratch", "campaign", "id"],
    ["interfaces", "volunteer", "scratch", "memberIds", "0"],
  ];
  for (const path of ids) {
    const text = asJson(changed(path, () => id));
    if (isTaken) expect(() => load(text)).not.toThrow();
    else
      expect(refusal(text).message).toMatch(
        / must be an id: an integer, or text that can be part of an address, not \. or \.\.$/,
      );
  }
});

describe("a configuration with every key", () => {
  test.each([
    ["YAML", asYaml(fullConfig)],
    ["JSON", asJson(fullConfig)],
    ["JSON with a byte order mark", `\ufeff${asJson(fullConfig)}`],
    ["YAML with CRLF", asYaml(fullConfig).replaceAll("\n", "\r\n")],
  ])("is read from %s", (_, text) => {
    const config = load(text);
    expect(config.interfaces).toEqual(["crm", "donation", "volunteer"]);
    expect(config.baseUrls).toEqual({
      crm: "https://crm.example.org/tenant",
      donation: "https://donations.example.org",
      volunteer: "https://volunteer.example.org",
    });
    expect(config.safety).toEqual(fullConfig.safety);
    expect(config.setting("crm.records.contactId")).toBe(1);
    expect(config.setting("volunteer.scratch.setMembers")).toEqual({ members: "$memberIds" });
    expect(config.setting("donation.queries.sampleConditions.gift")).toEqual(
      fullConfig.interfaces.donation.queries.sampleConditions.gift,
    );
    expect(config.secret("crm.credentials.twoFactor.otp")).toBe("004217");
    expect(config.file("donation.queries.dialect")?.path).toBe("donation.dialect.yaml");
    expect(config.baseline?.path).toBe("tripact.baseline.json");
  });

  test("shows a credential to nobody who does not ask for it by name", () => {
    const config = load(asJson(fullConfig));
    const shown = inspect(config, { depth: null, showHidden: true }) + JSON.stringify(config);
    const secrets = credentialPaths.map((path) => config.secret(path) ?? "");
    expect(credentialPaths.filter((path) => !config.has(path) || config.setting(path) !== undefined)).toEqual(
      [],
    );
    expect(secrets).not.toContain("");
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
    expect(config.setting("crm.credentials")).toBeUndefined();
  });
});

describe("what is left out", () => {
  test("leaves the defaults, with writes off", () => {
    expect(load("safety: {}").safety).toEqual(defaultSafety);
    expect(load("safety: {}").sandboxOrigin).toBeUndefined();
    expect(load("sandbox: { control: http://127.0.0.1:8080/ }").sandboxOrigin).toBe("http://127.0.0.1:8080");
    expect(load("safety: { perHour: 7 }").safety).toEqual({ ...defaultSafety, perHour: 7 });
    expect(defaultSafety.writes).toBe(false);
  });

  const at = (...addresses: readonly string[]): string =>
    JSON.stringify({
      interfaces: Object.fromEntries(
        addresses.map((baseUrl, at) => [["crm", "donation", "volunteer"][at], { baseUrl }]),
      ),
    });

  test.each([
    [["http://127.0.0.1:8080"], true],
    [["http://localhost", "https://127.9.9.9/crm", "http://[::1]:1"], true],
    [["https://crm.example.org"], false],
    [["http://127.0.0.1:8080", "https://crm.example.org"], false],
    [["https://crm.localhost"], false],
    [["https://127.0.0.1.example.org"], false],
  ])("leaves %j without a rate of requests: %s", (addresses, isLocal) => {
    expect(load(at(...addresses)).safety).toEqual({ ...defaultSafety, ...(isLocal ? unlimited : {}) });
    const given = { ...JSON.parse(at(...addresses)), safety: { perHour: 7 } };
    expect(load(JSON.stringify(given)).safety).toMatchObject({
      perHour: 7,
      perSecond: isLocal ? Infinity : defaultSafety.perSecond,
    });
  });

  test("is neither there nor set", () => {
    const config = load(crm(""));
    expect(config.interfaces).toEqual(["crm"]);
    expect(config.has("crm.credentials.apiKey")).toBe(false);
    expect(config.has("donation.baseUrl")).toBe(false);
    expect(config.setting("crm.records.contactId")).toBeUndefined();
    expect(config.secret("crm.credentials.apiKey")).toBeUndefined();
    expect(config.setting("crm.records.__proto__")).toBeUndefined();
    expect(config.baseline).toBeUndefined();
  });
});

describe("an unknown key", () => {
  const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,11}$/);

  test("is refused at any depth with its own place", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...closedMaps),
        word,
        fc.constantFrom(asYaml, asJson),
        (path, key, write) => {
          const inner = path.reduce<unknown>((value, segment) => Object(value)[segment], fullConfig);
          fc.pre(!Object.hasOwn(Object(inner), key) && !["$schema", "value", "secondaryValue"].includes(key));
          const text = write(changed(path, (value) => ({ ...Object(value), [key]: 1 })));
          const { message, location } = refusal(text);
          const where = path.length === 0 ? "" : ` in ${path.join(".")}`;
          expect(message).toBe(`unknown key ${key}${where}`);
          const [, line, column] = /^t\.yaml:(\d+):(\d+)$/.exec(location ?? "") ?? [];
          const there = text.split("\n")[Number(line) - 1]?.slice(Number(column) - 1) ?? "";
          expect(there.replace(/^"/, "").startsWith(key)).toBe(true);
        },
      ),
      tries(15, 300),
    );
  });

  test.each([
    ["interfaces: { crm: { baseURL: https://x.example.org } }", "did you mean baseUrl?"],
    ["safety: { maxRequest: 3 }", "did you mean maxRequests?"],
    ["interface: {}", "did you mean interfaces?"],
    [crm("    credentials: { apikey: x }\n"), "did you mean apiKey?"],
    ["zzz: 1", "known: $schema, interfaces, safety, sandbox, baseline, require, notify"],
  ])("comes with a suggestion: %s", (text, hint) => {
    expect(refusal(text).hint).toBe(hint);
  });

  test("of interfaces is an interface, which is a map with a document", () => {
    expect(refusal("interfaces: { shop: 1 }").message).toMatch(/^interfaces\.shop must be a map of keys/);
    expect(refusal("interfaces: { shop: {} }")).toMatchObject({ message: expect.stringContaining("shop") });
  });

  test("of a filter condition is allowed only as the field of the single value", () => {
    const path = ["interfaces", "donation", "queries", "sampleConditions", "gift", "0"];
    const text = asYaml(changed(path, (value) => ({ ...Object(value), vallue: 1 })));
    expect(refusal(text)).toMatchObject({ hint: "did you mean value?" });
  });

  test("of a filter condition is allowed while nobody names the field of the single value", () => {
    const queries = ["interfaces", "donation", "queries"];
    const text = asYaml(
      changed(queries, (value) => {
        const { singleValueField: _, ...others } = { singleValueField: "", ...Object(value) };
        return others;
      }),
    );
    const config = load(text);
    expect(config.setting("donation.queries.sampleConditions.gift")).toEqual(
      fullConfig.interfaces.donation.queries.sampleConditions.gift,
    );
  });
});

describe("a value that does not belong", () => {
  test.each([
    ["safety:\n  writes: yes", "t.yaml:2:11", "safety.writes must be true or false, not text"],
    [
      "sandbox: { control: http://crm.example.org }",
      "t.yaml:1:21",
      "sandbox.control must be an https address",
    ],
    ["safety:\n  maxRequests: 0", "t.yaml:2:16", "safety.maxRequests must be a whole number above 0"],
    ["safety:\n  perSecond: 1.5", "t.yaml:2:14", "safety.perSecond must be a whole number above 0"],
    [
      "safety:\n  maxWaitMs: -1",
      "t.yaml:2:14",
      "safety.maxWaitMs must be a whole number of milliseconds, 0 or more",
    ],
    ["interfaces: {}", "t.yaml:1:13", "interfaces must name at least one of crm, donation and volunteer"],
    [
      "safety:\n  timeoutMs: 2147483648",
      "t.yaml:2:14",
      "safety.timeoutMs must be a whole number of milliseconds",
    ],
    ["safety: []", "t.yaml:1:9", "safety must be a map of keys, not a list"],
    ["interfaces:\n  crm: {}", "t.yaml:2:3", "interfaces.crm lacks baseUrl"],
    [
      crm("    credentials: { apiKey: 12 }"),
      "t.yaml:4:28",
      "interfaces.crm.credentials.apiKey must be one word",
    ],
    [
      crm("    credentials: { apiKey: 'a b' }"),
      "t.yaml:4:28",
      "interfaces.crm.credentials.apiKey must be one word",
    ],
    [crm("    credentials:"), "t.yaml:4:17", "interfaces.crm.credentials must be a map of keys, not empty"],
    [crm("    records: { contactId: 1.5 }"), "t.yaml:4:27", "interfaces.crm.records.contactId must be an id"],
    [crm("    records: { contactId: '' }"), "t.yaml:4:27", "interfaces.crm.records.contactId must be an id"],
    [
      asYaml(changed(["interfaces", "volunteer", "created", "user"], () => "id")),
      /:\d+/,
      "must be a JSON pointer",
    ],
    [
      asYaml(changed(["interfaces", "volunteer", "readBack", "group"], () => "//evil/{id}")),
      /:\d+/,
      "must be a path",
    ],
    [
      asYaml(changed(["interfaces", "volunteer", "readBack", "group"], () => "/v1/groups")),
      /:\d+/,
      "must be a path",
    ],
    [
      asYaml(changed(["interfaces", "donation", "scratch", "campaign"], () => ({ name: "x" }))),
      /:\d+/,
      "lacks id",
    ],
    [
      asYaml(changed(["interfaces", "donation", "queries", "conjunctAnd"], () => 2)),
      /:\d+/,
      "must be 0 or 1",
    ],
    [
      asYaml(changed(["interfaces", "donation", "queries", "queryTypes", "gift"], () => 10)),
      /:\d+/,
      "from 0 to 9",
    ],
    [
      asYaml(changed(["interfaces", "volunteer", "scratch", "memberIds"], () => [])),
      /:\d+/,
      "at least one id",
    ],
  ])("is refused (%#)", (text, location, message) => {
    const error = refusal(text);
    expect(error.location).toMatch(location);
    expect(error.message).toContain(message);
  });

  test("a one-time code written as a number must be in quotes", () => {
    const text = crm("    credentials: { twoFactor: { username: a, password: b, otp: 004217 } }");
    expect(refusal(text).hint).toBe("put the value in quotes");
  });

  test("is never repeated in the message", () => {
    const secret = "hunter2-hunter2";
    const texts = [
      crm(`    credentials: { apiKey: "${secret} ${secret}" }`),
      crm(`    credentials: { password: ${secret} }`),
      crm(`    credentials: "${secret}`),
      crm(`    credentials: { apiKey: ${secret}: ] }`),
      `interfaces: { crm: { baseUrl: "https://user:${secret}@crm.example.org" } }`,
      `interfaces: { crm: { baseUrl: "${secret}" } }`,
    ];
    for (const text of texts) expect(refusal(text).line).not.toContain(secret);
  });
});

describe("text that is not one plain document", () => {
  const bomb = ["a: &a [1,1,1,1,1,1,1,1,1,1]"];
  for (const [index, name] of [..."bcdefghijk"].entries())
    bomb.push(`${name}: &${name} [${Array(10).fill(`*${"abcdefghijk"[index]}`).join(",")}]`);

  test.each([
    ["", "the file is empty"],
    ["# nothing\n", "the file is empty"],
    ["null", "the file must be a map of keys, not empty"],
    ["[]", "the file must be a map of keys, not a list"],
    ["safety: {}\nsafety: {}", "the key safety is there twice"],
    ['{ "safety": {}, "safety": {} }', "the key safety is there twice"],
    ["safety: {}\n---\nsafety: {}", "the file holds several documents; only one is read"],
    ["safety: !!js/function x", "YAML tags are not supported"],
    ["safety: !mine {}", "YAML tags are not supported"],
    ["safety: *x", "the alias *x names no anchor before it"],
    ["safety: &a [*a]", "the alias *a contains itself"],
    [bomb.join("\n"), "the file expands to more than 30000 values"],
    ["[".repeat(20_000), "the file nests deeper than 100 levels"],
    [`${"a: {".repeat(200)}${"}".repeat(200)}`, "the file nests deeper than 100 levels"],
    ["safety: [1", "not valid YAML or JSON"],
    ["\tsafety: {}", "tabs cannot indent YAML"],
    ["? [1]\n: 2", "every key must be plain text"],
    ["safety: { perHour: 99999999999999999999 }", "the number is too large to be exact"],
    ["safety: { perHour: .inf }", "not a finite number"],
  ])("is refused in one line (%#)", (text, message) => {
    const error = refusal(text);
    expect(error.message).toContain(message);
    expect(error.location).toMatch(/^t\.yaml:\d+:\d+$/);
    expect(error.line).not.toContain("\n");
  });

  test("braces of a variable within a flow map must be in quotes", () => {
    expect(refusal(crm("    credentials: { apiKey: ${KEY} }"), { KEY: "x" }).hint).toContain(
      "quote text that holds { or }",
    );
  });

  test("any text is either read or refused with a place", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 60 }), (text) => {
        expect(refusal(`zzz: 1\n${text}`).location).toMatch(/^t\.yaml:\d+:\d+$/);
      }),
      tries(30, 100),
    );
  });
});

test("anchors and aliases share a body", () => {
  const text = [
    "interfaces:",
    "  volunteer:",
    "    baseUrl: https://volunteer.example.org",
    "    scratch:",
    "      createGroup: &body { name: g }",
    "      updateGroup: *body",
  ].join("\n");
  expect(load(text).setting("volunteer.scratch.updateGroup")).toEqual({ name: "g" });
});

test.each([
  ["https://a.example.org/x", "https://a.example.org/x"],
  ["https://a.example.org/${T}/x/", "https://a.example.org/${T}/x"],
  ["https://a.example.org/t-${T}", "https://a.example.org/t-${T}"],
  ["https://${HOST}/api/${T}", "https://a.example.org/api/${T}"],
  ["${WHOLE}", "https://a.example.org/${WHOLE}/api/v2"],
  ["${PLAIN}", "https://a.example.org/api"],
])("a variable in the path of %s is shown by its name", (baseUrl, shown) => {
  const env = {
    T: "smith",
    HOST: "a.example.org",
    WHOLE: "https://a.example.org/smith/api/v2/",
    PLAIN: "https://a.example.org/api",
  };
  const { baseUrls, shownUrls } = load(JSON.stringify({ interfaces: { crm: { baseUrl } } }), env);
  expect(shownUrls["crm"]).toBe(shown);
  expect(new URL(baseUrls["crm"] ?? "").host).toBe("a.example.org");
  expect(shownUrls["crm"]).not.toContain("smith");
});
