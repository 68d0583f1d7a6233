/** The operations of declared resources. Loaded with the first request to one: it loads the engine that serves documents. */
import { servedFile } from "../../../builtin/beyond.ts";
import { readOwnFile } from "../../../core/model/own-file.ts";
import type { JsonObject } from "../../../core/model/json-object.ts";
import { isObject, parseJson } from "../../../core/model/json-object.ts";
import type { ApiDocument } from "../../../documents/document.ts";
import { readDocumentText } from "../../../documents/read-document.ts";
import { choicesOf } from "../../../serving/choices.ts";
import { prepareRecords } from "../../../serving/prepare-records.ts";
import { createRandom } from "../../../serving/random.ts";
import { refusalStatus } from "../../../serving/responses.ts";
import type { Serving } from "../../../serving/served-document.ts";
import { isRefused, type RefusedField } from "../../../serving/verbs.ts";
import type { Answer, EndpointContext, ParsedRequest } from "../../pipeline/endpoint.ts";
import { type FieldError, refuse, type RefusalStatus, type SandboxRefusal } from "../../refusal.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import { CallersRecords } from "./record-store.ts";
import { tables } from "./tables.ts";

const readServed = (): { readonly document: ApiDocument; readonly resources: unknown } => {
  const text = readOwnFile(servedFile, new URL(`../../../builtin/generated/${servedFile}`, import.meta.url));
  if (text === undefined) throw new Error(`${servedFile} is not there`);
  const root = parseJson(text);
  return {
    document: readDocumentText(servedFile, text),
    resources: isObject(root) ? root["x-resources"] : undefined,
  };
};

const choices = choicesOf({ page: "10", records: "examples" });

const load = () => {
  const { document, resources } = readServed();
  const records = prepareRecords(document, resources);
  const known = [...records.resources].flatMap(([kind, name]) => {
    const table = tables[name];
    return table === undefined ? [] : [[kind, table] as const];
  });
  return { ...records, tables: new Map(known) };
};

type Loaded = ReturnType<typeof load>;

let loaded: Loaded | undefined;

const servingFor = (context: EndpointContext, { tables: known }: Loaded): Serving => ({
  choices,
  store: new CallersRecords(context, known),
  now: () => context.clock.now(),
  seed: context.seed,
  token: (name, length) => createRandom(context.seed, name).token(length),
});

/** Creates the examples of the document as an organization's first records, of kinds without a table. */
const fillFor = (context: EndpointContext, parts: Serving, { fill, tables: known }: Loaded): void => {
  const { database, caller } = context;
  const key = `declared ${caller.organizationId}`;
  if (readMeta(database, key) !== undefined) return;
  database.transaction(() => {
    fill(parts, (kind) => !known.has(kind));
    writeMeta(database, key, "filled");
  });
};

/** Details of a field of a refusal, in the form of the interface. */
const fieldErrors = (fields: readonly RefusedField[]): FieldError[] =>
  fields.map((one) => ({ code: "INVALID", ...one }));

export type AnswerDeclared = (
  id: string,
  request: ParsedRequest,
  context: EndpointContext,
) => Answer | SandboxRefusal;

/** Answers an operation of a declared resource. */
export const answerDeclared: AnswerDeclared = (id, { path, query, body }, context) => {
  loaded ??= load();
  const performed = loaded.operations.get(id);
  if (performed === undefined) throw new Error(`there is no operation ${id}`);
  const parts = servingFor(context, loaded);
  fillFor(context, parts, loaded);
  const values = new Map<string, unknown>([
    ...Object.entries(path).map(([name, value]) => [`path ${name}`, value] as const),
    ...Object.entries(query).map(([name, value]) => [`query ${name}`, value] as const),
  ]);
  const outcome = loaded.performer(parts).perform(performed, {
    operation: performed.operation,
    texts: Object.values(path).map(String),
    values,
    body: body === undefined ? undefined : { value: body, mediaType: "application/json" },
    baseUrl: context.baseUrl,
  });
  if (isRefused(outcome)) {
    const { refused, message, fields = [] } = outcome;
    // The statuses of refusals are those of the pipeline, too.
    const status =
      refused === "schema" ? 422 : (refusalStatus(performed.operation, refused) as RefusalStatus);
    return refuse(status, message, { fields: fieldErrors(fields) });
  }
  const { status, media } = performed.success;
  return media === undefined ? { status } : { status, body: outcome.value as JsonObject };
};
