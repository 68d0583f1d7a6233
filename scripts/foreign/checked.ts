import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Report } from "../../src/core/model/report.ts";
import type { ForeignServer, RunningServer } from "./servers.ts";

const command = fileURLToPath(new URL("../../bin/tripact.js", import.meta.url));

export interface RunOptions {
  /** The command of another clone. */
  readonly cli?: string | undefined;
  /** Whether the run gets what the owner would declare. */
  readonly isDeclared?: boolean;
}

/** Ends a run with the text that it prints, or with its report. */
export const checked = async (
  { base = "", auth = [], exclude = [], resources }: ForeignServer,
  { document }: Pick<RunningServer, "document">,
  url: string,
  { cli = command, isDeclared = false }: RunOptions = {},
): Promise<{ readonly report: Report; readonly text: string; readonly seconds: number }> => {
  const folder = mkdtempSync(join(tmpdir(), "tripact-foreign-"));
  const file = join(folder, "report.json");
  const declaration = join(folder, "resources.json");
  if (isDeclared) writeFileSync(declaration, JSON.stringify(resources));
  const options = [
    "--openapi",
    document,
    "--url",
    url + base,
    "--seed",
    "1",
    "--report",
    `json=${file}`,
    ...auth.flatMap((one) => ["--auth", one]),
    ...(isDeclared ? ["--resources", declaration] : []),
    ...exclude.flatMap((one) => ["--exclude", one]),
  ];
  const began = performance.now();
  const child = spawn(process.execPath, [cli, "check", ...options], {
    env: { ...process.env, XDG_STATE_HOME: folder },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  child.stdout.on("data", (part: Buffer) => (text += part.toString()));
  await once(child, "close");
  const seconds = (performance.now() - began) / 1000;
  // The command's own, whose schema is part of this project.
  return { report: JSON.parse(readFileSync(file, "utf8")) as Report, text, seconds };
};
