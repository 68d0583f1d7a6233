import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/harness/model/finding.ts";
import { defectsByFact } from "../../../src/harness/reporters/defects.ts";
import { finding } from "./events.ts";

const spelt = (name: string, spelling: string, parts: Partial<Finding> = {}): Finding =>
  finding({
    message: `${name} is spelt ${spelling}`,
    cause: { what: "fields are in PascalCase", item: `${name} → ${spelling}` },
    pointer: `/${name}`,
    ...parts,
  });

const messages = (findings: readonly Finding[]): readonly string[] =>
  [...defectsByFact(findings).values()].flat().map(({ message }) => message);

describe("findings of one cause", () => {
  const fields = ["id", "name", "website", "address"].map((name) =>
    spelt(name, `${name.charAt(0).toUpperCase()}${name.slice(1)}`),
  );

  test("are one defect that counts what each of them adds, and lists every fingerprint", () => {
    const [[defect] = []] = [...defectsByFact(fields).values()];
    expect(defect?.message).toBe("4 fields are in PascalCase: id → Id, name → Name, website → Website, …");
    expect(defect?.findings).toEqual(fields);
  });

  test("count the same field at several operations once", () => {
    const twice = [
      ...fields.slice(0, 2),
      ...fields.slice(0, 2).map((one) => ({ ...one, operation: "other" })),
    ];
    expect(messages(twice)).toEqual(["2 fields are in PascalCase: id → Id, name → Name"]);
  });

  test("of a single item say what the finding says", () => {
    expect(messages(fields.slice(0, 1))).toEqual(["id is spelt Id"]);
  });

  test("are one defect whichever check found them, and apart from what is known or less grave", () => {
    expect(
      messages([spelt("id", "Id", { check: "one" }), spelt("name", "Name", { check: "other" })]),
    ).toHaveLength(1);
    expect(messages([spelt("id", "Id"), spelt("name", "Name", { known: true })])).toHaveLength(2);
    expect(messages([spelt("id", "Id"), spelt("name", "Name", { severity: "warning" })])).toHaveLength(2);
    expect(messages([spelt("id", "Id"), spelt("name", "Name", { fact: "OTHER-1" })])).toHaveLength(2);
  });
});
