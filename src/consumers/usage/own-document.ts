import type { InterfaceName } from "../../builtin/interface-name.ts";
import { child, children, type Cursor, cursorAt, text } from "../../documents/cursor.ts";
import { readSourceDocument, type SourceDocument } from "../../documents/source-document.ts";
import { childPointer, tokensOf } from "../../core/formats/json-pointer.ts";
import { openapiText } from "../../builtin/openapi-text.ts";
import { type LocatedOperation, operationsByKey } from "../diff/operation-changes.ts";
import { createTargets } from "./verdict/targets.ts";

/** Our own document of an interface, with lookups. */
export type OwnDocument = ReturnType<typeof readOwn>;

const readOwn = (name: InterfaceName) => {
  const document: SourceDocument = readSourceDocument(`specs/${name}.yaml`, openapiText(name));
  const located = [...operationsByKey(cursorAt(document, "")).values()];
  return {
    root: document.root,
    targets: createTargets(document.root),
    operations: new Map(located.map((one) => [one.id, one])),
  };
};

const documents = new Map<InterfaceName, OwnDocument>();

/** Our own document of an interface, read on first use. */
export const ownDocument = (name: InterfaceName): OwnDocument => {
  const document = documents.get(name) ?? readOwn(name);
  documents.set(name, document);
  return document;
};

/** Pointer to the schema of an operation's answer with a status; to the whole response if it has none. */
export const answerPointer = ({ operation }: LocatedOperation, status: number | undefined): string => {
  const responses = new Map(children(operation, "responses"));
  const code = String(status ?? 200);
  const response = responses.get(code) ?? responses.get(`${code[0]}XX`) ?? responses.get("default");
  if (response === undefined) return childPointer(operation.pointer, "responses", code);
  const [media] = children(response, "content");
  return media === undefined ? response.pointer : childPointer(media[1].pointer, "schema");
};

/** Pointer to the schema of an operation's request in a media type, or in its first one; undefined if there is none. */
export const bodyPointer = (
  { operation }: LocatedOperation,
  mediaType: string | undefined,
): string | undefined => {
  const body = child(operation, "requestBody");
  const content = body === undefined ? [] : children(body, "content");
  const [, media] = content.find(([name]) => name === mediaType) ?? content[0] ?? [];
  return media === undefined ? undefined : childPointer(media.pointer, "schema");
};

/** Query parameters of an operation by name. */
export const queryParameters = ({ operation, pathItem }: LocatedOperation): ReadonlyMap<string, Cursor> =>
  new Map(
    [pathItem, operation].flatMap((holder) =>
      children(holder, "parameters").flatMap(([, parameter]) => {
        const name = text(parameter, "name");
        return name === undefined || text(parameter, "in") !== "query" ? [] : [[name, parameter] as const];
      }),
    ),
  );

const isPosition = (token: string): boolean => token === "*" || /^\d+$/.test(token);

/** `/items/0/name` in a body is `/properties/items/items/properties/name` in its schema. */
export const schemaPointer = (base: string, pointer: string): string =>
  tokensOf(pointer).reduce<string>(
    (at, token) => (isPosition(token) ? childPointer(at, "items") : childPointer(at, "properties", token)),
    base,
  );
