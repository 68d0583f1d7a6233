import { childPointer } from "../../core/formats/json-pointer.ts";
import { isObject, own } from "../../core/model/json-object.ts";
import type { ApiEncoding, ApiExample, ApiHeader, ApiMedia, ApiParameter } from "../document.ts";
import { didYouMean } from "../../core/output/suggest.ts";
import { isText } from "../json.ts";
import { namesInPath, plainMediaType, note, placed, type ReadingContext } from "./context.ts";
import { entries, fail, inside, isTrue, type SourceNode, objectNode, placeOf, nodeText } from "./node.ts";

/** Integers in a value that a double rounds, digit for digit. */
const exactIn = (node: SourceNode, pointer = ""): readonly (readonly [string, string])[] => {
  const { value, document } = node;
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const digits = document.digits(node.pointer);
    return digits === undefined ? [] : [[pointer, digits]];
  }
  return entries(node).flatMap(([key, inner]) => exactIn(inner, childPointer(pointer, key)));
};

/** An example at a node. @param value where its value is */
export const exampleFrom = (name: string, value: SourceNode | undefined, at: SourceNode): ApiExample => {
  const exact = value === undefined ? [] : exactIn(value);
  return {
    name,
    value: value?.value,
    ...(exact.length === 0 ? {} : { exact: Object.fromEntries(exact) }),
    at: placeOf(at),
  };
};

/** Whether an example is in another file: tools that bundle documents fetch it, though no version of OpenAPI states that. */
const isElsewhere = ({ value }: Pick<ApiExample, "value">): boolean =>
  isObject(value) && typeof value["$ref"] === "string" && Object.keys(value).length === 1;

/** The examples of a parameter, a header or a media type, named or not. */
const examplesOf = ({ resolver }: ReadingContext, node: SourceNode): readonly ApiExample[] => {
  const single = inside(node, "example");
  const named = inside(node, "examples");
  return [
    ...(single === undefined ? [] : [exampleFrom("", single, single)]),
    ...(isObject(named?.value)
      ? entries(named).map(([name, stated]) => {
          const example = resolver.resolved(stated);
          return exampleFrom(name, inside(example, "value") ?? inside(example, "dataValue"), example);
        })
      : []),
  ].filter((example) => !isElsewhere(example));
};

const encodingOf = (reading: ReadingContext, node: SourceNode): ApiEncoding => {
  const explode = inside(node, "explode")?.value;
  return {
    ...placed(node),
    contentType: nodeText(node, "contentType"),
    style: nodeText(node, "style"),
    explode: typeof explode === "boolean" ? explode : undefined,
    allowReserved: isTrue(node, "allowReserved"),
    headers: headersOf(reading, node),
  };
};

const mediaOf = (reading: ReadingContext, mediaType: string, node: SourceNode): ApiMedia => ({
  ...placed(objectNode(node, "a media type")),
  mediaType: plainMediaType(mediaType),
  statedType: mediaType,
  schema: reading.schemas.readAt(node, "schema"),
  itemSchema: reading.schemas.readAt(node, "itemSchema"),
  encoding: new Map(entries(inside(node, "encoding")).map(([name, one]) => [name, encodingOf(reading, one)])),
  examples: examplesOf(reading, node),
});

/** The media types below `content`, in their order. */
export const contentOf = (reading: ReadingContext, node: SourceNode): readonly ApiMedia[] =>
  entries(inside(node, "content")).map(([mediaType, media]) =>
    mediaOf(reading, mediaType, reading.resolver.resolved(media)),
  );

const usualStyles: Readonly<Record<string, string>> = {
  path: "simple",
  header: "simple",
  query: "form",
  cookie: "form",
};

const exploding = new Set(["form", "cookie"]);

type Serialization = Omit<ApiHeader, "name" | "statedName">;

/** What parameters and headers have in common, with the defaults of their place written out. */
const serializationOf = (reading: ReadingContext, node: SourceNode, where: string): Serialization => {
  const style = nodeText(node, "style") ?? own(usualStyles, where) ?? "form";
  const explode = inside(node, "explode")?.value;
  return {
    ...placed(node),
    required: isTrue(node, "required"),
    deprecated: isTrue(node, "deprecated"),
    description: nodeText(node, "description") ?? "",
    style,
    explode: typeof explode === "boolean" ? explode : exploding.has(style),
    schema: reading.schemas.readAt(node, "schema"),
    content: contentOf(reading, node)[0],
    examples: examplesOf(reading, node),
  };
};

/** The headers of a response or of a part, in lower case; the specification ignores Content-Type there. */
export const headersOf = (reading: ReadingContext, node: SourceNode): readonly ApiHeader[] =>
  entries(inside(node, "headers")).flatMap(([name, header]) =>
    name.toLowerCase() === "content-type"
      ? []
      : [
          {
            name: name.toLowerCase(),
            statedName: name,
            ...serializationOf(reading, reading.resolver.resolved(header), "header"),
          },
        ],
  );

const places = ["path", "query", "header", "cookie", "querystring"] as const;

/** Header parameters that the specification ignores. */
const ignored = new Set(["accept", "content-type", "authorization"]);

/** A parameter; undefined for a header that is none. @throws UsageError without a name or a place */
const parameterOf = (reading: ReadingContext, node: SourceNode): ApiParameter | undefined => {
  const name = nodeText(objectNode(node, "a parameter"), "name") ?? fail(node, "the parameter has no name");
  const stated = nodeText(node, "in");
  const where =
    places.find((one) => one === stated) ??
    fail(node, "the parameter has no place", `in is one of ${places.join(", ")}`);
  if (where === "header" && ignored.has(name.toLowerCase())) return undefined;
  const serialization = serializationOf(reading, node, where);
  return {
    ...serialization,
    name: where === "header" ? name.toLowerCase() : name,
    statedName: name,
    in: where,
    required: where === "path" || serialization.required,
    allowReserved: isTrue(node, "allowReserved"),
    allowEmptyValue: isTrue(node, "allowEmptyValue"),
  };
};

export const parameterKey = ({ in: where, name }: Pick<ApiParameter, "in" | "name">): string =>
  `${where} ${name}`;

/** The parameters of holders, of which the last one wins. */
export const mergedParameters = (
  reading: ReadingContext,
  holders: readonly SourceNode[],
): readonly ApiParameter[] => {
  const found = new Map<string, ApiParameter>();
  for (const holder of holders)
    for (const [, node] of entries(inside(holder, "parameters"))) {
      const parameter = parameterOf(reading, reading.resolver.resolved(node));
      if (parameter !== undefined) found.set(parameterKey(parameter), parameter);
    }
  return [...found.values()];
};

/** Parameters that fit a path template: those that it lacks are left out, undescribed ones may be anything. */
export const fittingPath = (
  reading: ReadingContext,
  node: SourceNode,
  path: string,
  parameters: readonly ApiParameter[],
): readonly ApiParameter[] => {
  const names = namesInPath(path);
  const inPath = parameters.filter((one) => one.in === "path").map(({ name }) => name);
  const missing = [...new Set(names)].filter((name) => !inPath.includes(name));
  for (const name of missing)
    note(reading, node, { about: "parameter", message: `path parameter ${name} is not described` });
  for (const name of inPath)
    if (!names.includes(name))
      note(reading, node, {
        about: "parameter",
        message: `path parameter ${name} is not in ${path}`,
        hint: didYouMean(name, names),
      });
  return [
    ...parameters.filter((one) => one.in !== "path" || names.includes(one.name)),
    ...missing.map((name): ApiParameter => ({ ...undescribed(node), name, statedName: name })),
  ];
};

const undescribed = (node: SourceNode): Omit<ApiParameter, "name" | "statedName"> => ({
  at: placeOf(node),
  extensions: {},
  in: "path",
  required: true,
  deprecated: false,
  description: "",
  style: "simple",
  explode: false,
  schema: undefined,
  content: undefined,
  examples: [],
  allowReserved: false,
  allowEmptyValue: false,
});

export const textsAt = (node: SourceNode, key: string): readonly string[] => {
  const value = inside(node, key)?.value;
  return Array.isArray(value) ? value.filter(isText) : [];
};
