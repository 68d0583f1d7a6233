import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../reports/", import.meta.url));

const machine = (): string => {
  const all = cpus();
  return `${all.length} × ${all[0]?.model.trim() ?? "unknown processor"}, Node ${process.version}`;
};

/**
 * Writes `reports/<name>.md`: what was measured, with its date and its machine. Git keeps these files, and the
 * documentation site shows them.
 */
export const writeMeasured = (name: string, title: string, body: string): void => {
  const day = new Date().toISOString().slice(0, 10);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}.md`, `# ${title}\n\nMeasured on ${day}: ${machine()}.\n\n${body.trim()}\n`);
};
