import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { facts, unknowns } from "../../../../src/builtin/generated/registry.ts";
import type { Report } from "../../../../src/core/model/report.ts";
import { formatOf, reportFormats } from "../../../../src/report/report-formats.ts";
import {
  exchangeLine,
  harEntry,
  privateValues,
  realWorld,
  toHar,
  toJsonCassette,
  toNdjson,
  toSchemathesisNdjson,
  toSchemathesisYaml,
  toYamlCassette,
  type Traffic,
} from "../../../traffic/recordings/traffic.ts";
import { type CliResult, reportOf, runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const observe = (files: Readonly<Record<string, string>>, ...args: string[]): Promise<CliResult> =>
  runCli(["observe", ...args], { cwd: temporaryFolder(files) });

const reportFor = async (files: Readonly<Record<string, string>>, ...args: string[]): Promise<Report> =>
  reportOf(await observe(files, ...args, "--json"));

/** What a report says apart from times and the recording itself. */
const judgedBy = ({ facts, findings, unknowns, summary, run }: Report) => ({
  facts,
  findings,
  unknowns,
  summary,
  targets: run.targets,
});

const clean: readonly Traffic[] = realWorld.filter(
  ({ url, status }) => url.includes("/v1/") || status === 401,
);
const wrong: readonly Traffic[] = realWorld.filter(({ status }) => status === 404);

describe("a recording in the style of real systems", () => {
  let result: CliResult;
  let report: Report;
  beforeAll(async () => {
    const files = { "real.har": toHar(realWorld) };
    const folder = temporaryFolder(files, afterAll);
    result = await runCli("observe real.har --json", { cwd: folder });
    report = reportOf(result);
  });

  test("every contradiction is reported with its fact and location, and nothing else is", () => {
    const errors = report.findings.filter(({ severity }) => severity === "error");
    expect(errors.map(({ fact, operation, pointer, actual }) => [fact, operation, pointer, actual])).toEqual([
      ["GEN-01", "getContactByReference", "/lifeToDateGiving", "text that has a currency sign"],
      ["CRM-01", "getContactByReference", "/description", "null"],
      ["GEN-02", "getContactByReference", "/lastGiftDate", "text that has no zone, has 7 fractional digits"],
    ]);
    expect(result.code).toBe(1);
  });

  test("error bodies other than the envelope are warnings", async () => {
    const warnings = report.findings.filter(({ severity }) => severity === "warning");
    expect(warnings.map(({ fact, operation, actual }) => [fact, operation, actual])).toEqual([
      ["CRM-44", "getContact", "empty body"],
      ["CRM-44", "addEventContact", "message body"],
    ]);
    const others = realWorld.filter(({ status, url }) => status >= 400 && url.includes("crm."));
    expect((await observe({ "r.har": toHar(others) }, "r.har")).code).toBe(0);
  });

  test("every fact and question stands in the report once, with the reason where it was not judged", () => {
    expect([report.facts.length, report.unknowns.length]).toEqual([facts.length, unknowns.length]);
    const reasons = new Set(
      report.facts.filter(({ status }) => status === "skipped").map(({ reason }) => reason),
    );
    expect([...reasons]).toContain("a recording cannot show it");
    expect(report.facts.find(({ id }) => id === "DON-01")).toMatchObject({ status: "passed", exchanges: 1 });
    expect(report.resolved).toEqual([]);
  });

  test("the interfaces seen are named, and what matched nothing is listed without anybody's data", () => {
    expect(report.run.targets).toEqual({
      crm: "https://masked.example",
      donation: "https://masked.example",
      volunteer: "https://masked.example",
    });
    expect(report.recording).toMatchObject({
      files: [{ file: "real.har", format: "HAR", entries: 12 }],
      judged: 10,
      interfaces: { crm: 6, donation: 2, volunteer: 2 },
      unmatched: 2,
      unmatchedRequests: [
        { method: "GET", path: "/api/Gift/{…}", exchanges: 1 },
        { method: "GET", path: "/fonts/{…}", exchanges: 1 },
      ],
      troubles: 0,
    });
  });

  test("an address that an option names makes its traffic known, whatever its path", async () => {
    const cwd = temporaryFolder({ "real.har": toHar(realWorld) }, afterAll);
    const named = reportOf(await runCli("observe real.har --json --crm https://CRM.example.org/", { cwd }));
    expect(named.recording).toMatchObject({
      judged: 11,
      interfaces: { crm: 7 },
      unmatchedRequests: [
        { method: "GET", path: "/fonts/{…}", exchanges: 1 },
        { interface: "crm", method: "GET", path: "/api/Gift/{…}", exchanges: 1 },
      ],
    });
    const { out } = await runCli("observe real.har --crm https://crm.example.org", { cwd });
    expect(out).toMatch(
      /match no documented operation, by method, path and types of ids\n +1 {2}crm GET \/api\/Gift\/\{…\}\nat no known address \(name the base address of each interface\)\n +1 {2}GET \/fonts/,
    );
  });

  test("a host that nobody has named is in no form of output, and one that is named is shown", async () => {
    const host = "zq-customer.org";
    const recorded = toHar(realWorld).replaceAll("crm.example.org", host);
    const formats = reportFormats.filter((name) => formatOf(name)?.exchanges !== "needs");
    const cwd = temporaryFolder({ "r.har": recorded });
    const reports = formats.flatMap((name) => ["--report", `${name}=${name}`]);
    const plain = await runCli(["observe", "r.har", ...reports, "--store", "s.sqlite"], { cwd });
    const asJson = await runCli("observe r.har --json", { cwd });
    const written = formats.map((name) => readFileSync(join(cwd, name), "utf8"));
    for (const text of [
      plain.out,
      plain.err,
      asJson.out,
      readFileSync(join(cwd, "s.sqlite"), "latin1"),
      ...written,
    ])
      expect(text).not.toContain("zq-");
    const named = await runCli(["observe", "r.har", "--crm", `https://${host}`, "--json"], { cwd });
    expect(reportOf(named).run.targets).toEqual({
      crm: `https://${host}`,
      donation: "https://masked.example",
      volunteer: "https://masked.example",
    });
  });

  test("no value of a record and no secret is written", async () => {
    const plain = await runCli("observe real.har", {
      cwd: temporaryFolder({ "real.har": toHar(realWorld) }),
    });
    for (const value of privateValues) {
      expect(result.out).not.toContain(value);
      expect(plain.out + plain.err).not.toContain(value);
    }
    expect(plain.out).toContain("/api/Contact/ByReference/{referenceId}?");
    expect(plain.out).toContain("match no documented operation");
  });
});

test("a finding names the entry of the file that shows it", async () => {
  const files = { "a.har": toHar(clean), "b.ndjson": toNdjson([...clean, ...wrong]) };
  const { out } = await observe(files, "a.har", "b.ndjson");
  expect(out.match(/recorded {4}.*/g)).toEqual([`recorded    b.ndjson: entry ${clean.length + 1}`]);
});

describe("the same traffic gives the same report", () => {
  const forms: Readonly<Record<string, string>> = {
    har: toHar(realWorld),
    "har over many lines": toHar(realWorld, 2),
    "har with a byte order mark": `\uFEFF${toHar(realWorld)}`,
    "bare list": JSON.stringify(realWorld.map(harEntry)),
    "har, an entry a line": realWorld.map((one) => JSON.stringify(harEntry(one))).join("\n"),
    ndjson: toNdjson(realWorld),
    "json cassette": toJsonCassette(realWorld),
    "yaml cassette": toYamlCassette(realWorld),
    "schemathesis cassette": toSchemathesisYaml(realWorld),
  };

  test("in every form, packed or not, from a file or from standard input", async () => {
    const expected = judgedBy(await reportFor({ r: forms["har"] ?? "" }, "r"));
    const folder = temporaryFolder(forms);
    for (const name of Object.keys(forms)) {
      const report = reportOf(await runCli(["observe", name, "--json"], { cwd: folder }));
      expect(judgedBy(report), name).toEqual(expected);
    }
    const text = Buffer.from(forms["har"] ?? "");
    for (const bytes of [text, gzipSync(text), zstdCompressSync(text)]) {
      const stdin = (async function* () {
        for (let at = 0; at < bytes.length; at += 997) yield bytes.subarray(at, at + 997);
      })();
      const report = reportOf(await runCli("observe - --json", { cwd: folder, stdin }));
      expect(judgedBy(report)).toEqual(expected);
    }
  });

  test("Schemathesis's events too, but for the numbers of the lines", async () => {
    const report = await reportFor({ "st.ndjson": toSchemathesisNdjson(realWorld) }, "st.ndjson");
    const other = await reportFor({ r: toHar(realWorld) }, "r");
    const fingerprintsIn = ({ findings }: Report) => findings.map(({ fingerprint }) => fingerprint);
    expect(fingerprintsIn(report)).toEqual(fingerprintsIn(other));
  });

  test("in one file or in several, named by a pattern", async () => {
    const files = {
      "a.har": toHar(realWorld.slice(0, 4)),
      "b.ndjson": toNdjson(realWorld.slice(4)),
      "c.txt": "no",
    };
    const folder = temporaryFolder(files);
    const report = reportOf(await runCli("observe [ab].* --json", { cwd: folder }));
    expect(report.recording?.files).toEqual([
      { file: "a.har", format: "HAR", entries: 4 },
      { file: "b.ndjson", format: "NDJSON", entries: 8 },
    ]);
    expect(judgedBy(report)).toEqual(judgedBy(await reportFor({ r: toHar(realWorld) }, "r")));
  });
});

describe("exit codes", () => {
  test("0 where all that was judged conforms", async () => {
    const { code, out } = await observe({ "r.har": toHar(clean) }, "r.har");
    expect(out).toContain(`✓ no violation in 6 of ${facts.length} facts`);
    expect(code).toBe(0);
  });

  test.each([
    ["no entry", toHar([]), /the recording holds no exchange/],
    ["no entry in a cassette", "http_interactions: []\n", /the recording holds no exchange/],
    [
      "nothing that matches",
      toHar(realWorld.slice(-1)),
      /nothing could be judged in 1 exchange: 1 matches no documented operation\n/,
    ],
    [
      "no answer",
      toHar([{ method: "GET", url: "https://a.example.org/api/Contact/1", status: 0 }]),
      /nothing could be judged in 1 exchange: 1 got no answer\n/,
    ],
  ])("3 where nothing could be judged: %s", async (_, text, message) => {
    const { code, out } = await observe({ "r.har": text }, "r.har");
    expect(out).toMatch(message);
    expect(code).toBe(3);
  });

  test.each([
    [
      "cut off within an entry",
      toHar(clean).slice(0, -150),
      /r: byte \d+: the recording breaks off at byte \d+, within this entry/,
    ],
    ["a line that is none", `${toNdjson(clean)}{"request":{"url":"htt\n`, /r:5: an entry that is not JSON/],
    ["bytes in another encoding", `${toNdjson(clean)}LATIN1\n`, /r:5: an entry that is not text in UTF-8/],
    [
      "a cassette cut off",
      toYamlCassette(clean).slice(0, -90),
      /r:\d+: the recording breaks off in line \d+, within this interaction/,
    ],
  ])("3 where a part could not be read, and the rest is judged: %s", async (_, text, message) => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, "r"),
      text.replace("LATIN1", "\u00e9{"),
      text.includes("LATIN1") ? "latin1" : "utf8",
    );
    const { code, out } = await runCli("observe r", { cwd: folder });
    expect(out).toMatch(message);
    expect(out).toMatch(/volunteer [12]/);
    expect(code).toBe(3);
  });

  test("1 where a part could not be read and the rest shows a finding: a finding outranks", async () => {
    const { code, out } = await observe({ r: toHar([...realWorld, ...clean]).slice(0, -30) }, "r");
    expect(out).toMatch(/breaks off/);
    expect(code).toBe(1);
  });

  test("packed data that breaks off is reported, after what could be read of it", async () => {
    const folder = temporaryFolder();
    const noise = Array.from({ length: 4_000 }, (_, index) =>
      exchangeLine({
        method: "GET",
        url: "https://crm.example.org/api/Webhook/7",
        status: 401,
        body: `{"message":"${index * 7919}"}`,
      }),
    );
    for (const [name, pack] of [
      ["gz", gzipSync],
      ["zst", zstdCompressSync],
    ] as const) {
      const packed = pack(Buffer.from(noise.join("\n")));
      writeFileSync(join(folder, name), packed.subarray(0, Math.floor(packed.length / 2)));
      const { code, out } = await runCli(["observe", name], { cwd: folder });
      expect(out).toMatch(/breaks off|not JSON/);
      expect(code).toBe(3);
    }
  });
});

describe("what is judged can be narrowed", () => {
  test("to interfaces: the others are left out and counted", async () => {
    const report = await reportFor({ r: toHar(realWorld) }, "r", "--interface", "volunteer");
    expect(report.recording).toMatchObject({ judged: 2, leftOut: 8, interfaces: { volunteer: 2 } });
    expect(report.findings).toEqual([]);
  });

  test("to facts", async () => {
    const report = await reportFor({ r: toHar(realWorld) }, "r", "--fact", "GEN-01");
    expect(report.findings.map(({ fact }) => fact)).toEqual(["GEN-01"]);
    expect(report.facts.find(({ id }) => id === "CRM-44")?.reason).toBe("not selected");
  });

  test("a configuration tells hosts, and requests there are judged though nobody documents them", async () => {
    const config = JSON.stringify({ interfaces: { crm: { baseUrl: "https://odd.example.org/x" } } });
    const odd: Traffic = {
      method: "GET",
      url: "https://odd.example.org/x/api/Pledge/search",
      status: 404,
      headers: { "content-type": "application/json" },
      body: '{"list":[],"total":0}',
    };
    const files = { "tripact.config.json": config, r: toHar([odd]) };
    const report = await reportFor(files, "r");
    expect(report.findings.map(({ fact }) => fact)).toContain("CRM-28");
    expect(report.recording).toMatchObject({ judged: 1, unmatched: 1 });
    expect(report.run.targets).toEqual({ crm: "https://odd.example.org/{…}" });
    const without = await observe({ r: toHar([odd]) }, "r");
    expect(without.code).toBe(3);
  });

  test("credentials of a configuration need not be set", async () => {
    const config = `{"interfaces":{"crm":{"baseUrl":"\${CRM_URL}","credentials":{"apiKey":"\${CRM_KEY}"}}}}`;
    const judged = await observe({ "tripact.config.json": config, r: toHar(clean) }, "r", "--json");
    expect(reportOf(judged).recording?.judged).toBe(clean.length);
    const wrongKey = '{"interfaces":{"crm":{"baseurl":"x"}}}';
    const refused = await observe({ "tripact.config.json": wrongKey, r: toHar(clean) }, "r");
    expect(refused.err).toMatch(/unknown key baseurl/);
    expect(refused.code).toBe(2);
  });

  test("a baseline makes findings known", async () => {
    const first = await reportFor({ r: toHar(wrong) }, "r");
    const baseline = JSON.stringify({ findings: first.findings.map(({ fingerprint }) => ({ fingerprint })) });
    const files = { r: toHar(wrong), "tripact.config.json": '{"baseline":"b.json"}', "b.json": baseline };
    const { code, out } = await observe(files, "r", "--json");
    expect(reportOf({ out }).findings.every(({ known }) => known)).toBe(true);
    expect(code).toBe(0);
  });
});

test("answers whose body was not recorded are judged by their heads alone", async () => {
  const entries = realWorld.map(harEntry).map((entry) => {
    const { content, ...response } = entry.response;
    return { ...entry, response: { ...response, content: { size: -1, mimeType: content.mimeType } } };
  });
  const har = JSON.stringify({ log: { version: "1.2", entries } });
  const report = await reportFor({ "r.har": har }, "r.har");
  // The header says that there was no body.
  expect(report.findings.map(({ fact, actual }) => [fact, actual])).toEqual([["CRM-44", "empty body"]]);
  expect(report.recording).toMatchObject({ judged: 10, withoutBody: 8 });
  expect(report.facts.filter(({ status }) => status === "passed").map(({ id }) => id)).toEqual([
    "DON-20",
    "VOL-10",
  ]);
});

describe("a recording without the body of any answer", () => {
  const [users] = clean;
  const without = (entries: readonly object[]): string =>
    JSON.stringify({ log: { version: "1.2", entries } });
  const streamed = users && {
    ...harEntry(users),
    response: {
      ...harEntry({ ...users, headers: { ...users.headers, "transfer-encoding": "chunked" } }).response,
      content: { size: 0, compression: 0, mimeType: "application/json", text: "" },
      bodySize: 0,
    },
  };

  test("shows nothing: 3, and says so", async () => {
    const files = { "r.har": without([streamed ?? {}]) };
    const { code, out, err } = await observe(files, "r.har");
    expect(code).toBe(3);
    expect(out + err).toContain(
      "nothing could be judged in 1 exchange: of 1 the body was not recorded or cannot be read",
    );
  });

  test("is judged with the other answers", async () => {
    const files = { "r.har": without([streamed ?? {}, ...clean.map(harEntry)]) };
    const { code, out } = await observe(files, "r.har");
    expect(code).toBe(0);
    expect(out).toContain("1 whose body was not recorded or cannot be read");
  });
});

test("a finding is reported once however often it is met, by the entry that shows it first", async () => {
  const many = Array.from({ length: 50 }, (_, index) =>
    [...clean, ...wrong].map((one) => ({ ...one, url: `${one.url}?n=${index}` })),
  ).flat();
  const report = await reportFor({ "r.ndjson": toNdjson(many) }, "r.ndjson");
  const [finding] = report.findings;
  const step = clean.length + wrong.length;
  expect(report.findings.length).toBe(1);
  expect(finding?.exchanges).toEqual([step]);
});

test("an interrupted run tells what it has seen", async () => {
  const cwd = temporaryFolder({ "r.har": toHar(realWorld) });
  const { code, out } = await runCli("observe r.har --json", { cwd, signal: AbortSignal.abort() });
  expect(code).toBe(130);
  expect(reportOf({ out }).run).toMatchObject({ complete: false, stopped: "interrupted" });
});

describe("the shapes of what was seen", () => {
  test("go into the store's history, without a value, as nights of their own", async () => {
    const folder = temporaryFolder({ r: toHar(realWorld) });
    const first = await runCli("observe r --store s.sqlite", { cwd: folder });
    expect(first.err).toBe("tripact: the shapes of 10 answers are kept in s.sqlite\n");
    await runCli("observe r --store s.sqlite --json", { cwd: folder });
    const { code, out } = await runCli("drift --history --store s.sqlite --json", { cwd: folder });
    expect(code).toBe(0);
    const { histories } = JSON.parse(out) as {
      histories: { target: object; nights: { status: string }[] }[];
    };
    expect(histories.map(({ target }) => target)).toMatchObject([
      { interface: "crm", address: "https://masked.example", organization: "recorded" },
      { interface: "donation", organization: "recorded" },
      { interface: "volunteer", organization: "recorded" },
    ]);
    expect(histories.map(({ nights }) => nights.map(({ status }) => status))).toEqual(
      Array.from({ length: 3 }, () => ["baseline", "compared"]),
    );
    const store = readFileSync(join(folder, "s.sqlite"), "latin1");
    for (const value of privateValues) expect(out + store).not.toContain(value);
  });
});
