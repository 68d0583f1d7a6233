import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { join } from "node:path";
import { suite } from "../../../../src/inputs/suite.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

describe("facts", () => {
  test("are listed with how they are seen and who holds a target to them", async () => {
    const { code, out, err } = await runCli("facts");
    expect([code, err]).toEqual([0, ""]);
    const lines = out.trimEnd().split("\n");
    expect(lines).toHaveLength(suite.facts.length);
    for (const [index, fact] of suite.facts.entries()) {
      expect(lines[index]?.startsWith(`${fact.id} `)).toBe(true);
      expect(lines[index]).toContain(fact.statement);
    }
  });

  test("are given whole as JSON, each with its checks", async () => {
    const { code, out } = await runCli("facts --json");
    const facts = JSON.parse(out) as readonly { readonly id: string; readonly checks: readonly string[] }[];
    expect(code).toBe(0);
    expect(facts.map(({ id }) => id)).toEqual(suite.facts.map(({ id }) => id));
    for (const { id, checks } of facts)
      expect(checks).toEqual(
        suite.checks.filter((check) => check.facts.includes(id)).map((check) => check.id),
      );
  });
});

describe("unknowns", () => {
  test("are listed one under the other, with what the sandbox may answer", async () => {
    const { code, out } = await runCli("unknowns");
    expect(code).toBe(0);
    for (const { id, question } of suite.unknowns) expect(out).toContain(`${id}  ${question}\n`);
    expect(out).toMatch(/^ {6}--set U-24=/m);
  });

  test("are one line each when quiet, and given whole as JSON", async () => {
    const { out } = await runCli("unknowns --quiet");
    expect(out.trimEnd().split("\n")).toHaveLength(suite.unknowns.length);
    const parsed: unknown = JSON.parse((await runCli("--json unknowns")).out);
    expect(parsed).toMatchObject(suite.unknowns);
  });
});

describe("unknowns with reports", () => {
  const report = (observed: Readonly<Record<string, string>>): string =>
    JSON.stringify({
      unknowns: suite.unknowns.map(({ id }) => {
        const text = observed[id];
        return text === undefined
          ? { id, status: "open" }
          : {
              id,
              status: "observed",
              observed: text,
              evidence: "exchange 3: GET /a gave 200; exchange 4: GET /b gave 200",
            };
      }),
    });

  test("tell what was observed, with evidence, and what stays open", async () => {
    const text = report({ "U-27": "the limit that answers announce: 5000" });
    const one = join(temporaryFolder({ "one.json": text }), "one.json");
    const { code, out } = await runCli(["unknowns", "--report", one]);
    expect(code).toBe(0);
    expect(out).toContain("observed: the limit that answers announce: 5000\n");
    expect(out).toContain("exchange 3: GET /a gave 200; 1 more\n");
    expect(out.match(/open: no report shows it/g)).toHaveLength(suite.unknowns.length - 1);
    expect(out).toMatch(/--set U-27=/);
  });

  test("tell disagreements between several, but not other amounts of the same", async () => {
    const folder = temporaryFolder({
      "one.json": report({ "U-27": "limit 5000", "U-02": "donor, 8 seen: always id" }),
      "two.json": report({ "U-27": "limit 1500", "U-02": "donor, 9 seen: always id" }),
    });
    const [one, two] = [join(folder, "one.json"), join(folder, "two.json")];
    const { out } = await runCli(["unknowns", "--report", one, "--report", two]);
    expect(out).toContain(`disagreement (${one}): limit 5000\n`);
    expect(out).toContain(`disagreement (${two}): limit 1500\n`);
    expect(out).toContain(`observed (${one}, ${two}): donor, 8 seen: always id\n`);
    const parsed: unknown = JSON.parse(
      (await runCli(["unknowns", "--json", "--report", one, "--report", two])).out,
    );
    expect(parsed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: "U-27", status: "disagreement" }),
        expect.objectContaining({ id: "U-02", status: "observed" }),
        expect.objectContaining({ id: "U-01", status: "open", answers: [] }),
      ]),
    );
    const quiet = await runCli(["unknowns", "--quiet", "--report", one, "--report", two]);
    expect(quiet.out).toMatch(/^U-27 {2}disagreement {2}/m);
  });
});

describe("explain", () => {
  test("tells a fact with its checks, whatever the case of its id", async () => {
    const { code, out } = await runCli("explain don-01");
    const fact = suite.facts.find(({ id }) => id === "DON-01");
    expect(code).toBe(0);
    expect(out.startsWith(`DON-01\n${fact?.statement}\n`)).toBe(true);
    for (const location of fact?.places ?? []) expect(out).toContain(location);
    expect(out).toContain("page-envelope: ");
  });

  test("tells a check with its reason and its facts", async () => {
    const { out } = await runCli("explain page-envelope");
    const check = suite.checks.find(({ id }) => id === "page-envelope");
    expect(out).toContain(`page-envelope\n${check?.title}\n${check?.why}\n`);
    expect(out).toMatch(/facts +DON-01: /);
    expect(out).toMatch(/severity +error/);
  });

  test("tells an open question with the sandbox's choices", async () => {
    const { out } = await runCli("explain U-24");
    expect(out).toMatch(/sandbox +U-24=/);
    expect(out).toContain("open: every answer conforms");
  });

  test("tells every id there is, as text and as JSON", async () => {
    for (const { id } of [...suite.facts, ...suite.unknowns, ...suite.checks]) {
      const text = await runCli(["explain", id]);
      expect([id, text.code, text.out.split("\n")[0]]).toEqual([id, 0, id]);
      expect(text.out).not.toContain("undefined");
      const json = await runCli(["explain", id, "--json"]);
      expect(JSON.parse(json.out)).toMatchObject({
        id,
        kind: expect.stringMatching(/^(fact|unknown|check)$/),
      });
    }
  });

  test("colours the id where colours are wanted", async () => {
    const { out } = await runCli("explain U-24", { env: { FORCE_COLOR: "1" } });
    expect(out.startsWith("\u001b[1mU-24\u001b[22m\n")).toBe(true);
    const plain = await runCli("explain U-24 --no-color", { env: { FORCE_COLOR: "1" } });
    expect(plain.out.startsWith("U-24\n")).toBe(true);
  });
});

describe("faults", () => {
  const listed = async (...args: readonly string[]) =>
    JSON.parse((await runCli(["faults", "--json", ...args])).out) as readonly {
      readonly id: string;
      readonly fact: string;
    }[]; // what --json prints

  test("are listed by fact, operation and text", async () => {
    const ofFact = await listed("--fact", "crm-11");
    expect(ofFact.map(({ id }) => id)).toContain("any-note-type-is-taken");
    expect(new Set(ofFact.map(({ fact }) => fact))).toEqual(new Set(["CRM-11"]));
    const ofOperation = await listed("--operation", "getWebhook,getContact");
    expect(ofOperation.map(({ fact }) => fact)).toEqual(expect.arrayContaining(["CRM-25", "CRM-22"]));
    expect(ofOperation.some(({ fact }) => fact === "DON-03")).toBe(false);
    const ofText = await listed("--fact", "CRM-11", "--grep", "DATABASE");
    expect(ofText.map(({ id }) => id)).toEqual(["unknown-note-types-break-a-foreign-key"]);
  });

  test("that are none are said to be none", async () => {
    const none = await runCli(["faults", "--grep", "no such words"]);
    expect(none).toEqual({ code: 0, out: "", err: "tripact: no fault matches\n" });
  });
});

test.each([["facts"], ["unknowns"], ["faults"], ["explain", "CRM-27"], ["explain", "U-14"]])(
  "%s %s wraps between words on a terminal of 60 columns, and nowhere else",
  async (...args) => {
    const narrow = await runCli(args, { terminal: true, columns: 60 });
    const lines = stripVTControlCharacters(narrow.out).split("\n");
    // A location in a document stays whole, so that it can be copied.
    const endsInLongWord = (line: string): boolean => (line.split(" ").at(-1) ?? "").length > 40;
    // The id, grade and fact of a planted fault stand on one line.
    const tooWide = lines.filter((line) => line.length > 60 && !endsInLongWord(line) && args[0] !== "faults");
    expect(tooWide).toEqual([]);
    const plain = await runCli(args, { columns: 60 });
    const words = (text: string): readonly string[] => text.split(/\s+/);
    expect(words(lines.join("\n"))).toEqual(words(plain.out));
    expect(plain.out.split("\n").length).toBeLessThan(lines.length);
  },
);
