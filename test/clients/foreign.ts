import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import type { Got, Sent } from "./javascript.ts";

/** Sends all calls, one after the other. */
export type SendAll = (calls: readonly Sent[]) => Promise<readonly Got[]>;

export interface ForeignClient {
  /** Asks the machine, which takes a process. */
  isInstalled(): boolean;
  readonly sendAll: SendAll;
}

/** Without the variables by which programs find proxies of their own. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:https?|all|no)_proxy$/i.test(name)),
);

/** What a program prints when it ends well; other requests are answered meanwhile. */
const printedBy = async (command: string, args: readonly string[]): Promise<string> => {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (piece: Buffer) => out.push(piece));
  child.stderr.on("data", (piece: Buffer) => err.push(piece));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}: ${String(Buffer.concat(err))}`);
  return String(Buffer.concat(out));
};

const works = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: "ignore", env }).status === 0;

const sendAllBy =
  (start: () => Promise<readonly [command: string, ...args: string[]]>): SendAll =>
  async (calls) => {
    const path = join(temporaryFolder(), "calls.json");
    writeFileSync(path, JSON.stringify(calls));
    const [command, ...args] = await start();
    const printed = await printedBy(command, [...args, path]);
    return (JSON.parse(printed) as { status: number; body: string }[]).map(({ status, body }) => ({
      status,
      text: body,
    }));
  };

const programFile = (name: string): string => join(import.meta.dirname, "programs", name);

/** A client that takes a file of calls; `probe` succeeds where all that it needs is there. */
const program = (command: string, file: string, probe: readonly string[]): ForeignClient => ({
  isInstalled: () => works(command, probe),
  sendAll: sendAllBy(async () => [command, programFile(file)]),
});

/** A client in C#, which has to be compiled. */
const mono: ForeignClient = {
  isInstalled: () => works("mcs", ["--version"]) && works("mono", ["--version"]),
  sendAll: sendAllBy(async () => {
    const out = join(temporaryFolder(), "client.exe");
    const parts = ["System.Net.Http", "System.Web.Extensions"].map((name) => `-r:${name}`);
    await printedBy("mcs", [...parts, `-out:${out}`, programFile("http_client.cs")]);
    return ["mono", out];
  }),
};

const fieldsOf = ({ headers }: Sent, flag: string): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) => [flag, `${name}: ${value}`]);

/** A large body stands in a file. */
const bodyFile = (body: string): string => {
  const path = join(temporaryFolder(), "body");
  writeFileSync(path, body);
  return path;
};

/** Between the answers that a command prints: no answer holds it. */
const separator = "\u001e";

/** A client that takes all calls on its command line. */
const command = (name: string, argsOf: (sent: Sent) => readonly string[], next: string): ForeignClient => ({
  isInstalled: () => works(name, ["--version"]),
  sendAll: async (calls) => {
    const args = calls.flatMap((sent, index) => (index === 0 ? argsOf(sent) : [next, ...argsOf(sent)]));
    const printed = await printedBy(name, args);
    return printed
      .split(separator)
      .slice(0, -1)
      .map((one) => {
        const end = one.lastIndexOf("\n");
        return { status: Number(one.slice(end + 1)), text: one.slice(0, end) };
      });
  },
});

/** Clients of other languages, each as its standard library or its usual package has it. */
export const foreignClients: Readonly<Record<string, ForeignClient>> = {
  curl: command(
    "curl",
    (sent) => [
      "-sS",
      "--compressed",
      "-m",
      "20",
      "-X",
      sent.method,
      "-w",
      `\n%{http_code}${separator}`,
      ...fieldsOf(sent, "-H"),
      ...(sent.body === undefined
        ? []
        : ["-H", "Expect: 100-continue", "--data-binary", `@${bodyFile(sent.body)}`]),
      sent.url,
    ],
    "--next",
  ),
  "Python, urllib": program("python3", "standard_library.py", ["-c", "import urllib.request"]),
  "Python, requests, in chunks": program("python3", "requests_session.py", ["-c", "import requests"]),
  "Ruby, Net::HTTP": program("ruby", "net_http.rb", ["-rnet/http", "-e", "0"]),
  "PHP, curl": program("php", "curl.php", ["-r", "exit(function_exists('curl_init') ? 0 : 1);"]),
  "PHP, streams": program("php", "streams.php", ["-r", "exit(0);"]),
  "C#, HttpClient on Mono": mono,
  "Perl, HTTP::Tiny": program("perl", "http_tiny.pl", ["-MHTTP::Tiny", "-MJSON::PP", "-e", "0"]),
};
