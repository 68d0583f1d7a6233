import { execFile } from "node:child_process";
import { validation } from "../src/builtin/validation.ts";
import { contract } from "../src/inputs/contract.ts";
import { valueAtPointer } from "../src/core/formats/json-pointer.ts";
import type { Check, Violation } from "../src/core/model/check.ts";
import { type Exchange, jsonOf, type Outcome, responseOf } from "../src/core/model/exchange.ts";
import type { Finding, ShellVariable } from "../src/core/model/finding.ts";
import { isObject } from "../src/core/model/json-object.ts";
import type { Report } from "../src/core/model/report.ts";
import { shellName } from "../src/core/model/secret.ts";
import { scriptOf } from "../src/core/problems/reproduce.ts";
import { createMask } from "../src/core/privacy/mask.ts";
import { createEvidence } from "../src/core/run/evidence.ts";
import { createFindingLog } from "../src/core/run/finding-log.ts";
import { createJudgeTools } from "../src/core/run/judge.ts";
import { collectJudgements } from "../src/core/run/verdicts.ts";
import type { Fault } from "../src/builtin/faults/fault.ts";
import { inProcessOrigin } from "../src/sandbox/sandbox.ts";
import { type ServedSandbox, startSandbox } from "../src/sandbox/serve.ts";
import { createManualClock, startInstant } from "../src/sandbox/clock.ts";
import { interfaceOf, type Narrowing, reportOn } from "./fault-run.ts";

/** What the printed lines of a finding show when they are pasted into a shell. */
export type PasteOutcome =
  /** The check finds the same in the answers. */
  | "shown"
  /** They differ from those without the fault where the finding points. */
  | "differs"
  /** A replay stands in their place. */
  | "replay"
  | "not shown"
  /** A variable has none. */
  | "no value";

export interface Paste {
  readonly fault: string;
  readonly check: string;
  readonly fingerprint: string;
  readonly outcome: PasteOutcome;
  /** Names of variables without a value, or what went wrong. */
  readonly why?: string;
  /** Number of requests that show it, without those that undo. */
  readonly requests: number;
  readonly lines: readonly string[];
}

const tools = createJudgeTools(validation);

/** A run on a fault: its report, and its exchanges by number. */
export interface Observed {
  readonly report: Report;
  readonly exchanges: ReadonlyMap<number, Exchange>;
  /** Exchanges as their own check has asked for them. */
  readonly own: ReadonlyMap<string, ReadonlyMap<Outcome, Exchange>>;
}

export const observed = async (fault: Fault | undefined, narrowing: Narrowing = {}): Promise<Observed> => {
  const exchanges = new Map<number, Exchange>();
  const own = new Map<string, Map<Outcome, Exchange>>();
  const only = fault === undefined ? undefined : interfaceOf(fault.fact);
  const report = await reportOn(fault, {
    ...narrowing,
    interfaces: only === undefined ? undefined : [only],
    // As in most configurations.
    without: ["donation.queries.sampleConditions"],
    judged: (check, judged) => {
      const known = own.get(check) ?? new Map<Outcome, Exchange>();
      for (const one of judged) known.set(one.outcome, one);
      own.set(check, known);
    },
    see: (event) => {
      if (event.type === "exchange") exchanges.set(event.number, event.exchange);
    },
  });
  return { report, exchanges, own };
};

/** Shell variables of a configuration's credentials. */
const credentialsIn = (value: unknown, path: string): readonly (readonly [string, string])[] => {
  if (typeof value === "string") return [[shellName(path).slice(1), value]];
  return isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => credentialsIn(inner, `${path}.${name}`))
    : [];
};

const inShell = (line: string, env: Readonly<Record<string, string>>): Promise<string> =>
  new Promise((resolve) => {
    const shell = { PATH: process.env["PATH"] ?? "", no_proxy: "*", ...env };
    execFile("sh", ["-c", line], { env: shell, encoding: "utf8", maxBuffer: 64e6 }, (error, stdout) =>
      resolve(error === null ? stdout : ""),
    );
  });

/** What `curl -i` prints. */
const outcomeIn = (printed: string): Outcome => {
  const text = printed.replace(/^HTTP\/[\d.]+ 100[^\n]*\r\n\r\n/, "");
  const end = text.indexOf("\r\n\r\n");
  const [first = "", ...fields] = text.slice(0, end).split("\r\n");
  const status = Number(first.split(" ")[1]);
  if (end < 0 || !Number.isInteger(status))
    return { kind: "failure", reason: "malformed-response", message: "" };
  const headers: Record<string, string> = {};
  for (const field of fields) {
    const at = field.indexOf(":");
    const name = field.slice(0, at).toLowerCase();
    const value = field.slice(at + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const body = text.slice(end + 4);
  const isJson = /\bjson\b/.test(headers["content-type"] ?? "");
  const parsed = (): { kind: "json"; value: unknown } | { kind: "text"; text: string } => {
    try {
      return { kind: "json", value: JSON.parse(body) as unknown };
    } catch {
      return { kind: "text", text: body };
    }
  };
  return {
    kind: "response",
    status,
    headers,
    elapsedMs: 1,
    body: body === "" ? { kind: "empty" } : isJson ? parsed() : { kind: "text", text: body },
  };
};

type Pair = readonly [then: Exchange, now: Exchange];

/** The value of a variable, by what the lines say about it. */
const filledIn = ({ step, pointer = "" }: ShellVariable, pairs: readonly Pair[]): string | undefined => {
  const answer = step === undefined ? undefined : pairs[step - 1]?.[1];
  const value = answer && valueAtPointer(jsonOf(answer), pointer);
  return value === undefined ? undefined : String(value);
};

/** Names that a line expands. */
const namesIn = (line: string): readonly string[] =>
  [
    ...line
      .replaceAll("'\\''", "")
      .replaceAll(/'[^']*'/g, "")
      .matchAll(/(?<!\\)\$\{?([A-Za-z_]\w*)/g),
  ].map(([, name = ""]) => name);

/** Whether a check finds the same in these exchanges. */
const isShownIn = (check: Check, finding: Finding, pairs: readonly Pair[]): boolean => {
  const now = pairs.map(([, one]) => one);
  const judged =
    check.effect === "passive"
      ? now.flatMap((one) => (check.applies(one, tools) ? [...check.judge(one, tools)] : []))
      : [...check.judge(now, tools)];
  const sample = check.effect === "passive" ? check.sample?.() : undefined;
  const seen = now.flatMap((one) => [...(sample?.see(one, tools) ?? [])]);
  const mask = createMask();
  const log = createFindingLog({ contract, evidence: createEvidence({ mask }), isShown: () => true });
  return collectJudgements(check, [
    ...judged,
    ...seen,
    ...(sample?.conclude?.() ?? []),
    ...(sample?.judge?.() ?? []),
  ]).some(
    (one): one is Violation =>
      one.kind === "violation" && log.add(check, one)?.finding.fingerprint === finding.fingerprint,
  );
};

const fresh = (fault: Fault, faults: readonly Fault[]): Promise<ServedSandbox> =>
  startSandbox({
    seed: 1,
    control: true,
    scale: fault.donors ?? 60,
    faults,
    clock: createManualClock(startInstant(1)),
  });

/** Its exchanges in the order of its steps, or the one without any. */
const exchangesOf = (
  { check, steps, exchanges }: Finding,
  { exchanges: all, own }: Observed,
): readonly Exchange[] => {
  const [wrong, ...others] = exchanges.map((number) => all.get(number));
  const ordered =
    steps === undefined ? [wrong] : steps.map((step) => (step.wrong === true ? wrong : others.shift()));
  return ordered.flatMap((one) => (one === undefined ? [] : [own.get(check)?.get(one.outcome) ?? one]));
};

interface Answers {
  readonly pairs: readonly Pair[];
  /** Variables without a value. */
  readonly missing: ReadonlySet<string>;
}

/** Runs the lines one after the other, and fills in between what the next ones need. */
const answersTo = async (
  lines: readonly string[],
  finding: Finding,
  run: Observed,
  served: ServedSandbox,
): Promise<Answers> => {
  const { variables = [] } = finding;
  const env: Record<string, string> = Object.fromEntries(
    Object.entries(served.config.interfaces).flatMap(([name, { credentials }]) =>
      credentialsIn(credentials, `${name}.credentials`),
    ),
  );
  const missing = new Set<string>();
  const pairs: Pair[] = [];
  const exchanges = exchangesOf(finding, run);
  const kept = new Set((finding.restore ?? []).map(({ read }) => read));
  for (const line of lines) {
    const [, name] = /^(\w+)=/.exec(line) ?? [];
    if (name !== undefined) env[name] = await inShell(`${line}\nprintf %s "$${name}"`, env);
    if (!line.startsWith("curl ")) continue;
    for (const variable of variables) {
      const value = env[variable.name] ?? filledIn(variable, pairs);
      if (value !== undefined) env[variable.name] = value;
    }
    for (const used of namesIn(line)) if (env[used] === undefined) missing.add(used);
    const printed = await inShell(line.replaceAll(inProcessOrigin, served.origin), env);
    const outcome = outcomeIn(printed);
    if (kept.delete(line)) continue;
    const then = exchanges[pairs.length];
    if (then !== undefined) pairs.push([then, { ...then, outcome, sentAt: served.sandbox.clock.now() }]);
  }
  return { pairs, missing };
};

/** Whether an answer differs from that of a sandbox without faults where the finding points. */
const differs = ({ pointer }: Finding, [, now]: Pair, [, right]: Pair): boolean => {
  const [one, other] = [responseOf(now), responseOf(right)];
  if (one?.status !== other?.status || one?.headers["content-type"] !== other?.headers["content-type"])
    return true;
  const at = (exchange: Exchange): string => JSON.stringify(valueAtPointer(jsonOf(exchange), pointer)) ?? "";
  return at(now) !== at(right);
};

/** Pastes the lines of one finding into a shell, against a new sandbox with the fault. */
export const paste = async (fault: Fault, finding: Finding, run: Observed): Promise<Paste> => {
  const check = contract.checks.find(({ id }) => id === finding.check);
  if (check === undefined) throw new Error(`no check ${finding.check}`);
  const lines = scriptOf(finding);
  const undoing = lines.findIndex((line) => line.startsWith("# puts "));
  const shown = undoing === -1 ? lines : lines.slice(0, undoing);
  const kept = (finding.restore ?? []).filter(({ read }) => read !== undefined).length;
  const curls = shown.filter((one) => one.startsWith("curl ")).length;
  const requests = Math.max(0, curls - kept);
  const told = { fault: fault.id, check: finding.check, fingerprint: finding.fingerprint, requests, lines };
  if (requests === 0) return { ...told, outcome: "replay" };
  const against = async (faults: readonly Fault[]): Promise<Answers> => {
    const served = await fresh(fault, faults);
    try {
      return await answersTo(shown, finding, run, served);
    } finally {
      await served.close();
    }
  };
  const { pairs, missing } = await against([fault]);
  if (missing.size > 0) return { ...told, outcome: "no value", why: [...missing].join(", ") };
  if (isShownIn(check, finding, pairs)) return { ...told, outcome: "shown" };
  const { pairs: right } = await against([]);
  const wrong = finding.steps === undefined ? 0 : finding.steps.findIndex((step) => step.wrong === true);
  const [one, other] = [pairs[wrong], right[wrong]];
  const isOther = one !== undefined && other !== undefined && differs(finding, one, other);
  return { ...told, outcome: isOther ? "differs" : "not shown" };
};
