import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { contactModels } from "../../src/checks/support/contact-models.ts";

interface Documented {
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: object; readonly required?: unknown }>>;
  };
}

// The document is this project's own and is validated elsewhere.
const { components } = parse(readFileSync("specs/crm.yaml", "utf8")) as Documented;

describe("the fields of the contact models", () => {
  test.each(Object.entries(contactModels))("are those of the documents: %s", (model, names) => {
    expect(names).toEqual(Object.keys(components.schemas[model]?.properties ?? {}));
    expect(components.schemas[model]?.required).toBeUndefined();
  });
});
