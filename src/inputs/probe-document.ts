import { type Plan, sendAll } from "../core/model/check.ts";
import type { Contract } from "../core/model/contract.ts";
import { type Call, type Exchange, isGood, responseOf } from "../core/model/exchange.ts";
import { isJsonMediaType } from "../core/model/json-media-type.ts";
import type { Operation } from "../core/model/operation.ts";
import { responseFor } from "../core/model/operation.ts";
import type { Target } from "../core/run/target.ts";
import { executePlan } from "./execute-plan.ts";

/** As many reads say whether a server is the document's. */
const mostProbes = 4;

const placesOf = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);

/** Reads of an interface, those without a record first. */
const readsOf = ({ operations }: Contract, name: string): readonly Operation[] =>
  Object.values(operations)
    .filter((one) => one.interface === name && one.method === "GET")
    .toSorted((one, other) => placesOf(one.path).length - placesOf(other.path).length);

const probeOf = ({ described }: Contract, operation: Operation): Call => ({
  operation: operation.id,
  path: Object.fromEntries(placesOf(operation.path).map((place) => [place, "1"])),
  authorization: {
    kind: "schemes",
    parts: described[operation.interface]?.credentialsOf?.(operation.id) ?? [],
  },
  label: `a first look: ${operation.id}`,
  asItFails: true,
});

const mediaTypeOf = (exchange: Exchange): string =>
  (responseOf(exchange)?.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/** Whether an answer is in a media type that its operation documents, if it documents any. */
const isDocumented = ({ operations }: Contract, exchange: Exchange): boolean => {
  const operation = operations[exchange.operation ?? ""];
  const stated = operation && responseFor(operation, responseOf(exchange)?.status ?? 0)?.mediaTypes;
  const type = mediaTypeOf(exchange);
  return (
    stated === undefined ||
    stated.length === 0 ||
    stated.some((one) => one.startsWith(type)) ||
    isJsonMediaType(type)
  );
};

const hasCredential = (call: Exchange["call"]): boolean =>
  call?.authorization?.kind === "schemes" && call.authorization.parts.length > 0;

/** Why a server cannot be judged by the document, in one sentence; undefined if it can. */
const obstacleIn = (
  contract: Contract,
  address: string,
  exchanges: readonly Exchange[],
): string | undefined => {
  const answers = exchanges.flatMap((exchange) => responseOf(exchange) ?? []);
  const [failure] = exchanges.flatMap(({ outcome }) => (outcome.kind === "failure" ? [outcome.message] : []));
  if (exchanges.length === 0) return undefined;
  if (answers.length === 0) return `nothing answers at ${address} (${failure ?? "no answer"})`;
  if (answers.length < exchanges.length) return undefined;
  const isEach = (test: (status: number) => boolean): boolean => answers.every(({ status }) => test(status));
  const authorized = exchanges.filter(({ call }) => hasCredential(call));
  if (authorized.length > 0 && authorized.every((one) => responseOf(one)?.status === 401))
    return "every request with a credential was answered with 401: check the credential";
  if (isEach((status) => status === 401))
    return "every request was answered with 401: give a credential with --auth, or under credentials";
  if (isEach((status) => status === 403))
    return `every request was answered with 403: the credential lacks permission, or something in front of ${address} refuses it`;
  const isHtml = exchanges.every((exchange) => mediaTypeOf(exchange) === "text/html");
  if (isHtml && !exchanges.every((exchange) => isDocumented(contract, exchange)))
    return `${address} answers with HTML pages: something else is in front of the interface, or the address is wrong`;
  // A record may be missing; a list is not.
  const hasList = exchanges.some(
    ({ operation = "" }) => placesOf(contract.operations[operation]?.path ?? "{}").length === 0,
  );
  if (hasList && isEach((status) => status === 404))
    return `every request was answered with 404: the document's paths are not below ${address}`;
  const successes = exchanges.filter((exchange) => isGood(responseOf(exchange)?.status ?? 0));
  return successes.length === exchanges.length &&
    !successes.some((exchange) => isDocumented(contract, exchange))
    ? `${address} answers in media types that the document does not list: it is another server`
    : undefined;
};

/** The first answers of an interface, and why it cannot be judged by its document. */
export interface FirstLook {
  readonly exchanges: readonly Exchange[];
  readonly obstacle?: string;
}

/** Whether the contract of an interface is its own document's. */
export const isOfDocument = ({ described }: Pick<Contract, "described">, name: string): boolean =>
  described[name]?.credentialsOf !== undefined;

/** Asks each interface that has a document for a few reads. @param most of them, for each interface */
export const firstLook = async (
  contract: Contract,
  target: Target,
  nonce: () => string,
  signal: AbortSignal,
  most = mostProbes,
): Promise<ReadonlyMap<string, FirstLook>> => {
  const looks = new Map<string, FirstLook>();
  for (const name of target.interfaces.filter((one) => isOfDocument(contract, one))) {
    const reads = readsOf(contract, name).slice(0, most);
    const exchanges: Exchange[] = [];
    const plan = function* (): Plan {
      exchanges.push(...(yield* sendAll(reads.map((one) => probeOf(contract, one)))));
    };
    await executePlan(contract, target, plan, nonce, signal);
    const obstacle = obstacleIn(contract, target.shownUrls[name] ?? "", exchanges);
    looks.set(name, { exchanges, ...(obstacle === undefined ? {} : { obstacle }) });
  }
  return looks;
};

/** The interfaces that cannot be judged by their documents, each with the reason. */
export const unusableIn = async (
  ...asked: Parameters<typeof firstLook>
): Promise<ReadonlyMap<string, string>> =>
  new Map(
    [...(await firstLook(...asked))].flatMap(([name, { obstacle }]) =>
      obstacle === undefined ? [] : [[name, obstacle] as const],
    ),
  );
