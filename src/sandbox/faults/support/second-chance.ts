import type { Answering, Incoming, Outgoing } from "../fault.ts";
import { presenting } from "./wrappers.ts";

/** Whether a request is for the CRM. */
export const isCrm = (incoming: Incoming): boolean => incoming.url.pathname.startsWith("/crm/");

/** Asks again with another credential where the sandbox refused the caller's own. */
export const withSecondChance =
  (
    next: Answering,
    authorization: string,
    deserves: (incoming: Incoming, refused: Outgoing) => boolean,
  ): Answering =>
  async (incoming) => {
    const outgoing = await next(incoming);
    return deserves(incoming, outgoing) ? next(presenting(incoming, authorization)) : outgoing;
  };
