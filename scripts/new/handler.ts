import { existsSync } from "node:fs";
import { operations } from "../../src/builtin/generated/operations.ts";
import { mainCredentialKey } from "../../src/builtin/interfaces.ts";
import type { DocumentedOperation } from "../../src/builtin/operations.ts";
import { suggestionHint } from "../../src/core/output/suggest.ts";
import { permissionsOf } from "../../src/sandbox/permissions.ts";
import { before, kebabCase, type Scaffold, WrongUse } from "./scaffold.ts";

const usage = "npm run new handler OPERATION (document it in specs/ first)";

const table: Readonly<Record<string, DocumentedOperation>> = operations;

/** The path's parameters, each with its record: `{id}` belongs to the list in the segment before it. */
const parametersOf = ({
  path,
}: DocumentedOperation): readonly { readonly name: string; readonly record: string }[] =>
  [...path.matchAll(/(\w+)\/\{(\w+)\}/g)].map(([, listed = "", name = ""]) => ({
    name,
    record: name === "id" ? `${listed.toLowerCase().replace(/ies$/, "y").replace(/s$/, "")}Id` : name,
  }));

const statusOf = ({ responses }: DocumentedOperation): string =>
  (Object.keys(responses).find((status) => status.startsWith("2")) ?? "200").replace("XX", "00");

const handler = (
  operation: DocumentedOperation,
): string => `import type { Handler } from "../../../pipeline/handler.ts";

export const ${operation.id}: Handler<"${operation.id}"> = () => {
  throw new Error("${operation.id} is not written yet");
};
`;

const test = (operation: DocumentedOperation): string => `import { expect, test } from "vitest";
import { bench } from "../support.ts";

test("${operation.summary}", async () => {
  const made = bench();
  const token = made.credential("${operation.interface}", "${mainCredentialKey(operation.interface)}");
  const answer = await made.ask("/${operation.interface}${operation.path.replaceAll(/\{\w+\}/g, "1")}", {
    method: "${operation.method}",
    headers: { authorization: \`Bearer \${token}\` },${operation.requestBody === undefined ? "" : "\n    body: {},"}
  });
  expect(answer.status).toBe(${statusOf(operation)});
});
`;

/** A permission of the interface that matches the operation's effect. */
const permissionOf = ({ interface: name, effect }: DocumentedOperation): string =>
  permissionsOf[name].find((one) => one.endsWith(effect === "read" ? ".read" : ".write")) ??
  permissionsOf[name][0];

const sampleOf = (operation: DocumentedOperation): string => {
  const group = operation.effect === "write" ? "scratch" : "records";
  const path = parametersOf(operation).map(
    ({ name, record }) => `withPath("${name}", "${operation.interface}.${group}.${record}")`,
  );
  const body =
    operation.requestBody === undefined ? [] : [`withBody("${operation.interface}.scratch.${operation.id}")`];
  const parts = [...path, ...body];
  return parts.length === 0 ? "nothing" : parts.reduce((one, other) => `both(${one}, ${other})`);
};

const entry = (text: string, line: string): string => before(text, "\n};", `\n  ${line},`);

/** Adds a handler to the map of an interface's handlers. */
const indexed = (text: string, { id, interface: name }: DocumentedOperation): string => {
  const start = text.indexOf(`export const ${name}Handlers`);
  const end = text.indexOf("\n};", start);
  const imports = text.indexOf("\n", text.lastIndexOf(' from "', start)) + 1;
  const imported = `${text.slice(0, imports)}import { ${id} } from "./${kebabCase(id)}.ts";\n${text.slice(imports, start)}`;
  return `${imported}${text.slice(start, end)}\n  ${id},${text.slice(end)}`;
};

/** The table of sample calls ends before the functions that follow it. */
const sampled = (text: string, operation: DocumentedOperation): string => {
  const start = text.indexOf("const samples:");
  const end = text.indexOf("\n};", start);
  return `${text.slice(0, end)}\n  ${operation.id}: ${sampleOf(operation)},${text.slice(end)}`;
};

/** Adds an operation to the list of stated operations, in the order of the OpenAPI documents. */
const listed = (text: string, operation: DocumentedOperation): string => {
  const { id, interface: name, method, path, effect, security } = operation;
  const all = Object.values(table);
  const index = all.findIndex((one) => one.id === id);
  const neighbour = all[index === 0 ? 1 : index - 1];
  const start = text.indexOf(`"${neighbour?.interface} ${neighbour?.id}: `);
  if (start < 0) throw new Error(`there is no row of ${neighbour?.id} to insert ${id} next to`);
  const at = 1 + (index === 0 ? text.lastIndexOf("\n", start) : text.indexOf("\n", start));
  const row = `      "${name} ${id}: ${method} ${path} ${effect} ${security}",\n`;
  return `${text.slice(0, at)}${row}${text.slice(at)}`;
};

const configurationOf = (name: string): string => {
  const own = `src/sandbox/builtin/seed/${name}/configuration.ts`;
  return existsSync(new URL(`../../${own}`, import.meta.url))
    ? own
    : `src/sandbox/builtin/seed/${name}.ts (configuration)`;
};

/**
 * A handler of a documented operation, its permission, its sample call and its row among the stated operations.
 * @throws WrongUse for an undocumented operation.
 */
export const newHandler = ([id]: readonly string[]): Scaffold => {
  const operation = table[id ?? ""];
  if (operation === undefined) {
    const hint = suggestionHint(id ?? "", Object.keys(table));
    throw new WrongUse(
      `no operation is called ${id ?? "so"}${hint === undefined ? "" : ` (${hint})`}. Usage: ${usage}`,
    );
  }
  const { interface: name } = operation;
  const file = `${kebabCase(operation.id)}.ts`;
  const permission = permissionOf(operation);
  return {
    files: {
      [`src/sandbox/builtin/handlers/${name}/${file}`]: handler(operation),
      [`test/sandbox/${name}/${file.replace(/\.ts$/, ".test.ts")}`]: test(operation),
    },
    edits: {
      [`src/sandbox/builtin/handlers/${name}/index.ts`]: (text) => indexed(text, operation),
      "src/sandbox/pipeline/operation-permissions.ts": (text) =>
        entry(text, `${operation.id}: "${permission}"`),
      "src/checks/support/sample-calls.ts": (text) => sampled(text, operation),
      "test/specs.test.ts": (text) => listed(text, operation),
    },
    left: [
      "specs/: its parameters, request and answers need examples, and each of its facts names it under places in specs/facts.yaml; npm run loop test/specs.test.ts holds both, and the row that was added to test/specs.test.ts",
      `src/sandbox/builtin/handlers/${name}/${file}: write it; a status that is not documented does not compile`,
      `src/sandbox/pipeline/operation-permissions.ts: "${permission}" is a guess`,
      `src/checks/support/sample-calls.ts: the sample call is a guess; a setting that it names belongs in specs/config.schema.yaml, ${configurationOf(name)} and test/checks/kit/settings.ts; npm run loop test/checks/support/sample-calls.test.ts test/sandbox/configuration.test.ts names what is missing`,
      `test/sandbox/${name}/${kebabCase(operation.id)}.test.ts: say what it answers, and to whom it does not`,
      "what the documents leave open is a choice in src/sandbox/assumptions, never a constant",
      operation.effect === "write"
        ? "what puts its record back after a run against a live target: src/builtin/undo-plans.ts, and in specs/resources.yaml the record it may change"
        : "a fact it shows: annotate it in the documents (x-facts), then npm run new check",
    ],
  };
};
