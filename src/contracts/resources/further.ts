import type { FileProblem } from "../../core/model/file-rules.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { Path } from "../../core/source/path.ts";
import type { ApiDocument } from "../../documents/document.ts";
import type { Callable } from "../checks/api.ts";
import { createSchemaReading } from "../checks/schema-view.ts";
import { problem, statedName, unknownKeys, unknownWord } from "./declared-problems.ts";
import { type FurtherOperation, type FurtherVerb, furtherVerbs } from "./resource.ts";

/** Keys of a resource for whoever serves it. */
export const servingKeys = ["model", "refers", "copies", "names", "operations"] as const;

const furtherKeys = ["does", "by", "values", "text", "items", "through"] as const;

const isVerb = (value: unknown): value is FurtherVerb => furtherVerbs.some((verb) => verb === value);

/** The texts of a map. */
export const textMap = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** What a declaration says of further operations; checked before. */
export const furtherOperations = (
  value: unknown,
  callableOf: (name: unknown) => Callable | undefined,
): readonly FurtherOperation[] =>
  Object.entries(isObject(value) ? value : {}).flatMap(([name, stated]): readonly FurtherOperation[] => {
    const callable = callableOf(name);
    if (callable === undefined || !isObject(stated) || !isVerb(stated["does"])) return [];
    const [text, items] = [stated["text"], stated["items"]].map(textOf);
    const [through] = Object.entries(textMap(stated["through"]));
    return [
      {
        callable,
        does: stated["does"],
        by: textMap(stated["by"]),
        values: isObject(stated["values"]) ? stated["values"] : {},
        ...(text === undefined ? {} : { text }),
        ...(items === undefined ? {} : { items }),
        ...(through === undefined ? {} : { through: { resource: through[0], property: through[1] } }),
      },
    ];
  });

/** What the declaration of one resource is checked against. */
interface Surrounding {
  /** All resources that are declared beside it. */
  readonly resources: JsonObject;
  readonly document: ApiDocument;
  readonly path: Path;
}

const isTexts = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((one) => typeof one === "string");

const mapProblems = (value: unknown, path: Path, what: string): readonly FileProblem[] =>
  value === undefined || isTexts(value) ? [] : [problem(path, `must map ${what}`)];

/** Names of the properties of a resource's model; undefined if it names none. */
const propertiesOf = (resource: unknown, document: ApiDocument): readonly string[] | undefined => {
  const model = isObject(resource) ? textOf(resource["model"]) : undefined;
  const schema = model === undefined ? undefined : document.models.get(model)?.schema;
  return schema === undefined
    ? undefined
    : Object.keys(createSchemaReading(document).view(schema).properties);
};

const unknownProperties = (
  map: unknown,
  known: readonly string[] | undefined,
  path: Path,
): readonly FileProblem[] =>
  known === undefined
    ? []
    : Object.entries(textMap(map)).flatMap(([key, property]) => {
        const [first = ""] = property.split(".");
        return known.includes(first)
          ? []
          : [unknownWord([...path, key], first, known, "property of its model")];
      });

const operationProblems = (
  name: string,
  stated: unknown,
  { resources, document, path }: Surrounding,
  known: readonly string[] | undefined,
): readonly FileProblem[] => {
  const operations = document.operations.map(statedName);
  const ofName = operations.includes(name)
    ? []
    : [{ ...unknownWord(path, name, operations, "operation of the document"), part: "key" as const }];
  if (!isObject(stated)) return [...ofName, problem(path, "must say what the operation does")];
  const { does, by, values, text, items, through } = stated;
  const [link] = Object.entries(textMap(through));
  const linked = link === undefined ? known : propertiesOf(resources[link[0]], document);
  return [
    ...ofName,
    ...unknownKeys(stated, furtherKeys, path),
    ...(isVerb(does)
      ? []
      : [unknownWord([...path, "does"], does ?? "nothing", furtherVerbs, "verb of a resource")]),
    ...mapProblems(by, [...path, "by"], "names of the request to properties"),
    ...unknownProperties(by, linked, [...path, "by"]),
    ...(values === undefined || isObject(values)
      ? []
      : [problem([...path, "values"], "must map properties to values")]),
    ...(text === undefined || typeof text === "string"
      ? []
      : [problem([...path, "text"], "must be a name of the request")]),
    ...(items === undefined || /^(?:\/.*)?$/.test(String(items))
      ? []
      : [problem([...path, "items"], "must be a JSON pointer", "for example /transactions")]),
    ...mapProblems(through, [...path, "through"], "a resource to its property"),
    ...(link === undefined || Object.hasOwn(resources, link[0])
      ? []
      : [unknownWord([...path, "through"], link[0], Object.keys(resources), "resource here")]),
  ];
};

/** What is wrong in the parts of a resource that are for whoever serves it. */
export const furtherProblems = (resource: JsonObject, around: Surrounding): readonly FileProblem[] => {
  const { resources, document, path } = around;
  const { model, refers, copies, names, operations } = resource;
  const known = propertiesOf(resource, document);
  const models = [...document.models.keys()];
  return [
    ...(model === undefined || (typeof model === "string" && models.includes(model))
      ? []
      : [unknownWord([...path, "model"], model, models, "schema of the document")]),
    ...mapProblems(refers, [...path, "refers"], "properties to resources"),
    ...Object.entries(textMap(refers)).flatMap(([property, name]) =>
      Object.hasOwn(resources, name)
        ? []
        : [unknownWord([...path, "refers", property], name, Object.keys(resources), "resource here")],
    ),
    ...mapProblems(copies, [...path, "copies"], "properties to paths"),
    ...unknownProperties(copies, known, [...path, "copies"]),
    ...mapProblems(names, [...path, "names"], "names of queries to properties"),
    ...unknownProperties(names, known, [...path, "names"]),
    ...(operations === undefined || isObject(operations)
      ? []
      : [problem([...path, "operations"], "must map operations to what they do")]),
    ...Object.entries(isObject(operations) ? operations : {}).flatMap(([name, stated]) =>
      operationProblems(name, stated, { ...around, path: [...path, "operations", name] }, known),
    ),
  ];
};
