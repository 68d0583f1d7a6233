import type { OperationId } from "../contract/generated/operation-types.ts";
import { type DocumentedOperation, documentedOperations } from "../contract/operations.ts";
import { interfaceNames } from "../contract/interface-name.ts";
import type { Assumptions } from "./assumptions/assumptions.ts";
import { crmAssumed, crmHandlers } from "./handlers/crm/index.ts";
import { donationAssumed, donationHandlers } from "./handlers/donation/index.ts";
import { volunteerAssumed, volunteerHandlers } from "./handlers/volunteer/index.ts";
import { assumedEndpoint } from "./pipeline/assumed-endpoint.ts";
import type { Answer, Context, Endpoint, ParsedRequest } from "./pipeline/endpoint.ts";
import type { HandlersOf } from "./pipeline/handler.ts";
import { operationPermissions } from "./pipeline/operation-permissions.ts";
import type { Refusal } from "./refusal.ts";

/** One handler for every operation of the OpenAPI documents. */
const handlers: HandlersOf<OperationId> = {
  ...crmHandlers,
  ...donationHandlers,
  ...volunteerHandlers,
};

const assumed = { crm: crmAssumed, donation: donationAssumed, volunteer: volunteerAssumed };

/** Every endpoint of the three interfaces: the documented ones, then those that the assumptions add. */
export const listEndpoints = (assumptions: Assumptions): Endpoint[] => [
  ...documentedOperations.map(documentedEndpoint),
  ...interfaceNames.flatMap((name) =>
    assumed[name]
      .filter(({ when }) => when === undefined || assumptions[when.key] === when.value)
      .map((endpoint) => assumedEndpoint(name, endpoint)),
  ),
];

type Respond = (request: ParsedRequest, context: Context) => Answer | Refusal;

const documentedEndpoint = (operation: DocumentedOperation): Endpoint => {
  const { id, method, path, effect, security, parameters, requestBody } = operation;
  return {
    interface: operation.interface,
    id,
    documented: true,
    method,
    path,
    effect,
    security,
    permission: operationPermissions[id],
    parameters,
    mediaType: requestBody?.mediaType,
    bodyRequired: requestBody?.required ?? false,
    // The pipeline parses and validates by the same documents that the handler's types come from, which the
    // compiler cannot see.
    respond: handlers[id] as Respond,
  };
};
