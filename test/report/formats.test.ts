import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { CURRENT_SPEC_VERSION, validate as validateCtrf } from "ctrf";
import * as fc from "fast-check";
import harSchemas from "har-schema";
import { describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import type { ReportInput } from "../../src/core/model/report-input.ts";
import { ctrfReport } from "../../src/report/ctrf.ts";
import { githubReport, githubSummary } from "../../src/report/github.ts";
import { gitlabReport } from "../../src/report/gitlab.ts";
import { harReport } from "../../src/report/har.ts";
import { junitReport } from "../../src/report/junit.ts";
import { markdownReport } from "../../src/report/markdown.ts";
import { sarifReport } from "../../src/report/sarif.ts";
import { formatOf, reportFormats } from "../../src/report/report-formats.ts";
import { runCli } from "../entrypoints/cli/run-cli.ts";
import { fact, finding } from "./events.ts";
import { goodInput, inputWith, place, problem, recording, recordingInput, redInput } from "./input.ts";
import { codePoint } from "../code-point.ts";

/** Texts that break out of something: markup, terminals, CI commands, messages that are little languages. */
const known = [
  "</script><script>alert(1)</script>",
  "<!-- ]]> --> <b>&amp;&lt;",
  "\u001b[2J\u001b]0;title\u0007\u009b31m",
  "a\nb\r\n::error file=x::y\n##[command]z\n::stop-commands::t",
  "::set-output name=a::b",
  "\u0000\u0008\ufffe\uffff\ud800 half",
  "\u202egnp.exe\u2066\u200b\u2028\u2029",
  "{0} {1} [link](http://evil.example) [[x]](1)",
  "`code` ``more`` | cell | @somebody #12 ![i](x) www.evil.example",
  "%0A::error::x %25",
  "SARIF_BUILDER_INVALID",
  "'; rm -rf / #\" $(x)",
  "http://[not a url",
  "__proto__",
  "",
  "x".repeat(3000),
];

const hostile = [
  ...known,
  ...fc.sample(fc.string({ unit: codePoint, maxLength: 40 }), { seed: 7, numRuns: 120 }),
];

const hostileInput = inputWith(hostile);
const inputs: readonly (readonly [string, ReportInput])[] = [
  ["a red night", redInput],
  ["a good night", goodInput],
  ["a recording", recordingInput],
  ["hostile texts", hostileInput],
];

/** What no reader may meet: a terminal obeys it, a line is turned around by it, XML ends by it. */
const unprintable = /[^\P{Cc}\n]|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}/u;

/** The page of html is looked at in a browser, in test/pages. */
const plainFormats = reportFormats.filter((name) => name !== "html");

const formats: readonly (readonly [string, (input: ReportInput) => string])[] = [
  ...(await Promise.all(
    plainFormats.map(async (name) => {
      const format = await formatOf(name)?.load();
      if (format === undefined) throw new Error(`${name} is not loaded`);
      return [name, format] as const;
    }),
  )),
  ["summary", githubSummary],
];

test("help and docs name every format", async () => {
  const { out } = await runCli(["check", "--help"]);
  const docs = readFileSync(new URL("../../docs/reference/reports.md", import.meta.url), "utf8");
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  for (const name of reportFormats) {
    expect(out).toContain(name);
    expect(docs).toContain(`| \`${name}\` |`);
    expect(readme).toMatch(new RegExp(`--report.* writes .*\\b${name}\\b`));
  }
});

test.each(formats)("%s holds nothing that a terminal or a reader's eye would obey", (_, format) => {
  for (const [, input] of inputs) expect(format(input)).not.toMatch(unprintable);
});

test.each(formats)("%s lets no text begin a workflow command", (name, format) => {
  const lines = format(hostileInput).split("\n");
  const commands = lines.filter((line) => /^\s*(?:::|##\[|##vso)/.test(line));
  if (name !== "github") expect(commands).toEqual([]);
  else for (const line of commands) expect(line).toMatch(/^::(?:error|warning|notice) title=[^:,]*::[^\n]*$/);
});

describe("junit", () => {
  test("is valid against the schema of Jenkins, whatever the texts", async () => {
    const schema = readFileSync(new URL("schemas/jenkins-junit.xsd", import.meta.url), "utf8");
    const files = inputs.map(([name, input]) => ({ fileName: `${name}.xml`, contents: junitReport(input) }));
    const { errors, valid } = await validateXML({ xml: files, schema: [schema], extension: "schema" });
    expect(errors).toEqual([]);
    expect(valid).toBe(true);
  });

  test("fails what fails the run and nothing else", () => {
    const xml = junitReport(redInput);
    expect(xml).toMatch(/<testsuites\s+name="tripact"\s+time="3.210"\s+tests="7" failures="1" errors="2"/);
    expect(xml.match(/<failure /g)).toHaveLength(2);
    expect(xml).toContain("<skipped>1 known from the baseline, 1 not of severity error</skipped>");
    expect(xml).toContain('<error message="check crashed: boom" type="not-judged"');
    expect(xml).toContain('<error message="the budget is spent" type="not-judged"');
    expect(xml).toMatch(/classname="tripact.crm" name="EVT-01 Flags decide."/);
    expect(junitReport(goodInput)).toMatch(/failures="0" errors="0"/);
  });
});

describe("ctrf", () => {
  test.each(inputs)("of %s is valid", (_, input) => {
    const report: unknown = JSON.parse(ctrfReport(input));
    expect(validateCtrf(report)).toMatchObject({ valid: true });
    expect(report).toMatchObject({ specVersion: CURRENT_SPEC_VERSION });
  });

  test("counts a test for each fact and one for the run", () => {
    expect(JSON.parse(ctrfReport(redInput))).toMatchObject({
      results: { summary: { tests: 7, passed: 1, failed: 3, skipped: 2, other: 1, pending: 0 } },
    });
  });
});

describe("har", () => {
  const ajv = new Ajv({ strict: false, validateSchema: false, schemas: Object.values(harSchemas) });
  addFormats.default(ajv);

  test.each([...inputs, ["no exchanges", { ...redInput, exchanges: undefined }] as const])(
    "of %s is valid",
    (_, input) => {
      // Only the key that is taken away is not of the type.
      const har: unknown = JSON.parse(harReport(input as ReportInput));
      const validate = ajv.getSchema("har.json#") ?? ajv.getSchema("har.json");
      const isValid = validate?.(har);
      // A URL that is none is shown as it is: the recording says what was asked.
      const errors = (validate?.errors ?? []).filter(
        ({ keyword, instancePath }) => !(keyword === "format" && instancePath.endsWith("/url")),
      );
      expect(errors).toEqual([]);
      expect(isValid === true || input === hostileInput).toBe(true);
    },
  );

  test("holds requests, shapes and times, and no body that could be taken for one", () => {
    const { log } = JSON.parse(harReport(redInput)) as { log: { entries: readonly object[] } };
    expect(log.entries).toHaveLength(3);
    expect(log.entries[0]).toMatchObject({
      startedDateTime: "2025-03-01T12:00:00.040Z",
      time: 12.25,
      request: {
        queryString: [
          { name: "x", value: "1" },
          { name: "y", value: "a b" },
        ],
      },
      response: { content: { comment: 'shape: {"id":"integer","noteDate":"string(10)"}' } },
    });
    expect(JSON.stringify(log.entries.map((entry) => "response" in entry && entry.response))).not.toContain(
      '"text"',
    );
    expect(log.entries[2]).toMatchObject({ response: { status: 0, comment: "timeout: no answer in 10 s" } });
  });
});

describe("sarif", () => {
  test("a result stands at its interface in the configuration, with the statement beside it", () => {
    const configured = { crm: { file: "ci/tripact.config.yaml", line: 7 } };
    const here = { ...redInput, configured };
    const { runs } = JSON.parse(sarifReport(here)) as {
      runs: readonly { results: readonly { readonly ruleId: string }[] }[];
    };
    const result = runs[0]?.results.find(({ ruleId }) => ruleId === "contact-note-fields");
    expect(result).toMatchObject({
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "ci/tripact.config.yaml" },
            region: { startLine: 7 },
          },
        },
      ],
      relatedLocations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "crm.yaml", uriBaseId: "SPECS" },
            region: { startLine: 940 },
          },
        },
      ],
    });
    const places = (JSON.parse(gitlabReport(here)) as { location: object }[]).map(({ location }) => location);
    expect(places).toContainEqual({ path: "ci/tripact.config.yaml", lines: { begin: 7 } });
  });

  test("has a rule for each check that found something and a result for each problem", () => {
    const { runs } = JSON.parse(sarifReport(redInput)) as { runs: readonly object[] };
    expect(runs).toMatchObject([
      {
        tool: {
          driver: {
            rules: [{ id: "amounts" }, { id: "contact-note-fields", properties: { tags: ["CRM-08"] } }],
          },
        },
        invocations: [{ executionSuccessful: false }],
        results: [
          {
            ruleId: "contact-note-fields",
            ruleIndex: 1,
            level: "error",
            properties: { fingerprints: ["00000000000a"] },
          },
          { level: "error" },
          { level: "warning", ruleIndex: 0 },
          { suppressions: [{ kind: "external" }] },
        ],
      },
    ]);
  });

  test("a document of one's own is in the repository, whatever its folder is called", () => {
    const facts = redInput.catalogue.facts.map((fact) => ({
      ...fact,
      lines: [{ file: "specs/shop.yaml", line: 3 }],
    }));
    const text = sarifReport({ ...redInput, catalogue: { ...redInput.catalogue, facts } });
    const { runs } = JSON.parse(text) as { runs: readonly { results: readonly { ruleId: string }[] }[] };
    expect(runs[0]?.results.find(({ ruleId }) => ruleId === "contact-note-fields")).toMatchObject({
      locations: [{ physicalLocation: { artifactLocation: { uri: "specs/shop.yaml" } } }],
    });
  });

  test("tells texts that are commands of its messages as texts", () => {
    const text = sarifReport(inputWith(["{0} [a](1)"]));
    expect(JSON.parse(text)).toMatchObject({
      runs: [{ results: [{ message: { text: expect.stringContaining("{{0}} [a] (1)") } }] }],
    });
  });

  test("is valid against the published schema, whatever the texts", () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const file = new URL("schemas/sarif-2.1.0.json", import.meta.url);
    const validate = ajv.compile(JSON.parse(readFileSync(file, "utf8")) as object);
    for (const [, input] of inputs) {
      validate(JSON.parse(sarifReport(input)));
      expect(validate.errors).toBeNull();
    }
  });
});

/** A wrong total that several facts and checks show, a change that breaks no fact, an interface that is away. */
const drifted: ReportInput = {
  ...goodInput,
  report: {
    ...goodInput.report,
    facts: [fact("DON-03", "failed"), fact("VOL-01", "failed")],
    findings: ["DON-03", "VOL-01"].map((id) => finding({ fact: id })),
    problems: [
      problem({ kind: "unjudged", what: "volunteer could not be read", actual: "it answered nothing" }),
      problem({
        fingerprint: "00000000b001",
        facts: ["DON-03", "VOL-01"],
        what: "total is wrong",
        places: [place("donation"), place("donation")],
      }),
      problem({ kind: "change", what: "`Gift.amount` is now number", groups: ["0000000000aa"] }),
      problem({ kind: "change", severity: "warning", state: "open", what: "`Gift.note` can be null" }),
      problem({ kind: "change", state: "gone", what: "`Gift.memo` was absent" }),
    ],
  },
};

describe("a problem is reported once, also where it is a change or could not be judged", () => {
  test("junit", () => {
    const xml = junitReport(drifted);
    expect(xml).toMatch(/tests="6" failures="3" errors="1"/);
    expect(xml.match(/fingerprint: 00000000b001/g)).toHaveLength(1);
    expect(xml).toContain("the problem of DON-03");
    expect(xml).toContain('<error message="volunteer could not be read: it answered nothing"');
    expect(xml).not.toContain("memo");
  });

  test("ctrf", () => {
    expect(JSON.parse(ctrfReport(drifted))).toMatchObject({
      results: { summary: { tests: 6, passed: 1, failed: 4, skipped: 0, other: 1 } },
    });
  });

  test("sarif and gitlab", () => {
    const { runs } = JSON.parse(sarifReport(drifted)) as { runs: readonly { results: readonly object[] }[] };
    expect(runs[0]?.results).toMatchObject([
      { ruleId: "unjudged" },
      {
        ruleId: "page-total-is-stable",
        locations: [{}, {}],
        partialFingerprints: { "tripact/problem/v1": "00000000b001" },
      },
      { ruleId: "change", level: "error" },
      { ruleId: "change", level: "warning" },
    ]);
    expect(JSON.parse(gitlabReport(drifted))).toMatchObject([
      { check_name: "unjudged", severity: "critical" },
      { location: { path: "specs/donation.yaml" }, fingerprint: "00000000b001" },
      { description: "Gift.amount is now number in `listGifts`".replaceAll("`", "") },
      { severity: "minor" },
    ]);
  });
});

describe("github", () => {
  test("annotates defects, crashed checks and a run that was cut short", () => {
    expect(
      githubReport(redInput)
        .split("\n")
        .map((line) => line.slice(0, 60)),
    ).toEqual([
      "::error title=DON-03 was not judged::check crashed: boom",
      expect.stringMatching(/^::error title=the run is incomplete::the run is incomplete: /),
      expect.stringMatching(/^::error title=CRM-08 contact-note-fields::noteDate is/),
      expect.stringMatching(/^::error title=CRM-08 contact-note-fields::type is missing/),
      expect.stringMatching(/^::warning title=GEN-01 amounts::/),
      expect.stringMatching(/^::notice title=GEN-01 amounts::/),
      "",
    ]);
    expect(githubReport(goodInput)).toBe("");
  });

  test("shows ten annotations of a level and counts the others; the summary stays below its limit", () => {
    const findings = Array.from({ length: 3000 }, (_, index) => finding({ message: `defect d${index}` }));
    const input = { ...redInput, report: { ...redInput.report, findings } };
    const lines = githubReport(input).trim().split("\n");
    expect(lines.filter((line) => line.includes("defect"))).toHaveLength(9);
    expect(lines.at(-1)).toBe("2991 more of level error are in the summary of the step");
    expect(Buffer.byteLength(githubSummary(input))).toBeLessThan(1024 * 1024);
  });
});

describe("markdown", () => {
  test("tells the verdict, the defects with both shapes, and every fact", () => {
    const text = markdownReport(redInput);
    expect(text).toMatch(/^# tripact: ❌ not conformant: 1 fact broken\n/);
    expect(text).toContain("| expected | actual |");
    for (const note of ["- contact note 10: put back", "- stays: a user stays (2 times)", "not followed (3"])
      expect(text).toContain(note.replaceAll("(", "&#40;").replaceAll(")", "&#41;"));
    for (const { id } of redInput.report.facts) expect(text).toContain(id);
    expect(markdownReport(goodInput)).toMatch(/^# tripact: ✅ conformant\n/);
  });

  test("keeps markup, mentions, links and cells of hostile texts apart from its own", () => {
    const text = markdownReport(hostileInput);
    expect(text.replaceAll(/<\/?(?:code|details|summary)>/g, "")).not.toMatch(/<(?=[a-z/!])/i);
    expect(text).not.toMatch(/@somebody|(?<!&)#12|\]\(|www\.evil|https?:\/\/(?=evil)/);
    const widths = text
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .map((line) => line.split("|").length);
    expect(new Set(widths)).toEqual(new Set([4, 5, 6]));
  });

  test("tells what a recording held, and what of it was not read", () => {
    const text = markdownReport(recordingInput);
    expect(text).not.toContain("seed");
    expect(text).toContain(
      "1,204 entries in 2 files · crm 1,200 · 3 match no documented operation · 1 without an answer · 7 places could not be read\n",
    );
    expect(text).toContain("| <code>night.har</code> | HAR 1.2 | 1203 |\n");
    expect(text).toContain("| <code>GET /api/Thing0/&#123;…&#125;</code> | 12 |\n");
    expect(text.match(/api\/Thing/g)).toHaveLength(10);
    expect(text).toContain("and 2 more kinds of request\n");
    expect(text).toContain(
      "- <code>night.har: byte 4</code>: an entry that is not JSON\n\nand 2 more places\n",
    );
    expect(markdownReport(goodInput)).not.toContain("Recording");
  });

  test("tells whether a recording was read to the end", () => {
    const { report } = recordingInput;
    const whole = { ...recording, troubles: 0, troublePlaces: [] };
    const run = { ...report.run, complete: false, stopped: "interrupted" };
    const pageOf = (more: object): string =>
      markdownReport({ ...recordingInput, report: { ...report, ...more } });
    expect(pageOf({ recording: whole })).toContain("· read to the end\n");
    expect(pageOf({ recording: whole, run })).toContain("· interrupted before the end\n");
  });
});
