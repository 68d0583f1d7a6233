import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type ConfigEntry, extendConfig } from "../../../src/onboarding/init/extend-config.ts";
import { tries } from "../../nightly.ts";

const key = (path: string, value: unknown, note?: string): ConfigEntry => ({
  path: path.split("."),
  value,
  ...(note === undefined ? {} : { note }),
});

const proposal = (path: string, example = "…"): ConfigEntry => ({
  path: path.split("."),
  example,
  note: "+1 fact",
});

const extend = (text: string, ...entries: readonly ConfigEntry[]): string =>
  extendConfig(text, entries, "c.yaml");

const entries = [
  key("interfaces.crm.baseUrl", "https://crm.example.org"),
  key("interfaces.crm.credentials.apiKey", "${CRM_KEY}"),
  proposal("interfaces.crm.credentials.limitedApiKey", "${CRM_LIMITED_KEY}"),
  proposal("interfaces.crm.records.contactId"),
  proposal("interfaces.crm.records.webhookId"),
  proposal("safety.perSecond", "5"),
];

test("a new file has the keys that are known, and the others as comments", () => {
  expect(extend("# head\n", ...entries)).toBe(`# head
interfaces:
  crm:
    baseUrl: https://crm.example.org
    credentials:
      apiKey: \${CRM_KEY}
      # limitedApiKey: \${CRM_LIMITED_KEY}  # +1 fact
    # records:
    #   contactId: …  # +1 fact
    #   webhookId: …  # +1 fact
# safety:
#   perSecond: 5  # +1 fact
`);
});

test("a proposal that becomes a key gives it its place, and the map around it is there then", () => {
  const text = extend("", ...entries);
  expect(extend(text, key("interfaces.crm.records.webhookId", 2))).toContain(`
    records:
      # contactId: …  # +1 fact
      webhookId: 2
`);
});

test("what is uncommented by hand is a configuration", () => {
  const text = extend("", ...entries)
    .replace("    # records:", "    records:")
    .replace("#   contactId: …", "  contactId: 1");
  expect(parse(text).interfaces.crm.records).toEqual({ contactId: 1 });
});

test.each([
  [
    "a map in braces",
    'interfaces:\n  crm:\n    baseUrl: https://a # mine\n    credentials: { apiKey: "x" } # c\n\n# the end\n',
  ],
  ["JSON", '{ "interfaces": { "crm": { "baseUrl": "https://a" } } }\n'],
  ["an empty map in braces", "interfaces: { crm: { baseUrl: https://a, records: {} } }\n"],
  ["JSON on many lines", '{\n  "interfaces": {\n    "crm": {\n      "baseUrl": "https://a"\n    }\n  }\n}\n'],
  ["Windows lines", "interfaces:\r\n  crm:\r\n    baseUrl: https://a\r\n"],
  ["another indentation", "interfaces:\n    crm:\n        baseUrl: https://a # mine\n        # a remark\n"],
  ["no newline at its end", "interfaces:\n  crm:\n    baseUrl: https://a"],
])("%s takes keys and keeps what it has", (_, text) => {
  const extended = extend(
    text,
    ...entries,
    key("interfaces.crm.records.contactId", 1),
    key("interfaces.donation.baseUrl", "https://d"),
  );
  const { crm, donation } = parse(extended).interfaces;
  expect(crm).toMatchObject({ baseUrl: "https://a", records: { contactId: 1 } });
  expect(crm.credentials).toHaveProperty("apiKey");
  expect(donation.baseUrl).toBe("https://d");
  for (const [comment] of text.matchAll(/#[^\r\n]*/g)) expect(extended).toContain(comment);
});

test("whatever a file has and whatever is added: nothing is lost, and the second time nothing changes", () => {
  const sections = ["credentials", "records", "scratch"];
  const path = fc.record({
    name: fc.constantFrom("crm", "donation"),
    section: fc.constantFrom(...sections),
    key: fc.constantFrom("a", "b", "c"),
  });
  const entry = fc.tuple(path, fc.option(fc.oneof(fc.integer(), fc.string())));
  const entryOf = ([{ name, section, key: leaf }, value]: readonly [
    { name: string; section: string; key: string },
    unknown,
  ]): ConfigEntry =>
    value === null
      ? proposal(`interfaces.${name}.${section}.${section}${leaf}`)
      : key(`interfaces.${name}.${section}.${section}${leaf}`, value);
  const start = "# kept\ninterfaces:\n  crm:\n    baseUrl: a # kept\n  donation:\n    baseUrl: b\n";
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), fc.array(entry, { maxLength: 8 }), (one, other) => {
      const first = extend(start, ...one.map(entryOf));
      const second = extend(first, ...other.map(entryOf));
      const before = parse(first) ?? {};
      expect(parse(second) ?? {}).toMatchObject(before);
      expect(second).toContain("# kept");
      expect(extend(second, ...one.map(entryOf), ...other.map(entryOf))).toBe(second);
      for (const { path: given, value } of [...one, ...other].map(entryOf))
        if (value !== undefined) expect(parse(second)).toHaveProperty([...given]);
    }),
    tries(40, 100),
  );
});

test("what cannot take a key is named", () => {
  expect(() => extend("interfaces: nothing\n", ...entries)).toThrow(
    expect.objectContaining({ location: "c.yaml", message: "cannot be extended" }),
  );
});

describe("what is there by an alias or a merge key", () => {
  const text = `base: &base
  baseUrl: https://a.example
  records:
    contactId: 1
interfaces:
  crm:
    <<: *base
  donation: *base
`;

  test("is given, and stays", () => {
    const given = [
      key("interfaces.crm.baseUrl", "https://b"),
      key("interfaces.donation.records.contactId", 2),
    ];
    expect(extend(text, ...given)).toBe(text);
  });

  test("takes a key beside the merge key", () => {
    expect(extend(text, key("interfaces.crm.organization", "o"))).toContain(
      "  crm:\n    <<: *base\n    organization: o\n",
    );
  });

  test.each(["interfaces.crm.records.webhookId", "interfaces.donation.organization"])(
    "takes no key that would end it: %s",
    (path) => {
      expect(() => extend(text, key(path, 3))).toThrow("cannot be extended");
      expect(extend(text, proposal(path))).toBe(text);
    },
  );
});
