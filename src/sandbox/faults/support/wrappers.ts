import type { OperationId } from "../../../contract/generated/operations.ts";
import { parseJson } from "../../../harness/model/json-object.ts";
import type { Answering, Fault, Incoming, Outgoing } from "../fault.ts";

type Wrap = Fault["wrap"];

type Of = OperationId | readonly OperationId[];

const isOf = (incoming: Incoming, of: Of): boolean =>
  incoming.operation !== undefined &&
  (typeof of === "string" ? incoming.operation === of : of.includes(incoming.operation));

export { parseJson as parse } from "../../../harness/model/json-object.ts";

export const withJson = (outgoing: Outgoing, value: unknown): Outgoing => ({
  ...outgoing,
  body: JSON.stringify(value),
});

/** Changes every answer of some operations. */
export const onAnswer =
  (of: Of, change: (outgoing: Outgoing, incoming: Incoming) => Outgoing): Wrap =>
  (next) =>
  async (incoming) => {
    const outgoing = await next(incoming);
    return isOf(incoming, of) ? change(outgoing, incoming) : outgoing;
  };

/** Changes the JSON body of the successful answers of some operations. */
export const onSuccess = (of: Of, change: (body: unknown, incoming: Incoming) => unknown): Wrap =>
  onAnswer(of, (outgoing, incoming) => {
    const body = parseJson(outgoing.body);
    return outgoing.status >= 300 || body === undefined
      ? outgoing
      : withJson(outgoing, change(body, incoming));
  });

/** Changes requests of some operations before the sandbox sees them. */
export const onRequest =
  (of: Of, change: (incoming: Incoming) => Incoming): Wrap =>
  (next) =>
  (incoming) =>
    next(isOf(incoming, of) ? change(incoming) : incoming);

/** Changes the JSON body of requests before the sandbox sees them. */
export const onRequestBody = (of: Of, change: (body: unknown) => unknown): Wrap =>
  onRequest(of, (incoming) => {
    const body = parseJson(incoming.body);
    return body === undefined ? incoming : { ...incoming, body: JSON.stringify(change(body)) };
  });

/** Lets the sandbox take a request as if it carried another Authorization header. */
export const presenting = (incoming: Incoming, authorization: string | undefined): Incoming => {
  const headers = new Headers(incoming.headers);
  if (authorization === undefined) headers.delete("authorization");
  else headers.set("authorization", authorization);
  return { ...incoming, headers };
};

/** Wraps several wrappers into one, the first nearest to the caller. */
export const both =
  (...wraps: readonly Wrap[]): Wrap =>
  (next, surroundings): Answering =>
    wraps.reduceRight((inner, wrap) => wrap(inner, surroundings), next);
