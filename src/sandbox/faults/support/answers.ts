import type { OperationId } from "../../../contract/generated/operations.ts";
import type { Fault, Incoming, Outgoing } from "../fault.ts";
import { parse, withJson } from "./wrappers.ts";

type Wrap = Fault["wrap"];

export const json = (status: number, value: unknown): Outgoing => ({
  status,
  headers: new Headers({ "content-type": "application/json" }),
  body: JSON.stringify(value),
});

export const text = (status: number, body: string, mediaType = "text/plain"): Outgoing => ({
  status,
  headers: new Headers({ "content-type": mediaType }),
  body,
});

export const empty = (status: number): Outgoing => ({ status, headers: new Headers(), body: "" });

/** An error of the CRM in its canonical form. */
export const crmError = (status: number, code: string, message: string): Outgoing =>
  json(status, { error: { code, message, details: [] } });

/** The same answer with another header, or without one. */
export const withHeader = (outgoing: Outgoing, name: string, value: string | undefined): Outgoing => {
  const headers = new Headers(outgoing.headers);
  if (value === undefined) headers.delete(name);
  else headers.set(name, value);
  return { ...outgoing, headers };
};

export const isSuccess = ({ status }: Outgoing): boolean => status >= 200 && status < 300;

export const isCrm = ({ url }: Incoming): boolean => url.pathname.startsWith("/crm/");

/** Changes CRM answers with one of some statuses, of some operations or of all. */
export const onCrmStatus =
  (
    statuses: readonly number[],
    change: (outgoing: Outgoing, incoming: Incoming) => Outgoing,
    operations?: readonly OperationId[],
  ): Wrap =>
  (next) =>
  async (incoming) => {
    const outgoing = await next(incoming);
    const { operation } = incoming;
    const isMeant = operations === undefined || (operation !== undefined && operations.includes(operation));
    return isCrm(incoming) && isMeant && statuses.includes(outgoing.status)
      ? change(outgoing, incoming)
      : outgoing;
  };

/** Changes the JSON bodies of CRM errors. */
export const onCrmError = (
  statuses: readonly number[],
  change: (body: unknown, outgoing: Outgoing) => unknown,
  operations?: readonly OperationId[],
): Wrap =>
  onCrmStatus(
    statuses,
    (outgoing) => {
      const body = parse(outgoing.body);
      return body === undefined ? outgoing : withJson(outgoing, change(body, outgoing));
    },
    operations,
  );

/** Every status of a CRM error. */
export const errorStatuses: readonly number[] = [400, 401, 403, 404, 409, 422, 429, 500, 503];
