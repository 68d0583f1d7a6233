import type { OperationId } from "../../../contract/generated/operations.ts";
import { interfaceNames } from "../../../contract/interface-name.ts";
import type { Fault, FaultSurroundings, Incoming, Outgoing } from "../fault.ts";
import { bornToken, isMeantFor, mainCredential } from "./credentials.ts";

type Wrap = Fault["wrap"];

/** Whether a request bears the main credential of the interface that it is made to. */
export const isAdmitted = (incoming: Incoming, surroundings: FaultSurroundings): boolean => {
  const of = interfaceNames.find((name) => incoming.url.pathname.startsWith(`/${name}/`));
  return of !== undefined && bornToken(incoming) === mainCredential(surroundings, of);
};

/** Answers some requests of some operations in the sandbox's place, once the caller is admitted. */
export const answering =
  (of: readonly OperationId[], when: (incoming: Incoming) => boolean, outgoing: () => Outgoing): Wrap =>
  (next, surroundings) =>
  async (incoming) =>
    isMeantFor(incoming, of) && isAdmitted(incoming, surroundings) && when(incoming)
      ? outgoing()
      : next(incoming);

export const always = (): boolean => true;
