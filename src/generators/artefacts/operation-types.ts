import type { PlatformDocuments } from "../../documents/contract.ts";
import { header } from "./text.ts";

const capitalized = (name: string): string =>
  name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());

const derivedTypes = `
type Operations = ALL & BEYOND;

export type OperationId = keyof (ALL);

/** What the sandbox serves: the documented operations, and those beyond them. */
export type ServedId = keyof Operations;

export type OperationIdsOf<Name extends keyof OperationsByInterface> = Extract<keyof OperationsByInterface[Name], OperationId>;

/** Those of some documents, such as an interface's and what is served beyond it. */
export type ServedIdsOf<Name extends keyof OperationsByInterface> = Name extends unknown ? keyof OperationsByInterface[Name] & ServedId : never;

/** The statuses of a documented range. */
interface StatusRanges {
  "2XX": 200 | 201 | 202 | 204;
  "4XX": 400 | 401 | 403 | 404 | 409 | 422 | 429;
  "5XX": 500 | 502 | 503 | 504;
}

type Responses<Id extends ServedId> = Operations[Id]["responses"];

type StatusesOfKey<Key> = Key extends number ? Key : Key extends keyof StatusRanges ? StatusRanges[Key] : never;

/** The statuses an operation documents; ranges are spelt out, \`default\` is none. */
export type DocumentedStatus<Id extends ServedId> = StatusesOfKey<keyof Responses<Id>>;

type RangeOf<Status> = { [Range in keyof StatusRanges]: Status extends StatusRanges[Range] ? Range : never }[keyof StatusRanges];

type ResponseAt<Id extends ServedId, Status> = Status extends keyof Responses<Id>
  ? Responses<Id>[Status]
  : RangeOf<Status> & keyof Responses<Id> extends infer Range extends keyof Responses<Id>
    ? [Range] extends [never]
      ? Responses<Id>["default" & keyof Responses<Id>]
      : Responses<Id>[Range]
    : never;

type JsonOf<Response> = Response extends { content: infer Content }
  ? Content extends { "application/json": infer Json }
    ? Json
    : undefined
  : undefined;

/** The JSON body an operation answers a status with; undefined where no JSON body is documented. */
export type ResponseBodyOf<Id extends ServedId, Status extends DocumentedStatus<Id> = DocumentedStatus<Id>> =
  Status extends unknown ? JsonOf<ResponseAt<Id, Status>> : never;

type ParametersIn<Id extends ServedId, Where extends "path" | "query" | "header"> =
  Operations[Id]["parameters"] extends { [Key in Where]?: infer Parameters } ? NonNullable<Parameters> : never;

type OrNone<Parameters> = [Parameters] extends [never] ? Readonly<Record<never, never>> : Readonly<Parameters>;

/** The path parameters of an operation; an empty object when its path has none. */
export type PathParameters<Id extends ServedId> = OrNone<ParametersIn<Id, "path">>;

/** The query parameters of an operation; an empty object when it documents none. */
export type QueryParameters<Id extends ServedId> = OrNone<ParametersIn<Id, "query">>;

type RequestContent<Id extends ServedId> = NonNullable<Operations[Id]["requestBody"]> extends { content: infer Content }
  ? Content
  : never;

type IsOptional<Id extends ServedId> = undefined extends Operations[Id]["requestBody"] ? true : false;

/** The body an operation takes, whatever its media type; undefined when it takes none. */
export type RequestBodyOf<Id extends ServedId> = [NonNullable<Operations[Id]["requestBody"]>] extends [never]
  ? undefined
  : RequestContent<Id>[keyof RequestContent<Id>] | (IsOptional<Id> extends true ? undefined : never);
`;

/** `operation-types.ts`: parameters, bodies and responses of each operation, derived from the generated types. */
export const generateOperationTypes = (contract: PlatformDocuments): ReadonlyMap<string, string> => {
  const beyond = contract.beyond.filter(({ operations }) => operations.length > 0).map(({ name }) => name);
  const interfaces = contract.interfaces.map(({ name }) => name);
  const names = [...interfaces, ...contract.beyond.map(({ name }) => name)];
  const all = (some: readonly string[]): string =>
    some.map((name) => `${capitalized(name)}Operations`).join(" & ") || "unknown";
  const imports = names.map(
    (name) =>
      `import type { components as ${capitalized(name)}Components, operations as ${capitalized(name)}Operations } from "./types/${name}.ts";`,
  );
  const table = (suffix: string): string =>
    names.map((name) => `  "${name}": ${capitalized(name)}${suffix};`).join("\n");
  const text = `${header}

${imports.join("\n")}

interface OperationsByInterface {
${table("Operations")}
}

/** The named models of each interface, for example \`Models["crm"]["Contact"]\`. */
export interface Models {
${table('Components["schemas"]')}
}
${derivedTypes.replaceAll("ALL", all(interfaces)).replace("BEYOND", all(beyond))}`;
  return new Map([["operation-types.ts", text]]);
};
