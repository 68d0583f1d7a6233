import { describe, expect, test } from "vitest";
import { generateAll } from "../../src/generators/generate.ts";
import { UsageError } from "../../src/core/model/usage-error.ts";
import { fixtureFiles, replacing } from "../generators/fixture-files.ts";

type Change = (text: string) => string;

const refusal = async (path: string, change: Change): Promise<UsageError> => {
  try {
    await generateAll(fixtureFiles({ [path]: change }));
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error("the document was accepted");
};

const ofCrm = (change: Change): Promise<UsageError> => refusal("specs/crm.yaml", change);

/** Where a passage begins in the changed document. */
const lineAndColumn = (change: Change, passage: string): string => {
  const text = change(fixtureFiles().read("specs/crm.yaml"));
  const before = text.slice(0, text.indexOf(passage)).split("\n");
  if (!text.includes(passage)) throw new Error(`the changed document does not hold ${passage}`);
  return `${before.length}:${(before.at(-1) ?? "").length + 1}`;
};

const amountReference = 'amount: { $ref: "#/components/schemas/Amount" }';
const thing = "    Thing:\n      type: object";

describe("a document that cannot be used is refused with its location and a fix", () => {
  test.for<[string, Change, string, RegExp]>([
    ["bad YAML", replacing("{ type: integer }", "{ type: integer"), "responses:", /./],
    [
      "a key given twice",
      replacing("  /things/{thingId}:\n", "  /things/{thingId}: {}\n  /things/{thingId}:\n"),
      "/things/{thingId}:\n    x-facts",
      /is there twice/,
    ],
    [
      "a reference to nothing",
      replacing(amountReference, amountReference.replace("Amount", "Ammount")),
      '$ref: "#/components/schemas/Ammount"',
      /Ammount points to nothing.*did you mean Amount\?/,
    ],
    [
      "a remote reference",
      replacing(amountReference, 'amount: { $ref: "https://example.org/a.yaml#/A" }'),
      '$ref: "https:',
      /points outside the document/,
    ],
    [
      "a reference to another file",
      replacing(amountReference, 'amount: { $ref: "donation.yaml#/components" }'),
      '$ref: "donation',
      /points outside the document/,
    ],
    [
      "an unknown fact",
      replacing("x-facts: [CRM-01]\n      x-unknown", "x-facts: [CRM-1]\n      x-unknown"),
      "CRM-1]",
      /CRM-1 is not in specs\/facts.yaml \(did you mean CRM-01\?\)/,
    ],
    ["an unknown question", replacing("[U-01]", "[U-02]"), "U-02]", /U-02 is not in specs\/unknowns.yaml/],
    [
      "facts that are no list",
      replacing("x-facts: [CRM-02]\n    get", "x-facts: CRM-02\n    get"),
      "x-facts: CRM-02",
      /not a list of ids/,
    ],
    [
      "an operation without an effect",
      replacing("      x-effect: write\n", ""),
      "put:",
      /no x-effect.*read, write, token/,
    ],
    ["a misspelt effect", replacing("x-effect: write", "x-effect: writes"), "put:", /did you mean write/],
    ["an operation without an id", replacing("      operationId: getThing\n", ""), "get:", /no operationId/],
    [
      "an id given twice",
      replacing("operationId: replaceThing", "operationId: getThing"),
      "operationId: getThing\n      x-effect: write",
      /getThing is used twice/,
    ],
    ["a status that is none", replacing('"204"', '"2O4"'), '"2O4"', /2O4 is not an HTTP status/],
    [
      "a path parameter that is not described",
      replacing("name: thingId, in: path", "name: thingid, in: path"),
      "get:",
      /thingId is not described/,
    ],
    [
      "an unknown security scheme",
      replacing("signed: []", "sined: []"),
      "put:",
      /sined is not in components.*signed/,
    ],
    [
      "a schema keyword that does not exist",
      replacing("maxLength", "maxLenght"),
      "Thing:",
      /schema of Thing.*maxLenght/,
    ],
    [
      "a format that does not exist",
      replacing("decimal-string", "decimal-sting"),
      "Amount:",
      /schema of Amount.*decimal-sting/,
    ],
    [
      "a keyword that does not exist, in a response",
      replacing("required: [message]", "requires: [message]"),
      "Refused:\n      description",
      /schema of response.Refused.*requires/,
    ],
    [
      "a keyword that does not exist, in a parameter",
      replacing("schema: { type: boolean }", "schema: { type: boolean, minn: 1 }"),
      "put:",
      /schema of replaceThing.parameters.*minn/,
    ],
    [
      "a model name that no type can have",
      replacing("    Refusal:\n", "    Re-fusal: {}\n    Refusal:\n"),
      "Re-fusal:",
      /Re-fusal is not a model name/,
    ],
    [
      "a schema that is its own alternative",
      replacing(
        thing,
        `    Loop: { allOf: [{ $ref: "#/components/schemas/Knot" }] }\n    Knot: { $ref: "#/components/schemas/Loop" }\n${thing}`,
      ),
      '$ref: "#/components/schemas/Loop"',
      /is a cycle/,
    ],
    ["an unresolved alias", replacing("{ type: integer }", "*nobody"), "*nobody", /nobody names no anchor/],
    [
      "an alias that holds itself",
      replacing("components:\n", "x-knot: &knot [*knot]\ncomponents:\n"),
      "*knot]",
      /contains itself/,
    ],
    [
      "an object where a list stands",
      replacing("      parameters:\n", "      parameters: [thingId]\n      x-parameters:\n"),
      "thingId]",
      /a parameter must be an object/,
    ],
  ])("%s", async ([, change, passage, message]) => {
    const error = await ofCrm(change);
    expect(error.location).toBe(`specs/crm.yaml:${lineAndColumn(change, passage)}`);
    expect(error.line).toMatch(message);
    expect(error.line).not.toContain("\n");
  });

  test.for<[string, string, Change, RegExp]>([
    [
      "a fact without a statement",
      "specs/facts.yaml",
      replacing("statement: Things have an id., ", ""),
      /^specs\/facts.yaml:2:1: CRM-01 lacks a statement/,
    ],
    [
      "a fact that nobody sees",
      "specs/facts.yaml",
      replacing("see: passive", "see: pasive"),
      /^specs\/facts.yaml:1:11: CRM-02 is seen by pasive/,
    ],
    [
      "an id of no family",
      "specs/facts.yaml",
      replacing("GEN-01:", "Gem-01:"),
      /^specs\/facts.yaml:3:1: Gem-01 is not an id/,
    ],
    [
      "a place that points to nothing",
      "specs/facts.yaml",
      replacing("schemas/Amount", "schemas/Amounts"),
      /^specs\/facts.yaml:3:\d+: .*points to nothing/,
    ],
    [
      "a place in no document",
      "specs/unknowns.yaml",
      replacing("crm.yaml#", "crn.yaml#"),
      /^specs\/unknowns.yaml:1:\d+: .*did you mean crm.yaml\?/,
    ],
    [
      "a resource of an operation that is not documented",
      "specs/resources.yaml",
      replacing("getThing", "getThin"),
      /^specs\/resources.yaml:5:\d+: getThin is no operation \(did you mean getThing\?\)/,
    ],
    [
      "a resource of an unknown fact",
      "specs/resources.yaml",
      replacing("CRM-01", "CRM-1"),
      /^specs\/resources.yaml:5:\d+: CRM-1 is no fact/,
    ],
  ])("%s", async ([, path, change, line]) => {
    expect((await refusal(path, change)).line).toMatch(line);
  });
});

describe("documents that could keep a program busy for ever", () => {
  const bomb = [
    "x-bomb:",
    "  - &a0 [x, x]",
    ...Array.from({ length: 30 }, (_, n) => `  - &a${n + 1} [*a${n}, *a${n}]`),
  ].join("\n");

  test("an alias bomb is refused at once", async () => {
    const error = await ofCrm((text) => `${text}\n${bomb}\n`);
    expect(error.line).toMatch(/expands to more than/);
  });

  test("a recursive model is no problem as long as it passes through a property or item", async () => {
    const files = await generateAll(fixtureFiles());
    expect(files.get("schemas/crm/Thing.json")).toContain('"$ref": "#"');
  });
});

test("documents that are missing are named together, with their folder", async () => {
  const files = fixtureFiles();
  const few = { ...files, list: () => ["crm.yaml", "facts.yaml", "unknowns.yaml"] };
  await expect(generateAll(few)).rejects.toMatchObject({
    line: "the folder specs: specs/donation.yaml, specs/volunteer.yaml are missing (git restore specs brings back what is committed)",
  });
});
