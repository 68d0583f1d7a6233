import type { OperationId } from "../../../generated/operations.ts";
import type { Fault, Incoming, Outgoing } from "../fault.ts";
import { isMeantFor } from "./credentials.ts";

type Wrap = Fault["wrap"];

/** Answers some requests of some operations without asking the sandbox, but those without a credential. */
export const answering =
  (of: readonly OperationId[], when: (incoming: Incoming) => boolean, outgoing: () => Outgoing): Wrap =>
  (next) =>
  async (incoming) =>
    isMeantFor(incoming, of) && incoming.headers.has("authorization") && when(incoming) ? outgoing() : next(incoming);

export const always = (): boolean => true;
