/**
 * Breaks the sources in small ways, one at a time, and reports which ones the tests find, to measure which tests are
 * redundant. `npx node scripts/mutants.ts --room src/core/transports --tests test/core/transports --out
 * before.json`; after a change, `--again before.json` runs the killed ones, and prints those that survive or are gone.
 */
import { spawn, execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { createRandom } from "../src/serving/random.ts";
import { signalGroup } from "../test/signal-group.ts";

interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  /** The replaced text, with what stands around it: by them it is found again after the file changed. */
  readonly was: string;
  readonly before: string;
  readonly after: string;
  readonly by: string;
  readonly kind: string;
}

interface Judged extends Mutant {
  readonly killed: boolean;
}

interface Saved {
  readonly tests: readonly string[];
  readonly mutants: readonly Judged[];
}

const { values } = parseArgs({
  options: {
    room: { type: "string", multiple: true, default: [] },
    tests: { type: "string", multiple: true, default: [] },
    count: { type: "string", default: "25" },
    seed: { type: "string", default: "1" },
    out: { type: "string" },
    again: { type: "string" },
  },
});

const swapped: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
  [ts.SyntaxKind.MinusToken, "+"],
  [ts.SyntaxKind.PlusToken, "-"],
]);

/** The ways to break one node; type errors do not matter, since the tests run without the type checker. */
const waysAt = (node: ts.Node, source: ts.SourceFile): readonly (readonly [ts.Node, string, string])[] => {
  const text = (of: ts.Node): string => of.getText(source);
  const { parent } = node;
  if (ts.isIfStatement(node)) return [[node.expression, `!(${text(node.expression)})`, "condition"]];
  if (ts.isConditionalExpression(node)) return [[node.condition, `!(${text(node.condition)})`, "condition"]];
  if (ts.isBinaryExpression(node)) {
    const by = swapped.get(node.operatorToken.kind);
    return by === undefined ? [] : [[node.operatorToken, by, "operator"]];
  }
  if (ts.isExpressionStatement(node)) return [[node, ";", "dropped"]];
  if (ts.isArrowFunction(node))
    return ts.isBlock(node.body)
      ? [[node.body, `{ return; ${text(node.body).slice(1)}`, "return"]]
      : [[node.body, "undefined", "return"]];
  if (ts.isNumericLiteral(node) && ts.isExpression(parent))
    return [[node, `(${text(node)} + 1)`, "constant"]];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [[node, "false", "constant"]];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [[node, "true", "constant"]];
  if (ts.isStringLiteral(node) && !ts.isLiteralTypeNode(parent)) return [[node, '"mutant"', "constant"]];
  return [];
};

/** Characters on each side by which a mutant's location is found again, the surest first. */
const widths = [80, 40, 20] as const;

/** Where a mutant's text starts today: of several locations with the same environment, the one nearest to the old one. */
const startIn = (text: string, { start, was, before, after }: Mutant): number | undefined => {
  for (const width of widths) {
    const left = before.slice(-width);
    const wanted = `${left}${was}${after.slice(0, width)}`;
    const starts: number[] = [];
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
      starts.push(at + left.length);
    if (starts.length > 0)
      return starts.reduce((a, b) => (Math.abs(a - start) <= Math.abs(b - start) ? a : b));
  }
  return undefined;
};

const mutantsOf = (file: string): readonly Mutant[] => {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    for (const [at, by, kind] of waysAt(node, source)) {
      const start = at.getStart(source);
      const end = at.getEnd();
      const was = source.text.slice(start, end);
      const before = source.text.slice(Math.max(0, start - widths[0]), start);
      const after = source.text.slice(end, end + widths[0]);
      const line = source.getLineAndCharacterOfPosition(start).line + 1;
      found.push({ file, line, start, was, before, after, by, kind });
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
};

const filesIn = (...paths: readonly string[]): readonly string[] =>
  execFileSync("git", ["ls-files", ...paths], { encoding: "utf8" })
    .trim()
    .split("\n");

const sample = (): readonly Mutant[] => {
  const files = filesIn(...values.room.map((room) => (room.endsWith(".ts") ? room : `${room}/**.ts`)));
  const all = files.filter((file) => !file.includes("/generated/")).flatMap(mutantsOf);
  return createRandom(Number(values.seed), "mutants").shuffled(all).slice(0, Number(values.count));
};

/** A copy of the working tree without its packages, in which sources may be broken. */
const copied = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  for (const file of filesIn()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  return folder;
};

/** Whether the tests pass; a timeout is a failure. */
const passes = (cwd: string, tests: readonly string[], timeout: number): Promise<boolean> => {
  const vitest = join(cwd, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--bail", "1", "--reporter", "dot", ...tests];
  const child = spawn(process.execPath, args, { cwd, detached: true, stdio: "ignore" });
  // Programs that the tests started must not outlive them.
  const killAll = (): void => signalGroup(child, "SIGKILL");
  const late = setTimeout(killAll, timeout);
  return new Promise((resolve) =>
    child.once("exit", (code) => {
      clearTimeout(late);
      killAll();
      resolve(code === 0);
    }),
  );
};

const saved: Saved | undefined =
  values.again === undefined ? undefined : JSON.parse(readFileSync(values.again, "utf8"));
const tests = values.tests.length > 0 ? values.tests : (saved?.tests ?? []);
const mutants = saved?.mutants.filter(({ killed }) => killed) ?? sample();

const folder = copied();
process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const began = Date.now();
if (!(await passes(folder, tests, 1_800_000))) throw new Error("the tests fail as they are");
const timeout = 4 * (Date.now() - began) + 30_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const judged: Judged[] = [];
for (const mutant of mutants) {
  const path = join(folder, mutant.file);
  const replaced = mutant.was.replaceAll(/\s+/g, " ").slice(0, 60);
  const where = `${mutant.file}:${mutant.line} ${mutant.kind}: ${replaced}`;
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const start = startIn(text, mutant);
  if (start === undefined) {
    say(`GONE   ${where}`);
    continue;
  }
  writeFileSync(path, `${text.slice(0, start)}${mutant.by}${text.slice(start + mutant.was.length)}`);
  const killed = !(await passes(folder, tests, timeout));
  writeFileSync(path, text);
  judged.push({ ...mutant, killed });
  if (!killed || saved === undefined) say(`${killed ? "killed" : "LIVES "} ${where}`);
}

const roomOf = ({ file }: Mutant): string => dirname(file);
say("\n| room | mutants | killed | survived |\n|---|---|---|---|");
for (const room of new Set(judged.map(roomOf))) {
  const own = judged.filter((mutant) => roomOf(mutant) === room);
  const killed = own.filter((mutant) => mutant.killed).length;
  say(`| ${room} | ${own.length} | ${killed} | ${own.length - killed} |`);
}
if (values.out !== undefined)
  writeFileSync(values.out, `${JSON.stringify({ tests, mutants: judged } satisfies Saved, undefined, 2)}\n`);
