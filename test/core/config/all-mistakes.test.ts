import * as fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { UsageError } from "../../../src/core/model/usage-error.ts";
import { runCli } from "../../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { refusal } from "./load.ts";

const lines = (text: string, env: Readonly<Record<string, string>> = {}): readonly string[] => {
  const error = refusal(text, env);
  return [error, ...error.others].map((one: UsageError) => one.line);
};

const mistakes = `interfaces:
  crm:
    baseUrl: http://crm.example.org
    credentials: { apiKey: "\${CRM_KEY}", limitedApikey: x, revokedApiKey: "\${CRM_REVOKED}" }
  donation:
    credentials: { token: "\${DONATION_TOKEN}" }
safety: { perHour: many, perHuor: 3, timeoutMs: 2147483648 }
zzz: 1
`;

const reported = [
  /^c\.yaml:3:14: interfaces\.crm\.baseUrl must be an https address \(write it as /,
  /^c\.yaml:4:28: the environment variable CRM_KEY is not set \(set CRM_KEY, or remove the key\)$/,
  /^c\.yaml:4:42: unknown key limitedApikey in interfaces\.crm\.credentials \(did you mean limitedApiKey\?\)$/,
  /^c\.yaml:4:75: the environment variable CRM_REVOKED is not set/,
  /^c\.yaml:5:3: interfaces\.donation lacks baseUrl$/,
  /^c\.yaml:6:27: the environment variable DONATION_TOKEN is empty \(set DONATION_TOKEN, or remove the key\)$/,
  /^c\.yaml:7:20: safety\.perHour must be a whole number above 0, not text$/,
  /^c\.yaml:7:26: unknown key perHuor in safety \(did you mean perHour\?\)$/,
  /^c\.yaml:7:49: safety\.timeoutMs must be a whole number of milliseconds from 1 to 2147483647$/,
  /^c\.yaml:8:1: unknown key zzz \(known: /,
];

const env = { DONATION_TOKEN: "" };

describe("everything that is wrong with a configuration", () => {
  test("is listed at once, in the order of the file, each with its place", async () => {
    const cwd = temporaryFolder({ "c.yaml": mistakes });
    for (const command of ["check", "drift", "discover", "restore"]) {
      const { code, out, err } = await runCli([command, "--config", "c.yaml"], { cwd, env });
      const shown = err.trimEnd().split("\n");
      expect([code, out, shown.length]).toEqual([2, "", reported.length]);
      for (const [index, line] of shown.entries())
        expect(line.replace(/^tripact: /, "")).toMatch(reported[index] ?? "nothing");
    }
  });

  test("stands on standard output, too, with --json", async () => {
    const cwd = temporaryFolder({ "c.yaml": mistakes });
    const { code, out, err } = await runCli(["check", "--config", "c.yaml", "--json"], { cwd, env });
    const { exitCode, errors } = JSON.parse(out);
    expect([code, exitCode, errors.length]).toEqual([2, 2, reported.length]);
    expect(errors[5]).toEqual({
      place: "c.yaml:6:27",
      message: "the environment variable DONATION_TOKEN is empty",
      hint: "set DONATION_TOKEN, or remove the key",
    });
    expect(err.trimEnd().split("\n")).toHaveLength(reported.length);
  });

  test("is a list, too, where the file is no plain data", () => {
    expect(
      lines("a: !mine {}\nb: *nobody\nb: 99999999999999999999\nc: .nan\n? [1]\n: 2\n").map((line) =>
        line.replace(/^t\.yaml/, ""),
      ),
    ).toEqual([
      ":1:1: every key must be plain text",
      ":1:10: YAML tags are not supported (write the plain value)",
      ":2:4: the alias *nobody names no anchor before it",
      ":3:1: the key b is there twice",
      ":3:4: the number is too large to be exact (put it in quotes)",
      ":4:4: not a finite number",
    ]);
  });

  test("is found however many mistakes there are, none twice", () => {
    const keys = ["perHour", "perSecond", "timeoutMs", "maxWaitMs", "writes", "maxBodyBytes"];
    fc.assert(
      fc.property(fc.subarray(keys, { minLength: 1 }), (wrong) => {
        const all = lines(`safety:\n${wrong.map((key) => `  ${key}: [x]\n`).join("")}`);
        expect(all).toHaveLength(wrong.length);
        for (const [index, key] of wrong.entries()) {
          expect(all[index]).toContain(`t.yaml:${index + 2}:`);
          expect(all[index]).toContain(`safety.${key} `);
        }
      }),
    );
  });

  test.each([
    ["unknown keys", (n: number) => `k${n}: 1`, /^t\.yaml:1:1: unknown key k0/],
    ["the same key", () => "k: 1", /^t\.yaml:2:1: the key k is there twice/],
    [
      "variables that are not set",
      (n: number) => `k${n}: "\${V${n}}"`,
      /^t\.yaml:1:5: the environment variable V0 is not set/,
    ],
  ])("costs no more than the file is long: thousands of %s", (_, line, first) => {
    // Whoever finds keys fills maps with them.
    const entries = vi.spyOn(Map.prototype, "set");
    onTestFinished(() => entries.mockRestore());
    const entriesFor = (size: number): number => {
      const text = Array.from({ length: size }, (_one, n) => line(n)).join("\n");
      entries.mockClear();
      const all = lines(text);
      const count = entries.mock.calls.length;
      expect(all[0]).toMatch(first);
      expect([100, 101]).toContain(all.length);
      expect(all.at(-1)).toMatch(/(?:^|: )and \d{2,} more(?: problems)?$/);
      return count;
    };
    // Filling one for each mistake would be 100 times as much.
    expect(entriesFor(1500)).toBeLessThan(30 * entriesFor(150));
  });
});

describe("a configuration that was named", () => {
  const commands = [["check"], ["discover"], ["generate", "--discover", "--out", "made"]];

  test.each(commands)("never gives way to the embedded sandbox: %s", async (...command) => {
    const empty = [
      "interfaces: {}",
      "safety: {}",
      "interfaces:\n  crm: {}\n",
      'interfaces: { crm: { baseUrl: "" } }',
    ];
    for (const text of empty) {
      const cwd = temporaryFolder({ "c.yaml": text });
      const { code, out, err } = await runCli([...command, "--config", "c.yaml"], { cwd });
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(/names no target|must name at least one|lacks baseUrl|is not an address/);
    }
  });

  test.each(["drift", "restore"])(
    "and has no target is what %s complains of, not of a sandbox",
    async (command) => {
      const cwd = temporaryFolder({ "c.yaml": "safety: {}" });
      const { code, err } = await runCli([command, "--config", "c.yaml"], { cwd });
      expect(err).toBe("tripact: --config c.yaml: names no target (add interfaces with a baseUrl)\n");
      expect(code).toBe(2);
    },
  );

  test("that is missing is reported with a sandbox only by commands that have one", async () => {
    for (const [command, hint] of [
      ["check", "without --config the embedded sandbox is tested"],
      ["discover", "without --config the embedded sandbox is tested"],
      ["drift", "check the path"],
      ["restore", "check the path"],
    ] as const) {
      const { code, err } = await runCli([command, "--config", "nope.yaml"]);
      expect(code).toBe(2);
      expect(err).toBe(`tripact: --config nope.yaml: file not found (${hint})\n`);
    }
  });
});
