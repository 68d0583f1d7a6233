import { childPointer } from "../../core/formats/json-pointer.ts";
import type {
  ApiDocument,
  ApiHeader,
  ApiMedia,
  ApiOperation,
  ApiParameter,
  SourcePlace,
} from "../../documents/document.ts";
import type { Schema } from "../../documents/schemas/schema.ts";

/** Names of path parameters do not matter. */
export const plainLocation = (pointer: string): string => pointer.replaceAll(/\{[^}/]*\}/g, "{}");

/** Where the uses of an operation are located. */
export const operationLocation = (
  { path, method }: Pick<ApiOperation, "path" | "method">,
  group: "paths" | "webhooks" = "paths",
): string => childPointer(`/${group}`, path, method.toLowerCase());

export const parameterLocation = (
  operation: ApiOperation,
  { in: where, statedName }: ApiParameter,
  group?: "paths" | "webhooks",
): string => childPointer(operationLocation(operation, group), "parameters", where, statedName);

/** The schema of an operation's answer with a status; the whole response if it has none. */
export const answerLocation = (operation: ApiOperation, status: number | undefined): string => {
  const code = String(status ?? 200);
  const response = [code, `${code[0]}XX`, "default"]
    .map((known) => operation.responses.find((one) => one.status === known))
    .find((one) => one !== undefined);
  const at = childPointer(operationLocation(operation), "responses", response?.status ?? code);
  const [media] = response?.content ?? [];
  return media === undefined ? at : childPointer(at, "content", media.statedType, "schema");
};

/** The schema of an operation's request in a media type, or in its first one; undefined if there is none. */
export const bodyLocation = (operation: ApiOperation, mediaType: string | undefined): string | undefined => {
  const content = operation.requestBody?.content ?? [];
  const media = content.find((one) => one.mediaType === mediaType) ?? content[0];
  return (
    media && childPointer(operationLocation(operation), "requestBody", "content", media.statedType, "schema")
  );
};

/** A schema that no other one holds. */
export interface LocatedRoot {
  readonly location: string;
  /** Undefined if anything is allowed. */
  readonly schema: Schema | undefined;
}

/** Gathers the schemas of a document, and what its source calls their locations. */
const gather = (document: ApiDocument) => {
  const roots: LocatedRoot[] = [];
  const stated = new Map<string, Set<string>>();
  /** Models that the document does not name are parts of others, too. */
  const parts = new Map<string, string>();

  const shown = ({ file, pointer }: SourcePlace): string =>
    file === document.file ? pointer : `${file}#${pointer}`;

  const state = (source: string, location: string): void => {
    stated.set(source, (stated.get(source) ?? new Set()).add(location));
  };

  const addSchema = (
    holder: SourcePlace,
    schema: Schema | undefined,
    location: string,
    key = "schema",
  ): void => {
    roots.push({ location, schema });
    state(`${shown(holder)}/${key}`, location);
    const place = schema === undefined ? undefined : document.placeOf(schema);
    if (place !== undefined) state(shown(place), location);
  };

  const addContent = (content: readonly ApiMedia[], location: string): void => {
    for (const { at, statedType, schema, itemSchema } of content) {
      const media = childPointer(location, "content", statedType);
      state(shown(at), media);
      addSchema(at, schema, childPointer(media, "schema"));
      if (itemSchema !== undefined)
        addSchema(at, itemSchema, childPointer(media, "itemSchema"), "itemSchema");
    }
  };

  /** A parameter or a header: its schema is at its own location. */
  const addValue = ({ at, schema, content }: ApiHeader, location: string): void => {
    state(shown(at), location);
    addSchema(content?.at ?? at, content === undefined ? schema : content.schema, location);
    state(`${shown(at)}/schema`, location);
  };

  const addOperation = (operation: ApiOperation, group: "paths" | "webhooks"): void => {
    const location = operationLocation(operation, group);
    state(shown(operation.at), location);
    for (const parameter of operation.parameters)
      addValue(parameter, parameterLocation(operation, parameter, group));
    const { requestBody, responses } = operation;
    if (requestBody !== undefined) {
      const body = childPointer(location, "requestBody");
      state(shown(requestBody.at), body);
      addContent(requestBody.content, body);
    }
    for (const { at, status, headers, content } of responses) {
      const response = childPointer(location, "responses", status);
      state(shown(at), response);
      for (const header of headers) addValue(header, childPointer(response, "headers", header.statedName));
      addContent(content, response);
    }
  };

  for (const { name, schema, at, isNamed } of document.models.values()) {
    const location = childPointer("/components/schemas", name);
    roots.push({ location, schema });
    if (isNamed) state(shown(at), location);
    else parts.set(shown(at), location);
  }
  for (const operation of document.operations) addOperation(operation, "paths");
  for (const operation of document.webhooks) addOperation(operation, "webhooks");
  return { roots, stated, parts };
};

/**
 * The locations of a document's parts, as uses name them: pointers into the document as OpenAPI 3.1 in one file, which
 * shares nothing but models. A parameter is `…/parameters/IN/NAME`.
 */
export const createLocations = (document: ApiDocument) => {
  const { roots, stated, parts } = gather(document);
  const byLocation = new Map(roots.map((root) => [plainLocation(root.location), root]));
  return {
    /** Every schema that no other one holds. */
    roots,
    /** The schema around a location, and what is left of the location behind it. */
    rootOf: (location: string): { readonly root: LocatedRoot; readonly rest: string } | undefined => {
      for (let end = location.length; end > 0; end = location.lastIndexOf("/", end - 1)) {
        const root = byLocation.get(plainLocation(location.slice(0, end)));
        if (root !== undefined) return { root, rest: location.slice(end) };
      }
      return undefined;
    },
    /** What a pointer into the source stands for, such as a shared response; a location stands for itself. */
    of: (pointer: string): readonly string[] => {
      const found: string[] = [];
      for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
        const [source, rest] = [pointer.slice(0, end), pointer.slice(end)];
        const part = parts.get(source);
        if (part !== undefined) found.push(`${part}${rest}`);
        const known = stated.get(source);
        if (known !== undefined) return [...found, ...[...known].map((location) => `${location}${rest}`)];
      }
      return [...found, pointer];
    },
  };
};

export type Locations = ReturnType<typeof createLocations>;
