import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { printable } from "../../core/output/escape.ts";
import type {
  ApiEncoding,
  ApiHeader,
  ApiMedia,
  ApiParameter,
  ApiRequestBody,
  ApiResponse,
} from "../document.ts";
import type { Schema } from "../schemas/schema.ts";
import { exampleFrom, textsAt } from "./content.ts";
import { plainMediaType, note, placed, type ReadingContext, knownStatus } from "./context.ts";
import { entries, fail, inside, isTrue, type SourceNode, objectNode, nodeText } from "./node.ts";

/** Keys of a 2.0 parameter or header that are none of its schema. */
const besides = new Set([
  "name",
  "in",
  "required",
  "description",
  "collectionFormat",
  "allowEmptyValue",
  "schema",
]);

/** The schema of a parameter or a header, which 2.0 writes beside its name. */
const schemaOf = ({ schemas }: ReadingContext, node: SourceNode): Schema | undefined => {
  if (!isObject(node.value)) return undefined;
  const own = Object.entries(node.value).filter(([key]) => !besides.has(key));
  return own.some(([key]) => !key.startsWith("x-") || key === "x-nullable")
    ? schemas.read({ ...node, value: withoutFormats(Object.fromEntries(own)) })
    : undefined;
};

/** Arrays in arrays have a format of their own, which no 3.x document can say. */
const withoutFormats = (schema: JsonObject): JsonObject => {
  const { collectionFormat: _, ...rest } = schema;
  return isObject(rest["items"]) ? { ...rest, items: withoutFormats(rest["items"]) } : rest;
};

/** How lists are written; by default with commas. */
const serializationOf = (
  node: SourceNode,
  where: string,
): { readonly style: string; readonly explode: boolean } => {
  const usual = where === "query" || where === "formData" ? "form" : "simple";
  if (nodeText(node, "type") !== "array") return { style: usual, explode: usual === "form" };
  switch (nodeText(node, "collectionFormat")) {
    case "multi":
      return { style: "form", explode: true };
    case "ssv":
      return { style: "spaceDelimited", explode: false };
    case "pipes":
      return { style: "pipeDelimited", explode: false };
    case "tsv":
      return { style: "tabDelimited", explode: false };
    default:
      return { style: usual, explode: false };
  }
};

const headerOf = (reading: ReadingContext, node: SourceNode): Omit<ApiHeader, "name" | "statedName"> => ({
  ...placed(node),
  required: false,
  deprecated: false,
  description: nodeText(node, "description") ?? "",
  ...serializationOf(node, nodeText(node, "in") ?? "header"),
  schema: schemaOf(reading, node),
  content: undefined,
  examples: [],
});

/** The parameters of holders by place and name, of which the last holder wins. */
const statedIn = ({ resolver }: ReadingContext, holders: readonly SourceNode[]): readonly SourceNode[] => {
  const found = new Map<string, SourceNode>();
  for (const holder of holders)
    for (const [, stated] of entries(inside(holder, "parameters"))) {
      const node = objectNode(resolver.resolved(stated), "a parameter");
      const where = nodeText(node, "in") ?? fail(node, "the parameter has no place", "in is query, path, …");
      const name =
        nodeText(node, "name") ?? (where === "body" ? "" : fail(node, "the parameter has no name"));
      found.set(where === "body" ? where : `${where} ${name}`, node);
    }
  return [...found.values()];
};

const places = ["path", "query", "header"] as const;

export const oldParametersOf = (
  reading: ReadingContext,
  holders: readonly SourceNode[],
): readonly ApiParameter[] =>
  statedIn(reading, holders).flatMap((node): readonly ApiParameter[] => {
    const where = places.find((place) => place === nodeText(node, "in"));
    if (where === undefined) return [];
    const name = nodeText(node, "name") ?? "";
    return [
      {
        ...headerOf(reading, node),
        name: where === "header" ? name.toLowerCase() : name,
        statedName: name,
        in: where,
        required: where === "path" || isTrue(node, "required"),
        allowReserved: false,
        allowEmptyValue: isTrue(node, "allowEmptyValue"),
      },
    ];
  });

const typesAt = (
  { root }: ReadingContext,
  operation: SourceNode | undefined,
  key: string,
): readonly string[] => {
  const own = operation === undefined ? undefined : inside(operation, key);
  return own === undefined ? textsAt(root, key) : textsAt({ ...own, value: { [key]: own.value } }, key);
};

const mediaOf = (node: SourceNode, mediaType: string, schema: Schema | undefined): ApiMedia => ({
  ...placed(node),
  mediaType: plainMediaType(mediaType),
  statedType: mediaType,
  schema,
  itemSchema: undefined,
  encoding: new Map(),
  examples: [],
});

const formTypes = ["application/x-www-form-urlencoded", "multipart/form-data"];

const formOf = (
  reading: ReadingContext,
  parts: readonly SourceNode[],
  operation: SourceNode,
): ApiRequestBody | undefined => {
  const [first] = parts;
  if (first === undefined) return undefined;
  const fields = parts.map((node) => [nodeText(node, "name") ?? "", node] as const);
  const schema: Schema = {
    type: "object",
    properties: Object.fromEntries(fields.map(([name, node]) => [name, schemaOf(reading, node) ?? true])),
    required: fields.flatMap(([name, node]) => (isTrue(node, "required") ? [name] : [])),
  };
  const encoding = new Map(
    fields.flatMap(([name, node]): [string, ApiEncoding][] =>
      nodeText(node, "type") === "array"
        ? [
            [
              name,
              {
                ...placed(node),
                contentType: undefined,
                ...serializationOf(node, "formData"),
                allowReserved: false,
                headers: [],
              },
            ],
          ]
        : [],
    ),
  );
  const stated = typesAt(reading, operation, "consumes").filter((type) =>
    formTypes.includes(plainMediaType(type)),
  );
  const hasFile = parts.some((node) => nodeText(node, "type") === "file");
  const types = stated.length > 0 ? stated : [formTypes[hasFile ? 1 : 0] ?? ""];
  return {
    ...placed(first),
    required: fields.some(([, node]) => isTrue(node, "required")),
    description: "",
    content: types.map((type) => ({ ...mediaOf(first, type, schema), encoding })),
  };
};

/** The body of a request, or the form that its parameters make. */
export const oldRequestOf = (
  reading: ReadingContext,
  holders: readonly SourceNode[],
): ApiRequestBody | undefined => {
  const stated = statedIn(reading, holders);
  const operation = holders.at(-1) ?? reading.root;
  const body = stated.find((node) => nodeText(node, "in") === "body");
  if (body === undefined)
    return formOf(
      reading,
      stated.filter((node) => nodeText(node, "in") === "formData"),
      operation,
    );
  const types = typesAt(reading, operation, "consumes");
  const schema = reading.schemas.readAt(body, "schema");
  return {
    ...placed(body),
    required: isTrue(body, "required"),
    description: nodeText(body, "description") ?? "",
    content: (types.length === 0 ? ["application/json"] : types).map((type) => mediaOf(body, type, schema)),
  };
};

const responseOf = (
  reading: ReadingContext,
  operation: SourceNode,
  status: string,
  node: SourceNode,
): ApiResponse => {
  const schema = reading.schemas.readAt(node, "schema");
  const types = typesAt(reading, operation, "produces");
  const examples = new Map(
    entries(inside(node, "examples")).map(([type, example]) => [plainMediaType(type), example] as const),
  );
  const contents = schema === undefined ? [] : types.length === 0 ? ["application/json"] : types;
  return {
    ...placed(node),
    status,
    description: nodeText(node, "description") ?? "",
    headers: entries(inside(node, "headers")).map(([name, header]) => ({
      ...headerOf(reading, header),
      name: name.toLowerCase(),
      statedName: name,
    })),
    content: contents.map((type): ApiMedia => {
      const media = mediaOf(node, type, schema);
      const example = examples.get(media.mediaType);
      return example === undefined ? media : { ...media, examples: [exampleFrom("", example, example)] };
    }),
    links: [],
  };
};

export const oldResponsesOf = (reading: ReadingContext, operation: SourceNode): readonly ApiResponse[] =>
  entries(inside(operation, "responses")).flatMap(([key, stated]) => {
    if (key.startsWith("x-")) return [];
    const status = knownStatus(key);
    if (status === undefined) {
      note(reading, stated, {
        about: "status",
        message: `${printable(key)} is not an HTTP status`,
        hint: "200, 2XX or default",
      });
      return [];
    }
    return [
      responseOf(reading, operation, status, objectNode(reading.resolver.resolved(stated), "a response")),
    ];
  });
