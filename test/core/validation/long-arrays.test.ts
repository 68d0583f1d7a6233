import { describe, expect, test } from "vitest";
import { validateModel, validateResponse } from "../../../src/builtin/validation.ts";

const listOf = <Entry>(size: number, entry: Entry, last: Entry): readonly Entry[] =>
  Array.from({ length: size }, (_, index) => (index === size - 1 ? last : entry));

const locationsOf = (body: unknown): readonly string[] =>
  validateModel("crm", "Contact", body).map(({ pointer }) => pointer);

describe("an array longer than is judged", () => {
  test("is judged by its first thousand, and shown by its length", () => {
    const numbers = Array.from({ length: 50_000 }, (_, index) => index);
    const violations = validateResponse("listContactMethodTypes", 200, numbers);
    expect(violations[0]).toMatchObject({ pointer: "/0", rule: "type" });
    expect(violations.length).toBeLessThan(1_000);
    expect(validateResponse("getContact", 200, numbers)[0]).toMatchObject({
      pointer: "",
      actual: "array(50000)",
    });
  });

  test("is judged to its thousandth entry and no further, wherever it stands", () => {
    const broken = { contactMethods: listOf<unknown>(1_000, { id: 1 }, { id: "1" }) };
    const location = "/contactIndividuals/999/contactMethods/999/id";
    expect(locationsOf({ contactIndividuals: listOf<unknown>(1_000, {}, broken) })).toEqual([location]);
    expect(locationsOf({ contactIndividuals: listOf<unknown>(1_001, {}, broken) })).toEqual([]);
    const beyond = { contactMethods: listOf<unknown>(1_001, { id: 1 }, { id: "1" }) };
    expect(locationsOf({ contactIndividuals: [beyond] })).toEqual([]);
  });
});
