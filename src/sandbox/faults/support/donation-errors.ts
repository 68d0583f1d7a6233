import type { OperationId } from "../../../contract/generated/operations.ts";
import type { Fault, Incoming, Outgoing } from "../fault.ts";
import { parse, withJson } from "./wrappers.ts";

type Wrap = Fault["wrap"];

const isDonation = ({ url }: Incoming): boolean => url.pathname.startsWith("/donation/");

/** Changes donation errors with one of some statuses, of some operations or of all. A 429 is no such error (U-25). */
export const onDonationError =
  (
    change: (outgoing: Outgoing, incoming: Incoming) => Outgoing,
    of: { readonly statuses?: readonly number[]; readonly operations?: readonly OperationId[] } = {},
  ): Wrap =>
  (next) =>
  async (incoming) => {
    const outgoing = await next(incoming);
    const { statuses, operations } = of;
    const { operation } = incoming;
    const isMeant =
      isDonation(incoming) &&
      outgoing.status >= 400 &&
      outgoing.status !== 429 &&
      (statuses === undefined || statuses.includes(outgoing.status)) &&
      (operations === undefined || (operation !== undefined && operations.includes(operation)));
    return isMeant ? change(outgoing, incoming) : outgoing;
  };

/** Changes the bodies of donation errors. */
export const onProblem = (
  change: (body: unknown, outgoing: Outgoing) => unknown,
  of: Parameters<typeof onDonationError>[1] = {},
): Wrap =>
  onDonationError((outgoing) => {
    const body = parse(outgoing.body);
    return body === undefined ? outgoing : withJson(outgoing, change(body, outgoing));
  }, of);
