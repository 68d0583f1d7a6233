import type { OperationId } from "../../../contract/generated/operations.ts";
import type { InterfaceName } from "../../../contract/interface-name.ts";
import type { Fault, FaultSurroundings, Incoming, Outgoing } from "../fault.ts";
import { isSuccess, withHeader } from "./answers.ts";
import { asBearer, bears, credential, isMeantFor } from "./credentials.ts";
import { property, put } from "./edit.ts";
import { parse, withJson } from "./wrappers.ts";

type Wrap = Fault["wrap"];

/** Whose records a refusal shows, and to whom. */
export interface Breach {
  readonly of: readonly OperationId[];
  readonly to: (incoming: Incoming, surroundings: FaultSurroundings) => boolean;
  readonly interface: InterfaceName;
  /** The credential whose records are shown: `apiKey`. */
  readonly owner: string;
}

/** What a refusal becomes, knowing the record that it hides. */
type Say = (refusal: Outgoing, record: unknown) => Outgoing;

/** Reads, as the owner, what a caller is refused, and lets the refusal say something of it. */
export const disclosing =
  ({ of, to, interface: name, owner }: Breach, say: Say): Wrap =>
  (next, surroundings) =>
  async (incoming) => {
    const outgoing = await next(incoming);
    if (outgoing.status < 400 || !isMeantFor(incoming, of) || !to(incoming, surroundings)) return outgoing;
    const found = await next(asBearer(incoming, credential(surroundings, name, owner)));
    return isSuccess(found) ? say(outgoing, parse(found.body)) : outgoing;
  };

/** The same of writes, which are not made once more: what the owner was last answered at the address. */
export const recalling =
  ({ of, to, interface: name, owner }: Breach, say: Say): Wrap =>
  (next, surroundings) => {
    const last = new Map<string, unknown>();
    return async (incoming) => {
      const outgoing = await next(incoming);
      const { pathname } = incoming.url;
      if (!isMeantFor(incoming, of)) return outgoing;
      if (isSuccess(outgoing) && bears(incoming, surroundings, name, owner))
        last.set(pathname, parse(outgoing.body));
      const isShown = outgoing.status >= 400 && last.has(pathname) && to(incoming, surroundings);
      return isShown ? say(outgoing, last.get(pathname)) : outgoing;
    };
  };

/** Callers that bear a credential of an interface. */
export const bearing =
  (name: InterfaceName, path: string): Breach["to"] =>
  (incoming, surroundings) =>
    bears(incoming, surroundings, name, path);

const textAt = (record: unknown, path: string): string =>
  String(
    path
      .split("/")
      .reduce<unknown>(
        (value, name) => (Array.isArray(value) ? value[Number(name)] : property(value, name)),
        record,
      ),
  );

/** A text of the refusal quotes a property of the record. */
export const quoting =
  (where: string, path: string): Say =>
  (refusal, record) =>
    withJson(
      refusal,
      put(parse(refusal.body), where, `This is about ${textAt(record, path)}, which is not yours.`),
    );

/** The refusal carries the record whole, under a name of its own. */
export const attaching =
  (where: string): Say =>
  (refusal, record) =>
    withJson(refusal, put(parse(refusal.body), where, record));

/** A header of the refusal holds a property of the record. */
export const heading =
  (name: string, path: string): Say =>
  (refusal, record) =>
    withHeader(refusal, name, textAt(record, path));
