import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type BuiltinInterface, interfaceNames } from "../../src/builtin/interface-name.ts";
import type { Report } from "../../src/core/model/report.ts";
import { bin, runCli } from "../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { type HostileCase, mostRequestsOf } from "./hostile-case.ts";
import { serveBytes, type Asked } from "./server.ts";

/** The secrets of every hostile run: none may ever be seen. */
export const secrets = {
  crm: "crm-key-4f1d9a77c2e84b0c9d6e",
  username: "somebody+crm@hostile.example",
  password: "p+a&s=s%w rd é€ 93b1",
  donation: "donation-token-0b8e6cc1a24f4d1f",
  volunteer: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJob3N0aWxlIn0.x7Qm0b8e6cc1a24f4d1f",
} as const;

const settings: Readonly<Record<BuiltinInterface, object>> = {
  crm: {
    credentials: {
      apiKey: secrets.crm,
      password: { username: secrets.username, password: secrets.password },
    },
    records: { contactId: 1 },
    scratch: { noteId: 10, noteType: "Call" },
  },
  donation: { credentials: { token: secrets.donation } },
  volunteer: { credentials: { token: secrets.volunteer }, records: { userId: 1 } },
};

/** Milliseconds; who reaches the long one has no time left for the test. */
const timeouts = { short: 150, long: 600_000 } as const;

export const configFor = (one: HostileCase, origin: string, isWhole: boolean): object => ({
  interfaces: Object.fromEntries(
    (isWhole ? interfaceNames : (one.interfaces ?? ["crm"])).map((name) => [
      name,
      { baseUrl: `${origin}/${name}`, ...settings[name] },
    ]),
  ),
  safety: {
    writes: one.writes ?? false,
    // More than the server may see, so that a run that asks too much is seen to.
    maxRequests: isWhole ? 900 : mostRequestsOf(one) + 50,
    perSecond: 10_000,
    perHour: 10_000,
    timeoutMs: one.waits === true ? timeouts.short : timeouts.long,
    maxWaitMs: 2_000,
    maxBodyBytes: isWhole ? 10_485_760 : 2_097_152,
  },
});

const cheapChecks: Readonly<Record<BuiltinInterface, readonly string[]>> = {
  crm: [
    "contact-is-read-by-id",
    "contact-method-types-are-listed",
    "bodies-are-json",
    "contact-fields",
    "error-envelope",
  ],
  donation: ["queries-answer-pages", "reference-lists-answer", "page-envelope", "donation-error-envelope"],
  volunteer: ["users-are-listed", "user-is-read-by-id", "user-page-fields"],
};

export interface HostileRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** By the format's name. */
  readonly reports: Readonly<Record<string, string>>;
  readonly report: Report;
  readonly asked: readonly Asked[];
  /** What the run took: time of its own process, or of the processor in this one, however busy that is. */
  readonly costMs: number;
  /** The most memory that the run took, in MiB; undefined where it ran in this process. */
  readonly rss: number | undefined;
}

/** Has a process tell at its end what memory it took. */
const accountant = fileURLToPath(new URL("../../bench/accountant.cjs", import.meta.url));

/** Runs the command line as a process of its own. */
const runProcess = async (args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) => {
  const accounts = join(cwd, "accounts");
  mkdirSync(accounts);
  const child = spawn(process.execPath, ["--require", accountant, bin, ...args], {
    cwd,
    env: { ...env, PATH: process.env["PATH"], FORCE_COLOR: "1", TRIPACT_ACCOUNTS: accounts },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    // What a child process closes with.
    once(child, "close") as Promise<[code: number | null]>,
  ]);
  const account = readFileSync(join(accounts, `${child.pid}.json`), "utf8");
  const { peakMb } = JSON.parse(account) as { peakMb: number }; // what the accountant writes
  return { code: code ?? -1, out, err, rss: peakMb };
};

/**
 * Runs the command line against one hostile server: its checks in this process, or the whole suite in one of its own.
 * The JSON report is always made.
 */
export const runHostile = async (
  one: HostileCase,
  {
    isWhole = false,
    formats = ["json"],
    command = "check",
  }: {
    readonly isWhole?: boolean;
    readonly formats?: readonly string[];
    /** `drift` only with the whole suite: it does not choose checks. */
    readonly command?: "check" | "drift";
  } = {},
): Promise<HostileRun> => {
  const checks = one.checks ?? (one.interfaces ?? ["crm"]).flatMap((name) => cheapChecks[name]);
  const folder = temporaryFolder();
  const server = await serveBytes(one.answer, one.greet);
  const [startedAt, startedCpu] = [performance.now(), process.cpuUsage()];
  mkdirSync(join(folder, "state"));
  writeFileSync(join(folder, "c.json"), JSON.stringify(configFor(one, server.origin, isWhole)));
  const args = [
    command,
    "--config",
    "c.json",
    ...(isWhole ? [] : ["--check", checks.join()]),
    ...formats.flatMap((format) => ["--report", `${format}=report.${format}`]),
  ];
  const env = { XDG_STATE_HOME: join(folder, "state") };
  const { code, out, err, rss } = isWhole
    ? await runProcess(args, folder, env)
    : { ...(await runCli(args, { cwd: folder, terminal: true, env })), rss: undefined };
  const { user, system } = process.cpuUsage(startedCpu);
  const costMs = isWhole ? performance.now() - startedAt : (user + system) / 1000;
  if (code === 2) throw new Error(`nothing was run: ${err}`);
  const reports = Object.fromEntries(
    formats.map((format) => [format, readFileSync(join(folder, `report.${format}`), "utf8")]),
  );
  // What `--report json` writes is a report.
  const report = JSON.parse(reports["json"] ?? "") as Report;
  return { code, out, err, reports, report, asked: server.asked, costMs, rss };
};

/** What gives the texts of the hostile servers away. */
const marks = /pwned|alert\(1\)|evil\.example|calc'!|etc\/passwd|hostile-(?:access|refresh)-token/;

/** Written for the CI system, so that commands are what it consists of. */
const isForCi = (format: string): boolean => format === "github";

/** What makes a text unsafe for a terminal, a CI log, XML or HTML, in words. */
export const dangersIn = (where: string, text: string): readonly string[] =>
  [
    [/[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(text.replaceAll("\n", "")), "a control character"],
    [/[\u202a-\u202e\u2066-\u2069\u2028\u2029]/.test(text), "a character that turns text around"],
    [!isForCi(where) && /^\s*::\w|##(?:vso)?\[/m.test(text), "a CI command"],
    [marks.test(text), "a text of the server"],
    [Object.values(secrets).some((secret) => text.includes(secret)), "a secret"],
  ].flatMap(([isThere, danger]) => (isThere === true ? [`${where} holds ${String(danger)}`] : []));
