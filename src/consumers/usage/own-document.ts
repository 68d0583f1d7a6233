import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { openapiText } from "../../builtin/openapi-text.ts";
import { childPointer, tokensOf } from "../../core/formats/json-pointer.ts";
import type { ApiOperation, ApiParameter } from "../../documents/document.ts";
import { readDocumentText } from "../../documents/read-document.ts";
import { createTargets } from "./verdict/targets.ts";

/** Our own document of an interface, with lookups. */
export type OwnDocument = ReturnType<typeof readOwn>;

const readOwn = (name: BuiltinInterface) => {
  const document = readDocumentText(`specs/${name}.yaml`, openapiText(name));
  return {
    root: document.root,
    targets: createTargets(document.root),
    operations: new Map(document.operations.map((one) => [one.id, one])),
  };
};

const documents = new Map<BuiltinInterface, OwnDocument>();

/** Our own document of an interface, read on first use. */
export const ownDocument = (name: BuiltinInterface): OwnDocument => {
  const document = documents.get(name) ?? readOwn(name);
  documents.set(name, document);
  return document;
};

/** Pointer to the schema of an operation's answer with a status; to the whole response if it has none. */
export const answerPointer = ({ responses, at }: ApiOperation, status: number | undefined): string => {
  const code = String(status ?? 200);
  const response = [code, `${code[0]}XX`, "default"]
    .map((known) => responses.find((one) => one.status === known))
    .find((one) => one !== undefined);
  if (response === undefined) return childPointer(at.pointer, "responses", code);
  const [media] = response.content;
  return media === undefined ? response.at.pointer : childPointer(media.at.pointer, "schema");
};

/** Pointer to the schema of an operation's request in a media type, or in its first one; undefined if there is none. */
export const bodyPointer = (
  { requestBody }: ApiOperation,
  mediaType: string | undefined,
): string | undefined => {
  const content = requestBody?.content ?? [];
  const media = content.find((one) => one.mediaType === mediaType) ?? content[0];
  return media === undefined ? undefined : childPointer(media.at.pointer, "schema");
};

/** Query parameters of an operation. */
export const queryParameters = ({ parameters }: ApiOperation): readonly ApiParameter[] =>
  parameters.filter((parameter) => parameter.in === "query");

const isPosition = (token: string): boolean => token === "*" || /^\d+$/.test(token);

/** `/items/0/name` in a body is `/properties/items/items/properties/name` in its schema. */
export const schemaPointer = (base: string, pointer: string): string =>
  tokensOf(pointer).reduce<string>(
    (at, token) => (isPosition(token) ? childPointer(at, "items") : childPointer(at, "properties", token)),
    base,
  );
