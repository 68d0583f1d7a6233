import { createRequire, registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import fc from "fast-check";
import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import {
  readCustomFields,
  readTypeNames,
} from "../../../src/onboarding/discovery/organization/ask-organization.ts";
import {
  printDialectModule,
  printOrganizationModule,
} from "../../../src/onboarding/discovery/organization/print-modules.ts";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import { tries } from "../../nightly.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { sandboxDialect } from "../../builtin/queries/sandbox-dialect.ts";
import { entryPoints, problemsIn } from "./compile.ts";

const folder = fileURLToPath(new URL("../../../examples/query-donors", import.meta.url));

/** Lines that end in `// wrong` must not compile, and all others must. */
const usage = `import { all, field, query } from "tripact/queries";
import { dialect } from "${folder}/src/organization/dialect.ts";
import type {
  ContactMethodType, CustomFieldName, DonorColumns, DonorCustomFields, DonorField, GiftColumn, NoteType,
} from "${folder}/src/organization/organization.ts";

const donors = query("donor", dialect);
export const asked = donors
  .where(all(field("city").startsWith("Aus"), field("giftCount").between(1, 5)))
  .sortBy("lastgiftdate").select("id", "DonorAddresses");
donors.where(field("cty").equals("Austin")); // wrong
donors.where(field("giftCount").equals("3")); // wrong
donors.select("id", "nme"); // wrong
query("donors", dialect); // wrong
export const name: DonorField = "lifetimeGiving";
export const noName: DonorField = "amount"; // wrong
export const column: GiftColumn = "projects";
export const noColumn: GiftColumn = "city"; // wrong
export const size: DonorCustomFields["T-shirt size"] = "XL";
export const noSize: DonorCustomFields["T-shirt size"] = "XXL"; // wrong
export const custom: CustomFieldName = "Volunteers";
export const noCustom: CustomFieldName = "Volunteer"; // wrong
export const method: ContactMethodType = "Home Email";
export const noMethod: ContactMethodType = "Home email"; // wrong
export const note: NoteType = "Any note type, since nothing lists them";
export const known = (record: DonorColumns): string => record.city?.toLowerCase() ?? "";
export const unknown = (record: DonorColumns): string => record.city; // wrong
`;

/** The example has no node_modules of its own here: the package's entry points are its sources. */
const hooks = registerHooks({
  resolve: (specifier, context, next) => {
    const file = entryPoints[specifier];
    return next(file === undefined ? specifier : pathToFileURL(file).href, context);
  },
});

interface Donor {
  readonly id: number;
  readonly giftCount: number;
  readonly lifetimeGiving: number;
  readonly lastGiftDate: string;
}

interface Example {
  lapsedDonors(
    target: { baseUrl: string; token: string; fetch: (request: Request) => Promise<Response> },
    since: Date,
    pageSize?: number,
  ): AsyncIterable<Donor>;
}

const load = createRequire(import.meta.url);

describe("the example that queries donors", () => {
  // What the file exports, as the compiler sees it where the package is built.
  const { lapsedDonors } = load(join(folder, "src/lapsed-donors.ts")) as Example;
  const sandbox = createSandbox({ scale: 60 });
  const { baseUrl, credentials } = sandbox.config().interfaces.donation;
  const target = { baseUrl, token: String(credentials["token"]), fetch: sandbox.fetch };
  const since = new Date(sandbox.clock.now() - 200 * 86_400_000);

  afterAll(async () => {
    hooks.deregister();
    await sandbox.close();
  });

  test("compiles, and with a wrong name it would not", () => {
    const cwd = temporaryFolder({ "use.ts": usage });
    const files = [join(folder, "src/main.ts"), join(cwd, "use.ts")];
    const problems = problemsIn(cwd, [folder, cwd], files);
    const wrong = usage
      .split("\n")
      .flatMap((line, index) => (line.endsWith("// wrong") ? [`use.ts:${index + 1}`] : []));
    expect(wrong).toHaveLength(10);
    expect(problems.map((problem) => problem.split(" ")[0])).toEqual(wrong);
  });

  test("asks for what it says, page by page", async () => {
    const donors = await Array.fromAsync(lapsedDonors(target, since, 4));
    expect(donors.length).toBeGreaterThan(8);
    for (const donor of donors) {
      expect(Object.keys(donor).toSorted()).toEqual([
        "giftCount",
        "id",
        "lastGiftDate",
        "lifetimeGiving",
        "name",
      ]);
      expect(new Date(donor.lastGiftDate).getTime()).toBeLessThan(since.getTime());
      expect(donor.lifetimeGiving >= 500 || donor.giftCount > 3).toBe(true);
    }
    const given = donors.map(({ lifetimeGiving }) => lifetimeGiving);
    expect(given).toEqual(given.toSorted((one, other) => other - one));
    expect(new Set(donors.map(({ id }) => id)).size).toBe(donors.length);
    expect(await Array.fromAsync(lapsedDonors(target, since))).toEqual(donors);
  });

  test("tells why it is refused, and no secret", async () => {
    const refused = Array.fromAsync(lapsedDonors({ ...target, token: "wrong-token" }, since));
    await expect(refused).rejects.toThrow(/^401: .+ \(donor where lastGiftDate < string\(24\) and .+\)$/);
    await expect(refused).rejects.not.toThrow(/wrong-token/);
  });

  test("has the dialect that the sandbox speaks", () => {
    // As above.
    const { dialect } = load(join(folder, "src/organization/dialect.ts")) as {
      dialect: ReturnType<typeof sandboxDialect>;
    };
    const { queryTypes, ...spoken } = sandboxDialect({});
    expect(dialect).toMatchObject(spoken);
    for (const [kind, { code, columns, parameters }] of Object.entries(dialect.queryTypes)) {
      expect([code, columns]).toEqual([queryTypes[kind]?.code, queryTypes[kind]?.columns]);
      expect(Object.keys(parameters)).toEqual(Object.keys(queryTypes[kind]?.parameters ?? {}));
    }
  });
});

describe("what an organization has named", () => {
  test.each([
    [{ items: [{ name: "Size", dataType: "List", options: ["S"], recordType: "Donor" }], total: 1 }],
    [[{ fieldName: "Size", type: "string", values: [{ value: "S" }], entity: "Donor" }]],
    [{ data: [{ label: "Size", fieldType: "Text", choices: [{ name: "S" }], appliesTo: "Donor" }] }],
  ])("is read from %j", (body) => {
    expect(readCustomFields(body)).toEqual([
      { name: "Size", recordType: "Donor", type: "text", options: ["S"] },
    ]);
  });

  test("is undefined where it is not understood", () => {
    expect(readCustomFields({ things: [] })).toBeUndefined();
    expect(readCustomFields([1, 2])).toBeUndefined();
    expect(readCustomFields({ items: [] })).toEqual([]);
    expect(readTypeNames({ items: [] })).toBeUndefined();
    expect(readTypeNames(["b", "a", "b"])).toEqual(["a", "b"]);
  });

  test("is nothing but names in the code, whatever it is called", () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        "*/ evil(); /*",
        '"; evil(); "',
        "`${evil()}`",
        "__proto__",
        "\u2028evil()",
        "a\nevil()",
        "constructor",
      ),
      fc.string({ minLength: 1, maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (names) => {
        const dialect = {
          operators: {},
          queryTypes: {
            donor: {
              code: 0,
              parameters: Object.fromEntries(names.map((name) => [name, { type: "text" as const }])),
              columns: names,
            },
          },
        };
        const organization = {
          contactMethodTypes: names,
          customFields: names.map((name) => ({
            name,
            recordType: name,
            type: "text" as const,
            options: names,
          })),
          noteTypes: names,
        };
        for (const text of [
          printDialectModule(dialect, "tripact/queries"),
          printOrganizationModule(dialect, organization, "tripact/queries"),
        ]) {
          const { diagnostics = [], outputText } = ts.transpileModule(text, {
            reportDiagnostics: true,
            compilerOptions: { removeComments: true, target: ts.ScriptTarget.ESNext },
          });
          expect(diagnostics).toEqual([]);
          // Outside of strings there is no such name.
          expect(outputText.replace(/"(?:[^"\\]|\\.)*"/g, "")).not.toContain("evil");
        }
      }),
      tries(12, 100),
    );
  });
});
