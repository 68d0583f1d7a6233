import { own } from "../core/model/json-object.ts";
import type { OperationId, ServedId } from "../builtin/generated/operation-types.ts";
import { assumedOperations, documentedOperations, type ServedOperation } from "../builtin/operations.ts";
import type { Assumptions } from "./assumptions/assumptions.ts";
import type { AnswerDeclared } from "./builtin/records/declared-operations.ts";
import { crmHandlers } from "./builtin/handlers/crm/index.ts";
import { donationHandlers, rewrittenBodies } from "./builtin/handlers/donation/index.ts";
import { volunteerHandlers } from "./builtin/handlers/volunteer/index.ts";
import type { Answer, EndpointContext, Endpoint, ParsedRequest } from "./pipeline/endpoint.ts";
import type { HandlersOf } from "./pipeline/handler.ts";
import { permissionFor } from "./pipeline/operation-permissions.ts";
import type { SandboxRefusal } from "./refusal.ts";

/** Operations beyond the specification that have no handler are those of declared resources. */
const handlers: HandlersOf<OperationId> & Partial<HandlersOf<ServedId>> = {
  ...crmHandlers,
  ...donationHandlers,
  ...volunteerHandlers,
};

/** The engine that serves declared resources: most sandboxes are never asked for one. */
let answerDeclared: AnswerDeclared | undefined;

const loadDeclared = async (): Promise<void> => {
  ({ answerDeclared } = await import("./builtin/records/declared-operations.ts"));
};

const declaredParts = (id: string): Pick<Endpoint, "prepare" | "respond"> => ({
  prepare: () => (answerDeclared === undefined ? loadDeclared() : undefined),
  respond: (request, context) => {
    if (answerDeclared === undefined) throw new Error("the declared operations are not loaded");
    return answerDeclared(id, request, context);
  },
});

/** An endpoint beyond the specification is served if the assumptions answer its open question so. */
const isAssumed = ({ unknowns: [unknown] }: ServedOperation, assumptions: Assumptions): boolean => {
  const answers: Readonly<Record<string, unknown>> = {
    ...assumptions,
    "U-17": assumptions["U-17.endpoints"],
  };
  return answers[unknown ?? ""] === "known";
};

/** Every endpoint of the three interfaces: first the documented ones, then those added by assumptions. */
export const allEndpoints = (assumptions: Assumptions): Endpoint[] => [
  ...documentedOperations.map((operation) => endpointOf(operation, true)),
  ...assumedOperations
    .filter((operation) => isAssumed(operation, assumptions))
    .map((operation) => endpointOf(operation, false)),
];

type Respond = (request: ParsedRequest, context: EndpointContext) => Answer | SandboxRefusal;

const endpointOf = (operation: ServedOperation, documented: boolean): Endpoint => {
  const { id, interface: name, method, path, effect, security, parameters, requestBody } = operation;
  return {
    interface: name,
    id,
    documented,
    method,
    path,
    effect,
    security,
    permission: permissionFor(operation),
    parameters,
    mediaType: requestBody?.mediaType,
    bodyRequired: requestBody?.required ?? false,
    rewriteBody: own(rewrittenBodies, id),
    // The pipeline parses and validates by the OpenAPI documents that the handler's types derive from, which the
    // compiler cannot see.
    ...(handlers[id] === undefined ? declaredParts(id) : { respond: handlers[id] as Respond }),
  };
};
