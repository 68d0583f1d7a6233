import { isObject } from "../../core/model/json-object.ts";
import type { ApiDocument, ApiMedia, ApiModel, ApiOperation } from "../../documents/document.ts";
import { asSchema } from "../../documents/schemas/schema.ts";
import {
  anchor,
  blocks,
  codeSpan,
  descriptionOf,
  furtherProperties,
  propertiesOf,
  type PageRow,
  pageTable,
  typeWords,
} from "../artefacts/page-parts.ts";

const bodiesOf = (content: readonly ApiMedia[]): string =>
  content
    .map(({ statedType, schema = true }) => `${typeWords(schema)} as ${codeSpan(statedType)}`)
    .join(", or ");

const securityOf = ({ security }: ApiOperation): string =>
  security.length === 0
    ? "none"
    : security.map(({ schemes }) => schemes.map(({ name }) => name).join(" and ") || "none").join(", or ");

const responseRow = ({
  status,
  description,
  headers,
  content,
}: ApiOperation["responses"][number]): PageRow => [
  status,
  description,
  bodiesOf(content),
  headers.map(({ statedName }) => codeSpan(statedName)).join(", "),
];

const parameterRow = ({
  statedName,
  in: where,
  schema,
  content,
  required,
  description,
}: ApiOperation["parameters"][number]): PageRow => [
  codeSpan(statedName),
  where,
  typeWords(schema ?? content?.schema ?? true),
  required ? "yes" : "no",
  description,
];

const operationSection = (operation: ApiOperation): string => {
  const { id, method, path, summary, description, parameters, requestBody, responses } = operation;
  return blocks(
    `### ${id}`,
    `${codeSpan(`${method} ${path}`)}${summary === "" ? "" : `: ${summary}`}`,
    operation.deprecated ? "Deprecated." : undefined,
    description,
    [
      `- Authorization: ${securityOf(operation)}`,
      ...(requestBody === undefined
        ? []
        : [`- Body: ${bodiesOf(requestBody.content)}${requestBody.required ? "" : ", optional"}`]),
    ].join("\n"),
    parameters.length === 0
      ? undefined
      : pageTable(["Parameter", "In", "Type", "Required", "Meaning"], parameters.map(parameterRow)),
    responses.length === 0
      ? undefined
      : pageTable(["Status", "Meaning", "Body", "Headers"], responses.map(responseRow)),
  );
};

const modelSection = ({ name, schema }: ApiModel, fileName: (model: string) => string): string => {
  const object = isObject(schema) ? schema : {};
  const rows = propertiesOf(object).map((one): PageRow => [
    codeSpan(one.name),
    typeWords(asSchema(one.schema)),
    one.required ? "yes" : "no",
    descriptionOf(one.schema),
  ]);
  return blocks(
    `### ${name}`,
    descriptionOf(schema),
    `- Type: ${typeWords(schema)}\n- Schema: [${name}](schemas/${encodeURI(fileName(name))}.json)`,
    rows.length === 0 ? undefined : pageTable(["Property", "Type", "Required", "Meaning"], rows),
    furtherProperties(object),
  );
};

/** A page for readers: the operations and models of a document. */
export const documentPage = (
  name: string,
  { title, version, description, operations, models }: ApiDocument,
  fileName: (model: string) => string,
): string =>
  `${blocks(
    `# ${title === "" ? name : title}`,
    version === "" ? undefined : `Version ${version}`,
    description,
    "## Operations",
    pageTable(
      ["Operation", "Request", "Summary"],
      operations.map(({ id, method, path, summary }) => [
        `[${id}](#${anchor(id)})`,
        codeSpan(`${method} ${path}`),
        summary,
      ]),
    ),
    ...operations.map(operationSection),
    ...(models.size === 0 ? [] : ["## Models"]),
    ...[...models.values()].map((model) => modelSection(model, fileName)),
  )}\n`;
