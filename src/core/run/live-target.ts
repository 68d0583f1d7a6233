import { describedAs, type InterfaceDescription } from "../model/contract.ts";
import type { SchemeCredential } from "../model/exchange.ts";
import { isSecret } from "../model/secret.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Transport, WireRequest } from "../model/transport.ts";
import type { ValidConfig } from "../config/config.ts";
import { createHttpClient } from "../http/http-client.ts";
import { breaking } from "../transports/breaker.ts";
import { budgeted } from "../transports/budget.ts";
import { type GuardOptions, guarded } from "../transports/guard.ts";
import { type Journal, journaled } from "../transports/journal.ts";
import { type LiveState, openLiveState } from "../transports/live-state.ts";
import { watchingRedirects } from "../transports/redirects.ts";
import type { OwnRequest } from "../transports/replay.ts";
import { noWaits, retrying, type Waits } from "../transports/retry.ts";
import { isScratchWrite } from "../transports/scratch.ts";
import { createWritePatience, withPatience } from "../transports/write-patience.ts";
import { type AccountSession, sessionsOf, showingSessions, withSessions } from "./account-session.ts";
import type { OpenOptions, Target, TargetContract } from "./target.ts";

export interface LiveTarget extends Target {
  readonly journal: Pick<Journal, "recover" | "openChanges" | "changed" | "forget"> | undefined;
  /** Requests of the last hour that count against safety.perHour, including other runs. */
  usedThisHour(): number;
}

const liveConcurrency = 4;

/** To the sandbox itself, only if writes are allowed. Every record of a sandbox is scratch. */
const sandboxGuarded = (
  send: Transport,
  contract: TargetContract,
  { sandboxOrigin, safety }: ValidConfig,
): Transport => {
  const baseUrls = Object.fromEntries(contract.interfaces.map((name) => [name, sandboxOrigin]));
  return guarded(send, { contract, baseUrls, allowWrites: safety.writes, isScratch: () => true });
};

/** The headers and the query by which the journal presents credentials of security schemes. */
const ownCredentials = (parts: readonly SchemeCredential[], config: ValidConfig) => {
  const textOf = ({ value, prefix = "", isBase64 }: SchemeCredential): string => {
    const text = isSecret(value) ? (config.secret(value.name) ?? "") : value;
    return `${prefix}${isBase64 === true ? Buffer.from(text).toString("base64") : text}`;
  };
  const inPlace = (place: SchemeCredential["in"]): readonly SchemeCredential[] =>
    parts.filter((part) => part.in === place);
  const cookies = inPlace("cookie").map((part) => `${part.name}=${textOf(part)}`);
  const query = inPlace("query").map(
    (part) => `${encodeURIComponent(part.name)}=${encodeURIComponent(textOf(part))}`,
  );
  return {
    headers: {
      ...(cookies.length === 0 ? {} : { cookie: cookies.join("; ") }),
      ...Object.fromEntries(inPlace("header").map((part) => [part.name.toLowerCase(), textOf(part)])),
    },
    search: query.length === 0 ? "" : `?${query.join("&")}`,
  };
};

const ownRequest = (
  config: ValidConfig,
  { credentialsOf, mainCredential }: InterfaceDescription,
  secret: string | undefined,
  of: InterfaceName,
  parts: OwnRequest,
): WireRequest => {
  const own = credentialsOf && ownCredentials(credentialsOf(parts.operation), config);
  const bearer = own === undefined && secret !== undefined && mainCredential !== "" ? secret : undefined;
  return {
    interface: of,
    operation: parts.operation,
    effect: parts.effect,
    method: parts.method,
    url: `${config.baseUrls[of] ?? ""}${parts.path}${own?.search ?? ""}`,
    pathParameters: parts.pathParameters,
    headers: {
      accept: "application/json",
      ...(parts.body === undefined ? {} : { "content-type": "application/json" }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...own?.headers,
    },
    ...(parts.body === undefined ? {} : { body: parts.body }),
    asItComes: false,
  };
};

/** A stopped run waits for unanswered writes: only the answer shows their effect. */
const waitingForWrites =
  (send: Transport): Transport =>
  (request, signal) =>
    send(request, request.effect === "write" ? undefined : signal);

type Wrapper = (send: Transport) => Transport;

type Learn = (token: string, name: string) => void;

const liveStateOf = (
  config: ValidConfig,
  { contract, folder, clock, monotonic }: OpenOptions,
): LiveState | undefined => {
  if (folder === undefined) return undefined;
  const { perSecond, perHour } = config.safety;
  const credential = (of: InterfaceName): string | undefined => {
    const { mainCredential, account } = describedAs(contract, of);
    const main = config.secret(mainCredential);
    return main ?? (account === undefined ? undefined : config.secret(`${account.credential}.username`));
  };
  return openLiveState({
    folder,
    interfaces: contract.interfaces,
    baseUrls: config.baseUrls,
    perSecond,
    perHour,
    now: () => clock.now(),
    monotonic,
    credential: (of) => credential(of) ?? "",
  });
};

/** Listeners that mask what the target learns. */
const createLearners = (
  config: ValidConfig,
  sessions: readonly AccountSession[],
): { readonly learn: Learn; add(learn: Learn): void } => {
  const learners: Learn[] = [];
  const { baseUrls, shownUrls } = config;
  const passwords = sessions.map(({ account }) => `${account.credential}.password`);
  return {
    learn(token, name) {
      for (const learn of learners) learn(token, name);
    },
    add(learn) {
      learners.push(learn);
      for (const [name, url] of Object.entries(baseUrls))
        if (url !== shownUrls[name]) learn(url, shownUrls[name] ?? "");
      // The target presents it itself, so no plan names it.
      for (const path of passwords) learn(config.secret(path) ?? "", config.secretName(path));
    },
  };
};

/** Guards of a run's own requests, and of the removal of what a run has created. */
const guardsOf = (
  options: Omit<GuardOptions, "isScratch"> & { readonly contract: TargetContract },
  setting: (path: string) => unknown,
): { readonly guard: Wrapper; readonly removalGuard: Wrapper } => {
  const isScratch = isScratchWrite(options.contract, setting);
  return {
    guard: (send) => guarded(send, { ...options, isScratch }),
    removalGuard: (send) => guarded(send, { ...options, isScratch: ({ method }) => method === "DELETE" }),
  };
};

const dropping: Wrapper = (send) => (request, signal) => send({ ...request, isDropped: true }, signal);

/**
 * A live target from its configuration: guarded, journaled, paced, budgeted and retried. Long because the order of the
 * wrappers keeps a target safe and should be read in one piece.
 * @throws UsageError when the folder or a proxy cannot be used.
 */
export const liveTarget = (config: ValidConfig, options: OpenOptions): LiveTarget => {
  const { safety, baseUrls, interfaces, sandboxOrigin } = config;
  const { contract, clock, monotonic, random } = options;
  const { maxWaitMs, timeoutMs, maxBodyBytes } = safety;
  const setting = (path: string): unknown => config.setting(path);
  const state = liveStateOf(config, options);
  const allowWrites = safety.writes && state !== undefined;
  const sessions = sessionsOf(config, contract);
  const learners = createLearners(config, sessions);
  const shown = showingSessions(config, sessions);

  const { proxyFor, renewing = (send) => send } = config;
  // An unusable proxy is refused before anything is sent.
  for (const url of Object.values(baseUrls)) proxyFor?.(url);
  const live = createHttpClient({
    timeoutMs,
    maxBodyBytes,
    monotonic,
    ...(proxyFor === undefined ? {} : { proxyFor }),
  });
  const watched = watchingRedirects(waitingForWrites(live), baseUrls);
  const ledger = state?.ledger ?? options.ledger;
  const budget = budgeted(watched, { ...safety, clock, ...(ledger === undefined ? {} : { ledger }) });
  const session = withSessions(sessions, { contract, config, state, learn: learners.learn });
  const { guard, removalGuard } = guardsOf({ contract, baseUrls, allowWrites }, setting);
  const retried = (send: Transport, waits: Waits): Transport =>
    renewing(retrying(send, { clock, maxWaitMs, random, waits }));

  // The breaker's own answers were not sent and cost nothing.
  const sending = session(retried(breaking(budget), noWaits()));
  const waitsOfRestoring = noWaits();
  const journal =
    state &&
    journaled(sending, {
      ...state,
      contract,
      interfaces,
      setting,
      clock,
      maxWaitMs,
      budget,
      request: (of, parts) =>
        ownRequest(
          config,
          describedAs(contract, of),
          shown.secret(describedAs(contract, of).mainCredential),
          of,
          parts,
        ),
      // Restoring records asks even an interface that has failed the run, and when its answers have filled the memory.
      restoring: (id) => guard(session(retried(dropping(budget.forHold(id)), waitsOfRestoring))),
      removing: (id) => removalGuard(session(retried(dropping(budget.forHold(id)), waitsOfRestoring))),
    });
  const writing = withPatience(journal?.transport ?? sending, createWritePatience());
  const toInterfaces = guard(writing);
  const toSandbox = sandboxGuarded(sending, contract, config);
  return {
    kind: "live",
    interfaces,
    baseUrls,
    shownUrls: config.shownUrls,
    allowWrites,
    ...(safety.writes && !allowWrites ? { writesOff: "no stateFolder for the journal" } : {}),
    concurrency: liveConcurrency,
    budget: Math.min(safety.maxRequests, safety.perHour),
    setting,
    ...shown,
    ...(sandboxOrigin === undefined ? {} : { sandboxOrigin }),
    transport: (request, signal) => (request.toSandbox === true ? toSandbox : toInterfaces)(request, signal),
    now: () => clock.now(),
    requests: () => budget.spent(),
    left: () => budget.left(),
    freeAgain: () => budget.freeAgain(),
    usedThisHour: () => state?.ledger.used() ?? 0,
    redirects: () => watched.redirects(),
    onToken: (learn) => learners.add(learn),
    journal,
    ...(journal === undefined ? {} : { settle: () => journal.settle() }),
    close: async () => {
      await live.close();
      state?.close();
    },
  };
};
