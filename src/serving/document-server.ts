import { validatorKeys } from "../contracts/checks/api.ts";
import { isJsonType } from "../contracts/checks/input.ts";
import type { ApiDocument, ApiHeader, ApiOperation } from "../documents/document.ts";
import { etagOf, isKnownState, namesAnotherState, showsState } from "./conditions.ts";
import { createSingletons } from "./singletons.ts";
import { createBodies } from "./bodies.ts";
import type { ServedKind } from "./kinds.ts";
import { makeDocumentFaults } from "./faults/generate-faults.ts";
import { namedExample } from "./named-examples.ts";
import { createParameters, pathNames } from "./parameters.ts";
import { documentRefusal } from "./refusals.ts";
import { createPerformer, type Performed, type Performer } from "./perform.ts";
import { createDocumentRouter } from "./router.ts";
import { isListed, refusalStatus, type RefusalKind, successOf } from "./responses.ts";
import { type OperationRole, roleOf } from "./roles.ts";
import type { Schemas } from "./schemas.ts";
import { createSecurity, type Security } from "./security.ts";
import { createSeeding } from "./seeding.ts";
import type { DocumentAnswer, DocumentRequest, DocumentServer, Reason, Serving } from "./served-document.ts";
import type { RecordPage } from "./show.ts";
import { type AskedOperation, isRefused, type VerbOutcome } from "./verbs.ts";

/** An operation with everything that its requests need, made once. */
interface Served extends Performed {
  readonly readParameters: ReturnType<typeof createParameters>;
  readonly readBody: ReturnType<typeof createBodies>;
}

interface Server {
  readonly schemas: Schemas;
  readonly parts: Serving;
  readonly security: Security;
  readonly performer: Performer;
}

const refusalRules: Readonly<Record<RefusalKind, Reason["rule"]>> = {
  parameters: "parameters",
  body: "body",
  schema: "schema",
  "media type": "body",
  missing: "handler",
  conflict: "handler",
  condition: "handler",
};

const pageFigures: Readonly<Record<string, (page: RecordPage) => number>> = {
  "x-total-count": ({ total }) => total,
  "x-total": ({ total }) => total,
  "x-per-page": ({ take }) => take,
  "x-page": ({ number }) => number,
};

/** The headers that a success is documented with. */
const headersOf = (
  { operation, success }: Served,
  outcome: VerbOutcome,
  schemas: Schemas,
): Record<string, string> => {
  const page = "page" in outcome ? outcome.page : undefined;
  const valueOf = (header: ApiHeader): unknown => {
    const figure = page === undefined ? undefined : pageFigures[header.name]?.(page);
    if (figure !== undefined) return figure;
    if (header.name === "location") return "location" in outcome ? outcome.location : undefined;
    // It names the state that the answer shows.
    if (header.name === "etag") return undefined;
    if (!header.required && header.examples.length === 0) return undefined;
    return (
      header.examples[0]?.value ??
      schemas.answerValue(
        header.content?.schema ?? header.schema,
        validatorKeys.header(operation.id, success.response?.status ?? "", header.name),
      )
    );
  };
  const stated = (success.response?.headers ?? []).flatMap((header): [string, string][] => {
    const value = valueOf(header);
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return value === undefined || value === null || /[^ -~]/.test(text) ? [] : [[header.name, text]];
  });
  const location = "location" in outcome ? { location: outcome.location ?? "" } : {};
  return { ...location, ...Object.fromEntries(stated) };
};

type Carried = Exclude<VerbOutcome, { refused: RefusalKind }>;

/** What an answer shows: a record, in whichever form, or else what it says. */
const stateIn = ({ record }: Carried, text: string | undefined): string =>
  record === undefined ? (text ?? "") : JSON.stringify(record);

const successAnswer = (
  served: Served,
  outcome: Carried,
  server: Server,
  { request, reason }: { readonly request: DocumentRequest; readonly reason: Reason | undefined },
): DocumentAnswer => {
  const { operation, success, role } = served;
  const { media } = success;
  // A replacement that creates says so where the document knows it.
  const isCreated = outcome.isNew === true && role.does !== "create" && isListed(operation, 201);
  const status = isCreated ? 201 : success.status;
  const said = reason === undefined ? {} : { reason };
  const text =
    media === undefined || status === 204
      ? undefined
      : isJsonType(media.mediaType)
        ? JSON.stringify(outcome.value ?? null)
        : plainText(outcome.value);
  const etag = showsState(operation, success) ? etagOf(stateIn(outcome, text)) : undefined;
  if (etag !== undefined && isKnownState(operation, request, etag))
    return { status: 304, headers: { etag }, ...said };
  const headers = {
    ...headersOf(served, outcome, server.schemas),
    ...(etag === undefined ? {} : { etag }),
    ...(media === undefined || text === undefined ? {} : { "content-type": contentType(media.statedType) }),
  };
  return { status, headers, ...(text === undefined ? {} : { text }), ...said };
};

const exampleAnswer = ({
  response,
  media,
  value,
}: NonNullable<ReturnType<typeof namedExample>>): DocumentAnswer => ({
  status: /^\d{3}$/.test(response.status)
    ? Number(response.status)
    : Number(`${response.status[0] ?? 2}00`) || 200,
  headers: { "content-type": contentType(media.statedType) },
  text: isJsonType(media.mediaType) ? JSON.stringify(value) : plainText(value),
});

/** A range stands for JSON. */
const contentType = (stated: string): string => (stated.includes("*") ? "application/json" : stated);

const plainText = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value ?? "");

const refuse = (
  served: Served,
  server: Server,
  kind: RefusalKind,
  message: string,
  fields: Reason["fields"] = [],
): DocumentAnswer =>
  documentRefusal(
    served.operation,
    { status: refusalStatus(served.operation, kind), rule: refusalRules[kind], message, fields },
    server.schemas,
  );

const unauthorized = ({ operation }: Served, { schemas, security }: Server): DocumentAnswer => {
  const status = isListed(operation, 401) || !isListed(operation, 403) ? 401 : 403;
  const answer = documentRefusal(
    operation,
    { status, rule: "credential", message: "The credential is missing or not accepted.", fields: [] },
    schemas,
  );
  return { ...answer, headers: { ...answer.headers, "www-authenticate": security.challenge(operation) } };
};

/** How a path that no record can have is refused: nothing is there, where no other refusal is documented. */
const wrongPathKind = (operation: ApiOperation): RefusalKind =>
  isListed(operation, 404) && ![400, 422].some((status) => isListed(operation, status))
    ? "missing"
    : "parameters";

/** The ETag of what a request is about, as its read shows it. */
const currentEtag = (served: Served, asked: AskedOperation, { performer }: Server): string | undefined => {
  const state = performer.stateOf(served, asked);
  return state && etagOf(JSON.stringify(state));
};

const answerServed = (
  served: Served,
  texts: readonly string[],
  request: DocumentRequest,
  server: Server,
): DocumentAnswer => {
  const { operation } = served;
  if (!request.isAuthenticated && !server.security.accepts(operation, request))
    return unauthorized(served, server);
  const { values, faults, unknown } = served.readParameters(request, texts);
  // An id that the sandbox gave is right, however few a document allows.
  const isKnown = (): boolean =>
    served.role.does !== "answer" && server.performer.verbs.isThere(served.role.kind, texts);
  const inPath = new Set(pathNames(operation.path));
  if (faults.length > 0 && !(faults.every(({ field }) => inPath.has(field)) && isKnown()))
    return refuse(
      served,
      server,
      faults.every(({ field }) => inPath.has(field)) ? wrongPathKind(operation) : "parameters",
      "A parameter is not as documented.",
      faults,
    );
  const ignored = unknown.map((name) => ({ field: name, message: `${name} is not documented` }));
  if (unknown.length > 0 && server.parts.choices.unknown === "refused")
    return refuse(served, server, "parameters", "A query parameter is not documented.", ignored);
  const body = served.readBody(request);
  if (body !== undefined && "refused" in body)
    return refuse(served, server, body.refused, body.message, body.fields);
  const example = served.role.does === "answer" ? namedExample(operation, values) : undefined;
  if (example !== undefined) return exampleAnswer(example);
  const asked: AskedOperation = { operation, texts, values, body, baseUrl: request.baseUrl };
  if (namesAnotherState(operation, request, () => currentEtag(served, asked, server)))
    return refuse(served, server, "condition", "The record is in another state than the request names.");
  const work = (): VerbOutcome => server.performer.perform(served, asked);
  const outcome = isRead(operation)
    ? work()
    : server.parts.store.attempt(work, (result) => !isRefused(result));
  if (isRefused(outcome)) return refuse(served, server, outcome.refused, outcome.message, outcome.fields);
  const reason: Reason | undefined =
    ignored.length === 0
      ? undefined
      : {
          rule: "parameters",
          message: "Query parameters that are not documented are ignored.",
          fields: ignored,
        };
  return successAnswer(served, outcome, server, { request, reason });
};

const notModelled = (method: string, path: string, allowed: readonly string[]): DocumentAnswer => {
  const message =
    allowed.length === 0
      ? `The document has no ${method} ${path.slice(0, 200)}.`
      : `The document has no ${method} for this path, only ${allowed.join(", ")}.`;
  const status = allowed.length === 0 ? 404 : 405;
  return {
    status,
    headers: {
      "content-type": "application/problem+json",
      "x-tripact-rule": "not modelled",
      ...(allowed.length === 0 ? {} : { allow: allowed.join(", ") }),
    },
    text: JSON.stringify({
      title: allowed.length === 0 ? "Not FoundTarget" : "Method Not Allowed",
      status,
      detail: message,
    }),
    reason: { rule: "not modelled", message, fields: [] },
  };
};

const isRead = ({ method }: ApiOperation): boolean => ["GET", "HEAD", "OPTIONS", "TRACE"].includes(method);

/** Serves a document's operations over a store of records. */
export const createDocumentServer = (
  name: string,
  document: ApiDocument,
  kinds: readonly ServedKind[],
  schemas: Schemas,
  parts: Serving,
): DocumentServer => {
  const security = createSecurity(name, document, parts);
  const performer = createPerformer({ kinds, schemas, parts });
  const server: Server = { schemas, parts, security, performer };
  const singletons = singletonsOf(document, kinds, schemas);
  const made = document.operations.map((operation): Served => {
    const role = roleOf(operation, kinds, schemas);
    return {
      operation,
      role,
      success: successOf(operation),
      readParameters: createParameters(operation, schemas, security.isCredential),
      readBody: createBodies(operation, schemas),
      singleton: isOfSingletons(role) ? singletons.get(operation.path) : undefined,
    };
  });
  const router = createDocumentRouter(made);
  const find = (method: string, path: string) =>
    router.find(method, path) ?? (method === "HEAD" ? router.find("GET", path) : undefined);
  return {
    fill: createSeeding(kinds, performer.verbs, schemas, parts),
    credentials: security.credentials,
    get faults() {
      return makeDocumentFaults(document, kinds, schemas, security);
    },
    has: (method, path) => find(method, path) !== undefined,
    permissionFor: (method, path) => {
      const operation = find(method, path)?.target.operation;
      return operation && permissionOf(operation);
    },
    readsBody: (method, path) => find(method, path)?.target.operation.requestBody !== undefined,
    answer: (request) => {
      const { method, path } = request;
      const found = find(method, path);
      if (found === undefined) return notModelled(method, path, router.methods(path));
      return answerServed(found.target, found.texts, request, server);
    },
  };
};

/** Who may call an operation of a document that adds to an interface with permissions. */
export const permissionOf = ({ extensions }: ApiOperation): string | undefined => {
  const permission = extensions["x-permission"];
  return typeof permission === "string" ? permission : undefined;
};

const singletonsOf = (document: ApiDocument, kinds: readonly ServedKind[], schemas: Schemas) =>
  createSingletons(document, (operation) => isOfSingletons(roleOf(operation, kinds, schemas)), schemas);

/** Whether an operation may be about what there is once at its path, on its own or below a record. */
const isOfSingletons = ({ does }: OperationRole): boolean => does === "answer" || does === "act";

/** What each operation does, in words. */
export const rolesOf = (document: ApiDocument, kinds: readonly ServedKind[], schemas: Schemas) => {
  const singletons = singletonsOf(document, kinds, schemas);
  return document.operations.map((operation) => {
    const role = roleOf(operation, kinds, schemas);
    const { method, path } = operation;
    if (role.does === "further")
      return { method, path, role: `${role.further.does} ${role.kind.resource.name}` };
    if (isOfSingletons(role) && singletons.has(path) && method !== "DELETE")
      return { method, path, role: "state of its own" };
    return {
      method,
      path,
      role: role.does === "answer" ? "example" : `${role.does} ${role.kind.resource.name}`,
    };
  });
};
