import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/serve.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

const root = resolve(import.meta.dirname, "../..");

const scriptOf = (guide: string, title: string): string =>
  new RegExp(`^\`\`\`sh title=${title}\n([^]*?)^\`\`\`$`, "m").exec(
    readFileSync(join(root, "docs", guide), "utf8"),
  )?.[1] ?? "";

/** Programs of a CI job: a stand-in for jq, which few machines lack, and tests that call the interface once. */
const programs: Readonly<Record<string, string>> = {
  jq: `#!${process.execPath}
const args = process.argv.slice(2).filter((one) => one !== "-r");
const value = JSON.parse(require("node:fs").readFileSync(args[1], "utf8"));
console.log(String(args[0].split(".").slice(1).reduce((inner, key) => inner[key], value)));
`,
  pytest: `#!${process.execPath}
const headers = { authorization: "Bearer " + process.env.CRM_KEY };
fetch(process.env.CRM_URL + "/api/ContactMethod/Types", { headers }).then((answer) => process.exit(answer.ok ? 0 : 1));
`,
};

const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = temporaryFolder(files);
  const bin = join(folder, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(join(root, "bin/tripact.js"), join(bin, "tripact"));
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), text);
    chmodSync(join(bin, name), 0o755);
  }
  return folder;
};

/** Runs a script as a CI job does: by sh, without a terminal, whose background jobs ignore SIGINT. */
const runScript = async (text: string, folder: string, env: Readonly<Record<string, string>>) => {
  const script = spawn("sh", ["-e", "-c", text], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...env,
      PATH: `${join(folder, "node_modules/.bin")}:${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
      HOME: folder,
    },
  });
  onTestFinished(() => void script.kill("SIGKILL"));
  let err = "";
  script.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(script, "close")) as [number | null]; // Node states the arguments
  return { code, err };
};

test("the proxy's script ends by itself, with the proxy's exit code, and leaves the record", async () => {
  const served = await startSandbox({ scale: 20 });
  onTestFinished(() => served.close());
  const { baseUrl, credentials } = served.config.interfaces.crm;
  const key = String(credentials["apiKey"]);
  const folder = folderWith({
    "package.json": "{}",
    "staging.yaml": JSON.stringify({ interfaces: { crm: { baseUrl, credentials: { apiKey: key } } } }),
  });
  const { code, err } = await runScript(scriptOf("guides/proxy.md", "ci.sh"), folder, { CRM_KEY: key });
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("crm 1") });
  expect(readFileSync(join(folder, "traffic.ndjson"), "utf8").trim().split("\n")).toHaveLength(1);
});

test("a script stops a sandbox that it has started by npx", async () => {
  const start = readFileSync(join(root, "docs/guides/develop-against-the-sandbox.md"), "utf8");
  const [, kill = ""] = /`(kill -INT [^`]+)`/.exec(start) ?? [];
  const text = `npx tripact sandbox --port 0 --scale 20 --control --json > tripact.config.yaml &
until [ -s tripact.config.yaml ]; do sleep 0.1; done
${kill}
wait $!
`;
  expect(kill).not.toBe("");
  expect(await runScript(text, folderWith({ "package.json": "{}" }), {})).toEqual({ code: 0, err: "" });
});
