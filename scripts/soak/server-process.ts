import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { SandboxConfiguration } from "../../src/sandbox/configuration.ts";

/** A sandbox that `tripact sandbox` serves in its own process. */
export interface ServerProcess {
  readonly origin: string;
  readonly config: SandboxConfiguration;
  /** Lines on standard error, including those of failed handlers. */
  readonly complaints: readonly string[];
  /** Memory in use by the process, in bytes. */
  residentBytes(): number;
  /** Asks the process to end, and resolves to its exit code. */
  stop(): Promise<number | null>;
}

const command = fileURLToPath(new URL("../../bin/tripact.js", import.meta.url));

export const startServerProcess = async (options: readonly string[]): Promise<ServerProcess> => {
  const child = spawn(process.execPath, [command, "sandbox", "--json", "--control", ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const complaints: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => complaints.push(line));
  for await (const line of createInterface({ input: child.stdout })) {
    // `--json` prints a configuration.
    const config = JSON.parse(line) as SandboxConfiguration;
    return {
      origin: new URL(config.interfaces.crm.baseUrl).origin,
      config,
      complaints,
      residentBytes: () => {
        const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1];
        return Number(kilobytes) * 1024;
      },
      stop: async () => {
        if (child.exitCode !== null) return child.exitCode;
        child.kill("SIGTERM");
        await once(child, "exit");
        return child.exitCode;
      },
    };
  }
  throw new Error(`the sandbox did not start: ${complaints.join("; ")}`);
};
