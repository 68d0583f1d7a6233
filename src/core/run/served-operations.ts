import { type Contract, describedAs } from "../model/contract.ts";
import { type Authorization, type AnyCall, type Exchange, responseOf } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { madeFor } from "../model/made-once.ts";
import type { Operation } from "../model/operation.ts";
import { configured } from "../model/secret.ts";
import { isMissing, servedBy } from "./served.ts";

/** Determines which documented operations a target serves, from the configuration or else from its answers. */
export type ServedOperations = ReturnType<typeof createServedOperations>;

export interface ServedOptions {
  readonly contract: Pick<Contract, "operations" | "described">;
  readonly setting: (path: string) => unknown;
  readonly has: (path: string) => boolean;
  /** Sends calls outside the plans. */
  readonly ask: (call: AnyCall) => Promise<Exchange>;
}

const hasPathParameter = ({ path }: Operation): boolean => path.includes("{");

/** Whether a served operation may answer 404 because the call names a record or a query type. */
const mayMiss = (operation: Operation): boolean =>
  hasPathParameter(operation) || operation.requestBody !== undefined;

type Credentials = Pick<ServedOptions, "contract" | "has">;

/** The main credential of an interface; undefined if it is not configured. */
export const mainOf = (options: Credentials, name: InterfaceName): Authorization | undefined => {
  const { mainCredential } = describedAs(options.contract, name);
  return options.has(mainCredential)
    ? { kind: "secret", secret: configured(mainCredential), prefix: "Bearer " }
    : undefined;
};

/** Authorization of an ordinary call of an operation; undefined if it is not configured. */
export const usualAuthorization = (
  options: Credentials,
  { security, interface: name }: Operation,
): Authorization | undefined => {
  if (security === "none") return { kind: "none" };
  if (security === "bearer") return mainOf(options, name);
  if (security === "schemes") return undefined;
  const { signing } = describedAs(options.contract, name);
  return signing !== undefined && options.has(signing.credential) ? { kind: "hmac" } : undefined;
};

/** The same call as an ordinary one; undefined if nothing is configured for it. */
const ownCall = (options: ServedOptions, operation: Operation, call: AnyCall): AnyCall | undefined => {
  const authorization = usualAuthorization(options, operation);
  const { expects: _, ...usual } = call;
  return authorization && { ...usual, authorization, label: `${operation.id} with the main credential` };
};

/** Whether a served operation accepts a call: it has the main credential and the operation's own path. */
const isOrdinary = (
  { contract }: ServedOptions,
  { security, interface: name }: Operation,
  call: AnyCall,
): boolean => {
  if (call.unversioned === true) return false;
  const { authorization } = call;
  if (security !== "bearer") return security === "none" || authorization.kind === "hmac";
  return (
    authorization.kind === "secret" &&
    authorization.suffix === undefined &&
    (authorization.prefix ?? "Bearer ") === "Bearer " &&
    authorization.secret.name === describedAs(contract, name).mainCredential
  );
};

/** A path similar to that of an operation, which nothing serves. */
const nowhereBeside = ({ path }: Operation): string => `/${path.split("/")[1] ?? ""}/tripact-no-such-path`;

/** Asks an unserved path similar to an operation's, once for each such path. */
const createNowhere = ({ contract, ask }: ServedOptions) => {
  const asked = new Map<string, Promise<Exchange>>();
  return async (operation: Operation, authorization: Authorization): Promise<Exchange | undefined> => {
    const at = nowhereBeside(operation);
    const key = `${operation.interface} ${at}`;
    const reader = Object.values(contract.operations).find(
      (one) => one.interface === operation.interface && one.method === "GET",
    );
    if (reader === undefined) return undefined;
    const call = { operation: reader.id, at, authorization, label: "a path that nothing serves" };
    const exchange = asked.get(key) ?? ask(call);
    asked.set(key, exchange);
    return exchange;
  };
};

/** Finds out whether an operation that answers 404 or 405 to an ordinary call does so for any call. */
const createAbsence = (options: ServedOptions) => {
  const { ask } = options;
  const nowhere = createNowhere(options);
  return async (operation: Operation, exchange: Exchange, call: AnyCall): Promise<boolean> => {
    const main = mainOf(options, operation.interface);
    if (operation.effect === "write" && isOrdinary(options, operation, call))
      return !hasPathParameter(operation) || responseOf(exchange)?.status === 405;
    if (operation.effect === "write") {
      // A served operation refuses a stranger differently from a path that nothing serves.
      const beside = await nowhere(operation, call.authorization);
      const evidence = { asked: [exchange], anonymous: exchange, mayMiss: true };
      return beside !== undefined && servedBy({ ...evidence, nowhere: beside }) === "not served";
    }
    if (main === undefined && operation.security === "bearer") return false;
    if (!mayMiss(operation)) {
      const { authorization } = call;
      const plain = await ask({ operation: operation.id, authorization, label: "without parameters" });
      return servedBy({ asked: [exchange, plain], mayMiss: false }) === "not served";
    }
    const beside = await nowhere(operation, main ?? { kind: "none" });
    if (beside === undefined) return false;
    const evidence = { asked: [exchange], nowhere: beside, mayMiss: true };
    if (servedBy(evidence) === "served") return false;
    const anonymous =
      operation.security === "none" ? exchange : await ask({ ...call, authorization: { kind: "none" } });
    return servedBy({ ...evidence, anonymous }) === "not served";
  };
};

type Decide = (operation: Operation, exchange: Exchange, call: AnyCall) => Promise<void>;

export const createServedOperations = (options: ServedOptions) => {
  const { contract } = options;
  const served = new Set<string>();
  /** Each with an answer that shows it. */
  const missing = new Map<string, Exchange>();
  const isGone = createAbsence(options);

  /** Decides by the answer to an ordinary call. */
  const decide: Decide = async (operation, exchange, call) => {
    const gone = await isGone(operation, exchange, call).catch(() => false);
    if (gone && !served.has(operation.id)) missing.set(operation.id, exchange);
  };

  /** Asks with the main credential, so that no plan is judged before the result is known. */
  const decideByOwn: Decide = async (operation, exchange, call) => {
    const own = ownCall(options, operation, call);
    if (own === undefined)
      return operation.security === "bearer" ? undefined : decide(operation, exchange, call);
    const answer = await options.ask(own).catch(() => undefined);
    if (answer === undefined || responseOf(answer) === undefined) return;
    if (isMissing(answer)) await decide(operation, answer, own);
    else served.add(operation.id);
  };

  /** Decides by the answer to another call, which is weak evidence. Sends no write and requests no token. */
  const decideByStranger: Decide = async (operation, exchange, call) => {
    if (operation.effect === "read") await decideByOwn(operation, exchange, call);
    if (operation.effect === "write") await decide(operation, exchange, call);
  };

  const decisions = new Map<string, Promise<void>>();
  const plain = new Set<string>();

  /** Whether the configuration lists the operations of an interface without this one: it is not asked. */
  const isDeclaredAway = madeFor((id: string): boolean => {
    const operation = contract.operations[id];
    const declared = operation && options.setting(`${operation.interface}.operations`);
    return Array.isArray(declared) && !declared.includes(id);
  });

  /** Keeps the strongest evidence that an operation is missing: a call that a served one would have accepted. */
  const plainest = (operation: Operation, exchange: Exchange): void => {
    if (exchange.call?.expects !== undefined || plain.has(operation.id)) return;
    plain.add(operation.id);
    missing.set(operation.id, exchange);
  };

  return {
    isDeclaredAway,
    /** Takes in an answer. Resolves once it is known, as far as answers show it, whether its operation is served. */
    async see(exchange: Exchange) {
      const { call } = exchange;
      const operation =
        exchange.operation === undefined ? undefined : contract.operations[exchange.operation];
      if (operation === undefined || call === undefined || responseOf(exchange) === undefined) return;
      // A record may be missing, and its document says nothing about what else is.
      if (operation.security === "schemes") return;
      const { id } = operation;
      const ordinary = isOrdinary(options, operation, call);
      if (ordinary && !isMissing(exchange)) {
        served.add(id);
        missing.delete(id);
      }
      if (served.has(id)) return;
      const key = `${id} ${ordinary ? "asked" : "asked by a stranger"}`;
      if (isMissing(exchange) && !decisions.has(key) && call.unversioned !== true)
        decisions.set(key, (ordinary ? decide : decideByStranger)(operation, exchange, call));
      await decisions.get(`${id} asked`);
      await decisions.get(key);
      if (ordinary && missing.has(id)) plainest(operation, exchange);
    },
    isServed: (id: string | undefined) => id === undefined || (!missing.has(id) && !isDeclaredAway(id)),
    /** Operations that are due but not served according to their answers, each with the first such answer. */
    missing: (): ReadonlyMap<string, Exchange> => missing,
  };
};
