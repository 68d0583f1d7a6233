import { stringLiteral } from "../../../core/output/escape.ts";
import type {
  Dialect,
  ParameterDialect,
  QueryTypeDialect,
} from "../../../builtin/queries/dialect/dialect.ts";
import type { ValueType } from "../../../builtin/queries/values/value-types.ts";
import type { CustomField, OrganizationNames } from "./ask-organization.ts";

const header =
  "// Written by tripact generate --discover. Run it again when the organization changes its settings.\n";

/** Whether a text was written here, or by `tripact discover`. */
export const isPrinted = (text: string): boolean =>
  /^(\/\/|#) [^\n]*\btripact (generate|discover)\b/.test(text);

/** A key of an object literal, safe for any name. */
const keyText = (name: string): string =>
  name === "__proto__" ? `["__proto__"]` : /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);

const indented = (text: string, depth: number): string => `${"  ".repeat(depth)}${text}`;

const parameterText = ({ type, operators }: ParameterDialect): string => {
  const listed =
    operators === undefined ? "" : `, operators: ${JSON.stringify(operators).replaceAll(",", ", ")}`;
  return `{ type: ${stringLiteral(type)}${listed} }`;
};

const namesText = (name: string, names: readonly string[], depth: number): readonly string[] =>
  names.length === 0
    ? [indented(`${name}: [],`, depth)]
    : [
        indented(`${name}: [`, depth),
        ...names.map((one) => indented(`${stringLiteral(one)},`, depth + 1)),
        indented("],", depth),
      ];

const queryTypeText = ([kind, type]: readonly [string, QueryTypeDialect]): readonly string[] => [
  indented(`${keyText(kind)}: {`, 2),
  indented(`code: ${type.code},`, 3),
  indented("parameters: {", 3),
  ...Object.entries(type.parameters).map(([name, parameter]) =>
    indented(`${keyText(name)}: ${parameterText(parameter)},`, 4),
  ),
  indented("},", 3),
  ...namesText("columns", type.columns, 3),
  ...(type.sortable === undefined ? [] : namesText("sortable", type.sortable, 3)),
  indented("},", 2),
];

/**
 * A dialect as a module. Its names are types, so that a field or column that the organization lacks does not compile.
 * `source` is the module of the builder.
 */
export const printDialectModule = (dialect: Dialect, source: string): string => {
  const { singleValueField, conjunct, letterCase, maximumDepth, operators, queryTypes } = dialect;
  const { emptyMatchesNull, negationMatchesNull } = dialect;
  const lines = [
    ...(singleValueField === undefined ? [] : [`singleValueField: ${stringLiteral(singleValueField)},`]),
    ...(conjunct === undefined ? [] : [`conjunct: { and: ${conjunct.and}, or: ${conjunct.or} },`]),
    ...(letterCase === undefined ? [] : [`letterCase: ${stringLiteral(letterCase)},`]),
    ...(emptyMatchesNull === undefined ? [] : [`emptyMatchesNull: ${emptyMatchesNull},`]),
    ...(negationMatchesNull === undefined ? [] : [`negationMatchesNull: ${negationMatchesNull},`]),
    ...(maximumDepth === undefined ? [] : [`maximumDepth: ${maximumDepth},`]),
    "operators: {",
    ...Object.entries(operators).map(([name, code]) => indented(`${name}: ${code},`, 1)),
    "},",
    "queryTypes: {",
  ].map((line) => indented(line, 1));
  return `${header}import { defineDialect } from ${stringLiteral(source)};

/** What the integers and names of this organization's queries mean. */
export const dialect = defineDialect({
${[...lines, ...Object.entries(queryTypes).flatMap(queryTypeText)].join("\n")}
  },
});
`;
};

/** The TypeScript type of a value in an answer. */
const typeTexts: Readonly<Record<ValueType, string>> = {
  text: "string",
  integer: "number",
  decimal: "string | number",
  boolean: "boolean",
  date: "string",
  instant: "string",
  unknown: "unknown",
};

const orNull = (type: string): string => (type === "unknown" ? type : `${type} | null`);

const pascalCase = (name: string): string => {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]/.test(joined) ? joined : `Kind${joined}`;
};

/** A name in a comment that it cannot end. */
const commentText = (name: string): string => stringLiteral(name).replaceAll("*/", "*\\/");

const unionText = (names: readonly string[]): string =>
  names.length === 0 ? "never" : names.map((name) => stringLiteral(name)).join(" | ");

/** The type of a record's columns; those that conditions cannot name have an unknown type. */
const columnsText = ([kind, { columns, parameters }]: readonly [string, QueryTypeDialect]): string => {
  const types = new Map(Object.entries(parameters).map(([name, { type }]) => [name.toLowerCase(), type]));
  const properties = columns.map((name) => {
    const type = typeTexts[types.get(name.toLowerCase()) ?? "unknown"];
    return `  readonly ${keyText(name)}: ${orNull(type)};`;
  });
  return `/** The columns of ${commentText(kind)} records that a query may select. */
export interface ${pascalCase(kind)}Columns {
${properties.join("\n")}
}
`;
};

const aliasesText = (kind: string): string => {
  const name = pascalCase(kind);
  const key = stringLiteral(kind);
  return `/** The names that a query of ${commentText(kind)} records may compare, select and sort by. */
export type ${name}Field = FieldOf<typeof dialect, ${key}>;
export type ${name}Column = ColumnOf<typeof dialect, ${key}>;
export type ${name}SortField = SortableOf<typeof dialect, ${key}>;
`;
};

const customFieldText = ({ name, type, options }: CustomField): string =>
  `  readonly ${keyText(name)}: ${orNull(options.length > 0 ? unionText(options) : typeTexts[type])};`;

/** The interfaces of custom fields by owner; owners whose names collide get a number. */
const customFieldsText = (fields: readonly CustomField[]): string => {
  const byOwner = new Map<string, Map<string, CustomField>>();
  for (const field of fields) {
    const owner = field.recordType ?? "";
    byOwner.set(owner, (byOwner.get(owner) ?? new Map()).set(field.name, field));
  }
  const taken = new Set<string>();
  const interfaces = [...byOwner].map(([owner, own], index) => {
    const plain = `${pascalCase(owner === "" ? "Any" : owner)}CustomFields`;
    const name = taken.has(plain) ? `${plain}${index + 1}` : plain;
    taken.add(name);
    return `/** The custom fields of ${owner === "" ? "records" : commentText(owner)}, by their names. */
export interface ${name} {
${[...own.values()].map(customFieldText).join("\n")}
}
`;
  });
  return `/** The names of the organization's custom fields. */
export type CustomFieldName = ${unionText([...new Set(fields.map(({ name }) => name))])};

${interfaces.join("\n")}`;
};

const listText = (name: string, constant: string, about: string, names: readonly string[]): string =>
  `/** ${about} */
export const ${constant} = [${names.map((one) => stringLiteral(one)).join(", ")}] as const;
export type ${name} = (typeof ${constant})[number];
`;

/** The types of an organization's own names: fields and columns, custom fields, contact method and note types. */
export const printOrganizationModule = (
  dialect: Dialect,
  names: OrganizationNames,
  source: string,
): string => {
  const kinds = Object.entries(dialect.queryTypes);
  const { contactMethodTypes, customFields, noteTypes } = names;
  const parts = [
    ...kinds.flatMap((kind) => [aliasesText(kind[0]), columnsText(kind)]),
    ...(customFields === undefined ? [] : [customFieldsText(customFields)]),
    ...(contactMethodTypes === undefined
      ? []
      : [
          listText(
            "ContactMethodType",
            "contactMethodTypes",
            "The types of contact methods that the organization has configured.",
            contactMethodTypes,
          ),
        ]),
    ...(noteTypes.length === 0
      ? []
      : [
          listText(
            "KnownNoteType",
            "knownNoteTypes",
            "The note types that are known: nothing lists them, so there may be more.",
            noteTypes,
          ),
          "/** A note type: a known one, or any other. */\nexport type NoteType = KnownNoteType | (string & {});\n",
        ]),
  ];
  const imports =
    kinds.length === 0
      ? ""
      : `import type { ColumnOf, FieldOf, SortableOf } from ${stringLiteral(source)};
import type { dialect } from "./dialect.js";

`;
  return `${header}${imports}${parts.join("\n")}`;
};
