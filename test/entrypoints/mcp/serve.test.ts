import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { check, report } from "../../../src/index.ts";
import { contract } from "../../../src/inputs/contract.ts";
import { faults } from "../../../src/builtin/faults/generated/faults.ts";
import { systemClock } from "../../../src/core/model/system-clock.ts";
import { realWorld, toHar } from "../../traffic/recordings/traffic.ts";
import type { Clock } from "../../../src/core/model/clock.ts";
import { startSandbox } from "../../../src/sandbox/serve.ts";
import { secretsOf } from "../../privacy/served.ts";
import { runCli } from "../cli/run-cli.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { documentText, giftPaths } from "../../consumers/diff/documents.ts";
import { connect } from "./kit.ts";

/** One check of few requests, and a fault that it finds. */
const few = { checks: ["webhook-is-read-by-id"], facts: ["CRM-25"] };
const fault = "webhook-ids-are-of-another-table";

/** A check of several requests, which a recording shows. */
const several = { checks: ["page-total-is-stable"] };

const documents = { "old.json": documentText(giftPaths), "new.json": documentText({}) };

describe("the tools", () => {
  test("are listed with schemas that allow nothing else, and with what they may do", async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      "diff_documents",
      "discover_dialect",
      "doctor",
      "drift",
      "explain_fact",
      "init",
      "list_facts",
      "manage_sandbox",
      "observe_recording",
      "replay_finding",
      "run_check",
    ]);
    for (const { inputSchema, outputSchema, description, annotations } of tools) {
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(Object.keys(outputSchema?.properties ?? {}).length).toBeGreaterThan(1);
      expect(description).not.toBe("");
      // Help of the command line, in the names that an agent gives.
      for (const { description: about = "" } of Object.values(inputSchema.properties ?? {}) as readonly {
        readonly description?: string;
      }[])
        expect(about).toMatch(/^(?!.*(?:^|\s)--[a-z]).+$/);
      expect(annotations?.readOnlyHint).toBeTypeOf("boolean");
    }
  });

  test("run_check: the verdict first, the whole report as a resource; replay_finding asks again", async () => {
    const { call, read } = await connect();
    expect(await call("run_check", few)).toMatchObject({
      isError: false,
      text: expect.stringMatching(/^verdict: conformant\n/),
      data: { verdict: "conformant", problems: [] },
    });
    const found = await call("run_check", { ...few, faults: [fault] });
    expect(found.text).toMatch(/^verdict: findings\n[^]*✗ CRM-25 /);
    expect(found.data).toMatchObject({ verdict: "findings", problems: [{ facts: ["CRM-25"] }] });
    const link = found.link ?? "";
    const whole = JSON.parse(await read(link));
    expect(whole.facts).toHaveLength(contract.facts.length);
    const [{ fingerprint }] = whole.findings;

    const again = { fingerprint, report: link };
    expect(await call("replay_finding", { ...again, faults: [fault] })).toMatchObject({
      text: expect.stringMatching(/^still there\n/),
      data: { state: "still there", verdict: "findings", fact: "CRM-25" },
    });
    expect((await call("replay_finding", again)).data).toMatchObject({ state: "gone" });
  });

  test("init writes a configuration, doctor examines it, drift begins a history and compares with it", async () => {
    const served = await startSandbox({ scale: 20 });
    onTestFinished(() => served.close());
    const { crm } = served.config.interfaces;
    const cwd = temporaryFolder({});
    const env = { CRM_KEY: String(crm.credentials["apiKey"]) };
    const { call } = await connect({ cwd, env });
    expect(await call("init", { crm: crm.baseUrl })).toMatchObject({
      isError: false,
      text: expect.stringMatching(/^verdict: complete\n[^]*wrote tripact.config.yaml/),
      data: { verdict: "complete", files: ["tripact.config.yaml", ".env.example"] },
    });
    expect(readFileSync(join(cwd, "tripact.config.yaml"), "utf8")).not.toContain(env.CRM_KEY);
    expect((await call("init", { crm: crm.baseUrl })).text).toContain("extend");
    expect((await call("doctor")).data).toMatchObject({
      verdict: "sound",
      interfaces: [{ interface: "crm", credential: "accepted" }],
    });
    expect(await call("drift")).toMatchObject({
      text: expect.stringContaining("the first run, with which later ones are compared"),
      data: { verdict: "conformant", problems: [] },
    });
    expect((await call("drift")).text).toContain("run 2");
    expect((await call("drift", { store: "../s.sqlite" })).text).toContain("outside the working directory");
    expect((await call("init", { config: "/etc/x.yaml" })).text).toContain("outside the working directory");
  });

  test("explain_fact says what the command prints, and list_facts lists facts, questions and faults", async () => {
    const { call, read } = await connect();
    const { text } = await call("explain_fact", { id: "don-03" });
    expect(text).toBe((await runCli("explain DON-03 --json")).out);
    expect((await call("list_facts")).data).toMatchObject({ count: contract.facts.length });
    expect((await call("list_facts", { kind: "questions" })).data).toMatchObject({
      count: contract.unknowns.length,
    });
    expect((await call("list_facts", { kind: "faults", containing: fault })).text).toContain("CRM-25");
    const all = await call("list_facts", { kind: "faults" });
    expect(all.text.length).toBeLessThanOrEqual(20_000);
    expect((await read(all.link ?? "")).split("\n")).toHaveLength(faults.length);
  });

  test("observe_recording judges a HAR, and diff_documents compares", async () => {
    const result = await check({ ...several, exchanges: true }).result;
    const clean = realWorld.filter(({ url, status }) => url.includes("/v1/") || status === 401);
    const cwd = temporaryFolder({
      ...documents,
      "traffic.har": toHar(clean),
      "report.of-a-run": await report(result, "har"),
    });
    const { call } = await connect({ cwd });
    // A report shows shapes instead of bodies.
    expect(await call("observe_recording", { recordings: ["report.of-a-run"] })).toMatchObject({
      text: expect.stringContaining("the body was not recorded or cannot be read"),
      data: { verdict: "inconclusive" },
    });
    const observed = await call("observe_recording", { recordings: ["*.har"] });
    expect(observed.text).toMatch(
      /^verdict: conformant\n[^]*\nrecorded {3}traffic.har \(HAR\): \d+ entries\n/,
    );
    expect(observed.data).toMatchObject({ verdict: "conformant" });
    expect(await call("diff_documents", { old: "old.json", new: "new.json" })).toMatchObject({
      text: expect.stringContaining("operation-removed"),
      data: { breaks: true, summary: { breaking: 1 } },
    });
  });

  test("discover_dialect gives what it found as a resource", async () => {
    const { call, read } = await connect();
    const { data, link = "" } = await call("discover_dialect", { budget: 30, scale: 20 });
    expect(data).toMatchObject({ verdict: "stopped", requests: 30 });
    expect(await read(link)).toMatch(/^# The meaning of a target's query integers/);
  });

  test("manage_sandbox: no more than five run, also when all are started at once", async () => {
    const { call } = await connect();
    const all = await Promise.all(
      Array.from({ length: 8 }, () => call("manage_sandbox", { action: "start", scale: 20 })),
    );
    expect(all.filter(({ isError }) => isError).map(({ text }) => text)).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining("5 sandboxes are running")),
    );
  });

  test("manage_sandbox: faults are on and off while it serves, and its URI is a configuration", async () => {
    const { call, client } = await connect();
    const started = await call("manage_sandbox", { action: "start", scale: 40 });
    const sandbox = started.link ?? "";
    const config = { ...few, config: sandbox };
    expect((await call("run_check", config)).data).toMatchObject({ verdict: "conformant" });
    const faulty = await call("manage_sandbox", { action: "set_faults", sandbox, faults: [fault] });
    expect(faulty.data).toMatchObject({ sandboxes: [{ sandbox, faults: [fault] }] });
    expect((await call("run_check", config)).data).toMatchObject({ verdict: "findings" });
    await call("manage_sandbox", { action: "set_faults", sandbox, faults: [] });
    expect((await call("run_check", config)).data).toMatchObject({ verdict: "conformant" });
    expect((await call("manage_sandbox", { action: "stop", sandbox })).text).toBe("no sandbox is running");
    expect((await call("run_check", config)).isError).toBe(true);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).not.toContain(sandbox);
  });
});

describe("a run", () => {
  test("sends progress that grows", async () => {
    const { client } = await connect();
    const seen: number[] = [];
    const input = { name: "run_check", arguments: several };
    await client.callTool(input, undefined, { onprogress: ({ progress }) => void seen.push(progress) });
    expect(seen.length).toBeGreaterThan(2);
    expect(seen).toEqual(
      seen
        .keys()
        .map((index) => index + 1)
        .toArray(),
    );
  });

  test("ends when the client cancels, and the server goes on", async () => {
    const { config, close } = await startSandbox({ scale: 20 });
    onTestFinished(close);
    const cancel = new AbortController();
    // The run waits here for its turn to send, until somebody ends it.
    const ended = Promise.withResolvers<void>();
    const clock: Clock = {
      ...systemClock,
      sleep: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => {
            reject(signal.reason);
            ended.resolve();
          });
          cancel.abort("enough");
        }),
    };
    const slow = JSON.stringify({ ...config, safety: { perSecond: 1 } });
    const { client, call } = await connect({ clock, cwd: temporaryFolder({ "slow.json": slow }) });
    const input = { name: "run_check", arguments: { ...few, config: "slow.json" } };
    await expect(client.callTool(input, undefined, { signal: cancel.signal })).rejects.toThrow("enough");
    await ended.promise;
    expect((await call("explain_fact", { id: "CRM-01" })).isError).toBe(false);
  });

  test("that lasts too long ends with what was found so far", async () => {
    const { call } = await connect({ after: () => AbortSignal.abort() });
    expect((await call("run_check", few)).text).toMatch(/^ended after 30 minutes\nverdict: interrupted/);
  });

  test("has few others beside it", async () => {
    const { call } = await connect();
    const all = await Promise.all(Array.from({ length: 10 }, () => call("explain_fact", { id: "CRM-01" })));
    expect(all.filter(({ isError }) => isError).map(({ text }) => text)).toEqual([
      "8 calls are under way (wait for one, or cancel it)",
      "8 calls are under way (wait for one, or cancel it)",
    ]);
  });
});

describe("an error", () => {
  const huge = "x".repeat(1_000_000);
  const wrong: readonly (readonly [tool: string, input: Record<string, unknown>, says: string])[] = [
    ["run_chek", {}, "there is no tool run_chek (did you mean run_check?)"],
    [huge, {}, `there is no tool ${"x".repeat(60)}… (known: `],
    ["run_check", { facts: "DON-03" }, "facts: must be a list of texts"],
    ["run_check", { fact: ["DON-03"] }, "fact: there is no such option (did you mean facts?)"],
    ["run_check", { [huge]: 1 }, `${"x".repeat(60)}…: there is no such option`],
    ["run_check", { facts: [huge] }, "facts: has a text of more than 4096 characters"],
    ["run_check", { facts: ["DON-3x"] }, "facts: DON-3x is unknown (did you mean DON-01?)"],
    [
      "run_check",
      { seed: -1, deep: "yes" },
      "seed: -1 is not a whole number from 0 to 4294967295 (for example `seed` 0)\ndeep: must be true or false",
    ],
    ["run_check", { config: "none.yaml" }, "config none.yaml: file not found ("],
    [
      "run_check",
      { config: "tripact://sandbox/9" },
      "sandbox: no sandbox runs as tripact://sandbox/9 (start one)",
    ],
    ["run_check", { config: "/dev/stdin" }, "config /dev/stdin: is no regular file"],
    ["run_check", { config: "/etc/hosts" }, "config /etc/hosts: is outside the working directory"],
    ["run_check", { config: "link.yaml" }, "config link.yaml: is outside the working directory"],
    ["observe_recording", { recordings: ["/etc/*.har"] }, "recordings /etc/*.har: is outside the working"],
    [
      "observe_recording",
      { recordings: ["../a.har"] },
      "recordings ../a.har: is outside the working directory",
    ],
    ["diff_documents", { old: "old.json", new: "/etc" }, "new /etc: is outside the working directory"],
    [
      "run_check",
      { faults: ["total-counts-the-pages"] },
      "faults: total-counts-the-pages is unknown (did you mean total-counts-the-page?)",
    ],
    ["run_check", { minFacts: 1000 }, "minFacts: 1000 is not a whole number from 1 to 82"],
    ["explain_fact", {}, "id: is missing"],
    ["explain_fact", { id: "\u001b[31m" }, "explain: there is no fact, question or check \\u001b[31m ("],
    [
      "replay_finding",
      { fingerprint: "0", report: "tripact://report/9" },
      "tripact://report/9: there is no such resource (",
    ],
    ["replay_finding", { fingerprint: "0", report: "none.json" }, "none.json: file not found"],
    ["list_facts", { kind: "all" }, "kind: must be facts or questions or faults"],
    ["observe_recording", { recordings: [] }, "recordings: must have 1 to 200 entries"],
    ["observe_recording", { recordings: ["/dev/fd/0"] }, "recordings /dev/fd/0: is no regular file"],
    ["observe_recording", { recordings: ["none.har"] }, "none.har"],
    ["discover_dialect", { budget: 0 }, "budget: 0 is not a whole number from 1 to 100000"],
    ["discover_dialect", { assumptions: { "U-99": 1 } }, "U-99"],
    ["diff_documents", { old: "old.json", new: "none.json" }, "none.json: file not found"],
    ["manage_sandbox", { action: "restart" }, "action: must be start or stop or set_faults or list"],
    ["manage_sandbox", { action: "stop" }, "sandbox: is missing (this action needs it)"],
    ["manage_sandbox", { action: "start", faults: ["none"] }, "faults: none is unknown ("],
    [
      "manage_sandbox",
      { action: "start", port: 99_999 },
      "port: 99999 is not a whole number from 0 to 65535",
    ],
  ];

  test("names what is wrong and how to fix it, is bounded, and the server goes on", async () => {
    const cwd = temporaryFolder(documents);
    symlinkSync("/etc/hosts", join(cwd, "link.yaml"));
    const { call } = await connect({ cwd });
    for (const [tool, input, says] of wrong) {
      const { isError, text } = await call(tool, input);
      expect({ isError, text: text.slice(0, 1000) }).toEqual({
        isError: true,
        text: expect.stringContaining(says),
      });
      expect(text.length).toBeLessThan(1000);
    }
    expect((await call("explain_fact", { id: "CRM-01" })).isError).toBe(false);
  });

  test("has the text of the command line", async () => {
    const cwd = temporaryFolder({
      "tripact.config.yaml": "interfaces:\n  crm: { baseurl: https://crm.example.org }\n",
    });
    const { call } = await connect({ cwd });
    const { err } = await runCli("check", { cwd });
    expect((await call("run_check")).text).toBe(err.replaceAll(/^tripact: /gm, "").trimEnd());
  });
});

test("no secret of a target is in any output, and nothing is written to it unless the configuration says so", async () => {
  const served: string[] = [];
  const { config, close } = await startSandbox({
    scale: 40,
    onServed: ({ method, path }) => void served.push(`${method} ${path}`),
  });
  onTestFinished(close);
  const secrets = Object.values(config.interfaces)
    .flatMap(({ credentials }) => secretsOf(credentials))
    .filter((one) => one.length > 8);
  expect(secrets.length).toBeGreaterThan(10);
  const readOnly = { ...config, safety: { perSecond: 1000, perHour: 10_000 } };
  const cwd = temporaryFolder({ "tripact.config.yaml": JSON.stringify(readOnly) });
  const { call, read, client } = await connect({ cwd });
  const outputs = [
    await call("run_check", { checks: ["contact-is-read-by-id", "note-is-replaced-whole"] }),
    await call("discover_dialect", { budget: 5 }),
    await call("run_check", { facts: ["CRM-01"], crm: secrets[0] }),
  ];
  expect(outputs.map(({ isError }) => isError)).toEqual([false, false, true]);
  expect(outputs[0]?.data).toMatchObject({ verdict: "conformant" });
  const { resources } = await client.listResources();
  expect(resources).not.toEqual([]);
  const written = [
    ...outputs.map((one) => JSON.stringify(one)),
    ...(await Promise.all(resources.map(({ uri }) => read(uri)))),
  ].join("\n");
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
  expect(served).toContain("GET /crm/api/Contact/1");
  expect(served.filter((line) => /^(PUT|DELETE|PATCH) /.test(line))).toEqual([]);

  writeFileSync(
    join(cwd, "writing.json"),
    JSON.stringify({ ...readOnly, safety: { ...readOnly.safety, writes: true } }),
  );
  expect(
    (await call("run_check", { checks: ["note-is-replaced-whole"], config: "writing.json" })).isError,
  ).toBe(false);
  expect(served.filter((line) => line.startsWith("PUT "))).not.toEqual([]);
});
