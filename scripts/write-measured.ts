import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../reports/", import.meta.url));

const machine = (): string => {
  const all = cpus();
  return `${all.length} × ${all[0]?.model.trim() ?? "unknown processor"}, Node ${process.version}`;
};

/** The text of `reports/<name>.md`; empty if there is none yet. */
export const readReport = (name: string): string =>
  existsSync(`${folder}${name}.md`) ? readFileSync(`${folder}${name}.md`, "utf8") : "";

/**
 * Writes `reports/<name>.md`: the measurements, with date and machine. These files are committed, and the documentation
 * site shows them.
 */
export const writeMeasured = (name: string, title: string, body: string): void => {
  const day = new Date().toISOString().slice(0, 10);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}.md`, `# ${title}\n\nMeasured on ${day}: ${machine()}.\n\n${body.trim()}\n`);
};
