import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { UsageError } from "../../../src/core/model/usage-error.ts";
import { diff } from "../../../src/app/diff.ts";
import { contract } from "../../../src/inputs/contract.ts";
import { readDialect } from "../../../src/builtin/queries/dialect/read-dialect.ts";
import { readSourceDocument } from "../../../src/documents/source-document.ts";
import { loadBaseline } from "../../../src/core/config/baseline.ts";
import { loadConfig } from "../../../src/core/config/load-config.ts";
import { readDocumentText } from "../../../src/documents/read-document.ts";
import { loadFleet } from "../../../src/monitoring/fleet/file/load-fleet.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { readSource } from "../../../src/core/source/source-document.ts";
import { isNightly } from "../../nightly.ts";

const valueOf = (text: string): unknown => readSource(text, "a.yaml").value;

const anchors = "a: &a { x: 1, y: 1 }\nb: &b { y: 2, z: 2 }\nlist: &list [*b, *a]\n";

describe("merge keys are applied", () => {
  test.each<readonly [string, string, unknown]>([
    ["of a mapping", "<<: *a", { x: 1, y: 1 }],
    ["own keys win, before and after", "x: 0\n  <<: *a\n  y: 0", { x: 0, y: 0 }],
    ["an own null wins as well", "<<: *a\n  y:", { x: 1, y: null }],
    ["the first of a list wins", "<<: [*a, *b]", { x: 1, y: 1, z: 2 }],
    ["of a list that is an alias", "<<: *list", { x: 1, y: 2, z: 2 }],
    ["of mappings that are written here", "<<: [{ q: 1 }, { <<: *a, y: 3 }]", { q: 1, x: 1, y: 3 }],
    ["of nothing", "<<: []", {}],
    ["in quotes it is a key like any other", '"<<": *a', { "<<": { x: 1, y: 1 } }],
  ])("%s", (_, lines, expected) => {
    expect(valueOf(`${anchors}of:\n  ${lines}\n`)).toMatchObject({ of: expected });
    expect(Object(valueOf(`${anchors}of:\n  ${lines}\n`)).of).toEqual(expected);
  });

  test("a name of an inherited property is a key", () => {
    const value = valueOf("a: &a { __proto__: 1 }\nb: { <<: *a }\n");
    expect(Object.keys(Object(value).b as object)).toEqual(["__proto__"]);
  });

  test("a value is where it is written", () => {
    const source = readSource(`${anchors}of:\n  <<: [*a, *b]\n  y: 0\n`, "a.yaml");
    expect(["x", "y", "z", "q"].map((key) => source.location(["of", key]))).toEqual([
      "a.yaml:1:12",
      "a.yaml:6:6",
      "a.yaml:2:18",
      "a.yaml:5:3",
    ]);
  });

  test("an anchor that is there twice stands for the one before its alias", () => {
    const source = readSource("a: &a { x: 1 }\nb: { <<: *a }\nc: &a { x: 2 }\nd: *a\n", "a.yaml");
    expect(source.value).toMatchObject({ b: { x: 1 }, d: { x: 2 } });
    expect([source.location(["b", "x"]), source.location(["d", "x"])]).toEqual([
      "a.yaml:1:12",
      "a.yaml:3:12",
    ]);
  });

  const small = fc.dictionary(fc.constantFrom("x", "y", "z"), fc.nat(3), { maxKeys: 3 });

  test("as another reader applies them", () => {
    const merging = fc.tuple(fc.array(fc.nat(9), { maxLength: 3 }), small, fc.boolean());
    fc.assert(
      fc.property(fc.array(small, { minLength: 1, maxLength: 3 }), fc.array(merging), (held, all) => {
        const lines = held.map((one, index) => `m${index}: &m${index} ${JSON.stringify(one)}`);
        for (const [from, own, isFirst] of all) {
          const at = lines.length;
          const merge = `<<: [${from.map((one) => `*m${one % at}`).join(", ")}]`;
          const inner = Object.entries(own).map(([key, value]) => `${key}: ${value}`);
          lines.push(`m${at}: &m${at} { ${(isFirst ? [merge, ...inner] : [...inner, merge]).join(", ")} }`);
        }
        const text = `${lines.join("\n")}\n`;
        expect(valueOf(text)).toEqual(parse(text, { merge: true, maxAliasCount: -1 }));
      }),
      { numRuns: isNightly ? 5_000 : 100 },
    );
  });
});

const errorsOf = (text: string): string => {
  try {
    readSource(text, "a.yaml");
  } catch (error) {
    if (error instanceof UsageError) return [error.location, error.message].join(": ");
    throw error;
  }
  return "";
};

describe("what cannot be merged is refused with its location", () => {
  const what = "the merge key << takes a mapping or a list of mappings";
  test.each([
    ["a: { <<: 1 }", `a.yaml:1:10: ${what}`],
    ["a: { <<: }", `a.yaml:1:10: ${what}`],
    ["a: { <<: [{}, 1] }", `a.yaml:1:10: ${what}`],
    ["a: { <<: *b }", "a.yaml:1:10: the alias *b names no anchor before it"],
    ["a: &a { <<: *a }", "a.yaml:1:13: the alias *a contains itself"],
    ["a: &a {}\nb: { <<: *a, <<: *a }", "a.yaml:2:14: the key << is there twice"],
  ])("%s", (text, expected) => {
    expect(errorsOf(text)).toBe(expected);
  });

  test("mappings that merge without end", () => {
    const twice = (name: string, of: string): string =>
      `${name}: &${name} { <<: *${of}, k${name}: [*${of}, *${of}] }`;
    const names = Array.from({ length: 40 }, (_, index) => `m${index}`);
    const text = [
      "m0: &m0 { x: 1 }",
      ...names.slice(1).map((name, index) => twice(name, names[index] ?? "")),
    ];
    expect(errorsOf(text.join("\n"))).toMatch(/the file expands to more than 100000 values$/);
  });

  test("a chain that is too long", () => {
    const text = [
      "m0: &m0 {}",
      ...Array.from({ length: 5_000 }, (_, at) => `m${at + 1}: &m${at + 1} { <<: *m${at} }`),
    ];
    expect(errorsOf(text.join("\n"))).toMatch(/nests deeper than 100 levels$/);
  });
});

const apiDocument = `openapi: 3.1.0
info: { title: Kennels, version: "1" }
x-interface: crm
x-read: &read
  parameters: [{ name: region, in: query, schema: { type: string } }]
  responses: { "200": { description: ok, content: { application/json: { example: { total: 1 } } } } }
paths:
  /api/Kennel:
    get: { <<: *read, operationId: listKennels }
`;

/** Every kind of file that people write, with a merge key, and its reader. */
const files: readonly (readonly [kind: string, text: string, read: (text: string) => unknown])[] = [
  [
    "a configuration",
    "interfaces:\n  crm: &one { baseUrl: https://crm.example.org, credentials: { apiKey: abc } }\n  donation: { <<: *one, credentials: { token: def } }\n",
    (text) => loadConfig(text, { contract, file: "t.yaml", env: {} }),
  ],
  [
    "a fleet",
    "defaults: { config: o.yaml }\norganizations:\n- &north { name: north, variables: { A: b } }\n- { <<: *north, name: south }\n",
    (text) => loadFleet(text, { file: "fleet.yaml", env: {} }).organizations,
  ],
  [
    "a baseline",
    'findings:\n- &one { fingerprint: "0123456789ab", check: x }\n- { <<: *one, fingerprint: "ba9876543210" }\n',
    (text) => {
      const { checks, ...baseline } = loadBaseline(text, { file: "b.yaml" });
      return [...checks, baseline];
    },
  ],
  [
    "a dialect",
    "operators: {}\nqueryTypes:\n  donor: &one { code: 1, columns: [id], sortable: [id], parameters: { city: text } }\n  gift: { <<: *one, code: 2 }\n",
    (text) => readDialect(text, "d.yaml"),
  ],
  ["a document", apiDocument, (text) => readSourceDocument("d.yaml", text).root],
  ["a document that is served", apiDocument, (text) => readDocumentText("d.yaml", text).operations.length],
];

/** The same file as JSON has other lines. */
const withoutLocations = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/"location":"[^"]*"/g, '"location":""'));

test.each(files)("merge keys are applied in %s", (_, text, read) => {
  const applied: unknown = parse(text, { merge: true });
  expect(text).toContain("<<");
  expect(withoutLocations(read(text))).toEqual(withoutLocations(read(JSON.stringify(applied))));
});

test("a comparison sees what is merged", async () => {
  const cwd = temporaryFolder({
    "old.yaml": apiDocument,
    "new.yaml": apiDocument.replace("in: query,", "in: query, required: true,"),
  });
  const { summary } = await diff({ cwd, old: "old.yaml", new: "new.yaml" });
  expect(summary.breaking).toBe(1);
});
