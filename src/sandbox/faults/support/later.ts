import type { OperationId } from "../../../contract/generated/operations.ts";
import type { Fault, Incoming, Outgoing } from "../fault.ts";
import { isSuccess } from "./answers.ts";
import { isMeantFor } from "./credentials.ts";

type Wrap = Fault["wrap"];

/** Changes the successful answers of some operations that a rule picks by how many there have been, from 1. */
export const onCount =
  (
    of: readonly OperationId[],
    isMeant: (count: number) => boolean,
    change: (outgoing: Outgoing, incoming: Incoming) => Outgoing,
  ): Wrap =>
  (next) => {
    let count = 0;
    return async (incoming) => {
      const outgoing = await next(incoming);
      if (!isMeantFor(incoming, of) || !isSuccess(outgoing)) return outgoing;
      count += 1;
      return isMeant(count) ? change(outgoing, incoming) : outgoing;
    };
  };

/** Whether a success is the first, or any but the first, to the same address and body. */
const timesAsked = () => {
  const asked = new Map<string, number>();
  return ({ url, body }: Incoming): number => {
    const key = `${url.href} ${body ?? ""}`;
    const times = (asked.get(key) ?? 0) + 1;
    asked.set(key, times);
    return times;
  };
};

/** Changes the successful answers of some operations to what was asked before in the same words. */
export const onRepeat =
  (
    of: readonly OperationId[],
    change: (outgoing: Outgoing, incoming: Incoming) => Outgoing,
    isMeant: (times: number) => boolean = (times) => times > 1,
  ): Wrap =>
  (next) => {
    const times = timesAsked();
    return async (incoming) => {
      const outgoing = await next(incoming);
      if (!isMeantFor(incoming, of) || !isSuccess(outgoing)) return outgoing;
      return isMeant(times(incoming)) ? change(outgoing, incoming) : outgoing;
    };
  };

/** Changes the successful answers of some operations once a write has been done. */
export const afterWrites =
  (
    of: readonly OperationId[],
    writes: readonly OperationId[],
    change: (outgoing: Outgoing, incoming: Incoming) => Outgoing,
  ): Wrap =>
  (next) => {
    let isWritten = false;
    return async (incoming) => {
      const outgoing = await next(incoming);
      if (isMeantFor(incoming, writes) && isSuccess(outgoing)) isWritten = true;
      return isWritten && isMeantFor(incoming, of) && isSuccess(outgoing)
        ? change(outgoing, incoming)
        : outgoing;
    };
  };

/** The same answer with another status; without a body where the status has none. */
export const withStatus =
  (status: number) =>
  (outgoing: Outgoing): Outgoing => ({
    ...outgoing,
    status,
    body: [204, 304].includes(status) ? "" : outgoing.body,
  });
