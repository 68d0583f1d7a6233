import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A process with all its children, as accounted by the operating system. */
export interface ProcessFigures {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Peak of the largest process. */
  readonly peakMb: number;
  readonly code: number | null;
  readonly out: string;
}

const accountant = fileURLToPath(new URL("./accountant.cjs", import.meta.url));

interface Account {
  readonly cpuMs: number;
  readonly peakMb: number;
}

const accountsIn = (folder: string): readonly Account[] =>
  readdirSync(folder).map((name): Account => JSON.parse(readFileSync(join(folder, name), "utf8")));

export interface ProcessOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end. Every Node process below it reports its own usage on exit. */
export const runProcess = async (
  command: string,
  args: readonly string[],
  { cwd, env = {} }: ProcessOptions = {},
): Promise<ProcessFigures> => {
  const folder = mkdtempSync(join(tmpdir(), "tripact-bench-"));
  const startedAt = performance.now();
  const child = spawn(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, NODE_OPTIONS: `--require ${accountant}`, TRIPACT_ACCOUNTS: folder, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const out: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const wallMs = performance.now() - startedAt;
  const accounts = accountsIn(folder);
  rmSync(folder, { recursive: true });
  return {
    wallMs,
    cpuMs: accounts.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    peakMb: Math.max(0, ...accounts.map(({ peakMb }) => peakMb)),
    code,
    out: Buffer.concat(out).toString(),
  };
};

/** A number in the system's report on a process; 0 if it is missing. */
const reported = (pid: string, pattern: RegExp): number => {
  try {
    return Number(pattern.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/** In megabytes. */
const residentMb = (pid: string): number => reported(pid, /^VmRSS:\s+(\d+) kB/m) / 1024;

const parentOf = (pid: string): number => reported(pid, /^PPid:\s+(\d+)/m);

const processes = (): string[] => {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
};

/** A running process and all its children. */
const familyOf = (pid: number): readonly string[] => {
  const all = processes();
  const family = new Set([pid]);
  for (let known = 0; known < family.size;) {
    known = family.size;
    for (const one of all) if (family.has(parentOf(one))) family.add(Number(one));
  }
  return [...family].map(String);
};

/** Memory of the largest of a running process and its children, in megabytes; 0 if the system does not report it. */
const largestResidentMb = (pid: number): number => Math.max(...familyOf(pid).map(residentMb));

/** Linux counts in hundredths of a second. */
const msPerTick = 10;

/** CPU time of a process so far; 0 if the system does not report it. */
const cpuMs = (pid: string): number => {
  try {
    // The name before the last bracket may contain anything; user and system time are fields 12 and 13 after it.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  } catch {
    return 0;
  }
};

export interface Service {
  readonly process: ChildProcess;
  /** Current memory of its largest process, in megabytes. */
  residentMb(): number;
  /** CPU time of it and its children so far, in milliseconds; 0 if the system does not report it. */
  cpuMs(): number;
  stop(): Promise<void>;
}

/** Starts a server and waits until an address answers, with any status. */
export const startService = async (
  command: string,
  args: readonly string[],
  url: string,
  options: ProcessOptions = {},
): Promise<Service> => {
  const child = spawn(command, args, {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...process.env, ...options.env },
    stdio: "ignore",
    detached: true,
  });
  const stop = async (): Promise<void> => {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    // The whole group, because npx starts its program as a child.
    if (child.pid !== undefined && child.exitCode === null) {
      process.kill(-child.pid, "SIGKILL");
      await gone;
    }
  };
  const deadline = performance.now() + 180_000;
  while (performance.now() < deadline) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) {
      const pid = child.pid ?? 0;
      const sumOfCpu = (): number => familyOf(pid).reduce((sum, one) => sum + cpuMs(one), 0);
      return { process: child, residentMb: () => largestResidentMb(pid), cpuMs: sumOfCpu, stop };
    }
    if (child.exitCode !== null) throw new Error(`${command} ${args.join(" ")} ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await stop();
  throw new Error(`${command} ${args.join(" ")} does not answer`);
};
