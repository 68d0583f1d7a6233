import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { code, type Page, plain, type Section } from "./page.ts";

/** The forms of files that users write, and of reports that programs read. */
const folders = [new URL("../../specs/", import.meta.url), new URL("../../api/", import.meta.url)];
const suffix = /\.schema\.(?:yaml|json)$/;

/** As much of JSON Schema as the pages show. */
interface Node {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node | boolean;
  readonly required?: readonly string[];
  readonly $defs?: Readonly<Record<string, Node>>;
}

const resolved = (node: Node, root: Node): Node => {
  const name = /^#\/\$defs\/(\w+)$/.exec(node.$ref ?? "")?.[1];
  const found = name === undefined ? undefined : root.$defs?.[name];
  return found === undefined ? node : { ...resolved(found, root), ...withoutReference(node) };
};

const withoutReference = ({ $ref: _reference, ...rest }: Node): Node => rest;

const typeOf = ({ type, enum: values }: Node): string => {
  if (values !== undefined) return values.map((value) => code(JSON.stringify(value))).join(", ");
  return typeof type === "string" ? type : (type ?? []).join(" or ");
};

/** A key in a line: `interfaces.crm.baseUrl`: text, required. What it means. */
const lineOf = (path: string, node: Node, isRequired: boolean): string => {
  const usual = node.default === undefined ? "" : `, default ${code(JSON.stringify(node.default))}`;
  const type = [typeOf(node), ...(isRequired ? ["required"] : [])].filter((part) => part !== "").join(", ");
  return `- ${code(path)}${type === "" ? "" : `: ${type}`}${usual}. ${plain(node.description ?? "")}`;
};

/** One that refers to itself is followed once. */
const linesOf = (node: Node, root: Node, path: string, seen: ReadonlySet<Node>): readonly string[] => {
  const here = resolved(node, root);
  const inner = typeof here.items === "object" ? resolved(here.items, root) : here;
  const fields = inner.properties ?? {};
  return Object.entries(fields).flatMap(([name, field]) => {
    const at = path === "" ? name : `${path}.${name}`;
    const shown = resolved(field, root);
    const key = field.$ref === undefined ? field : root.$defs?.[field.$ref.split("/").at(-1) ?? ""];
    const line = lineOf(at, shown, inner.required?.includes(name) === true);
    if (key === undefined || seen.has(key)) return [line];
    return [line, ...linesOf(field, root, at, new Set([...seen, key]))];
  });
};

const pageOf = (folder: URL, file: string): Page => {
  const name = file.replace(suffix, "");
  const schema = parse(readFileSync(new URL(file, folder), "utf8")) as Node; // a schema that the generators compile
  const lines = linesOf(schema, schema, "", new Set());
  return {
    path: `files/${name}`,
    title: schema.title ?? name,
    text: `# ${schema.title ?? name}\n\n${plain(schema.description ?? "")}\n\n${lines.join("\n")}\n`,
  };
};

/** Every file that people or tools write, and every report that programs read, by its schema. */
export const fileSection = (): Section => ({
  title: "Files",
  pages: folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => suffix.test(file))
      .toSorted()
      .map((file) => pageOf(folder, file)),
  ),
  isOpen: false,
});
