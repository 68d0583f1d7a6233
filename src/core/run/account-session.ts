import type { ValidConfig } from "../config/config.ts";
import { type TokenAccount, type Contract, describedAs } from "../model/contract.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Operation } from "../model/operation.ts";
import type { Transport } from "../model/transport.ts";
import type { LiveState } from "../transports/live-state.ts";
import { createSession, sessionToken } from "../transports/session.ts";
import { accessName } from "../transports/token-keeper.ts";
import type { Target } from "./target.ts";

/** An account whose access token stands in for the main credential, which is not configured. */
export interface AccountSession {
  readonly interface: InterfaceName;
  readonly account: TokenAccount;
  readonly mainCredential: string;
  /** Dotted config paths that a target has only through the session. */
  readonly paths: readonly [mainCredential: string, flag: string];
}

export const sessionsOf = (
  config: Pick<ValidConfig, "interfaces" | "has">,
  contract: Pick<Contract, "described">,
): readonly AccountSession[] =>
  config.interfaces.flatMap((name) => {
    const { account, mainCredential } = describedAs(contract, name);
    return account === undefined ||
      config.has(mainCredential) ||
      !config.has(`${account.credential}.username`)
      ? []
      : [{ interface: name, account, mainCredential, paths: [mainCredential, account.flag] }];
  });

type Shown = Pick<Target, "has" | "secret" | "secretName">;

/** The configuration as a target shows it: each session has a main credential that stands for its token. */
export const showingSessions = (config: ValidConfig, sessions: readonly AccountSession[]): Shown => {
  const standingAt = (path: string): AccountSession | undefined =>
    sessions.find(({ mainCredential }) => mainCredential === path);
  return {
    has: (path) => config.has(path) || sessions.some(({ paths }) => paths.includes(path)),
    secret(path) {
      const session = standingAt(path);
      return session === undefined ? config.secret(path) : sessionToken(session.interface);
    },
    secretName(path) {
      const session = standingAt(path);
      return session === undefined ? config.secretName(path) : accessName(session);
    },
  };
};

export interface SessionContext {
  readonly contract: Pick<Contract, "operations">;
  readonly config: ValidConfig;
  readonly state: LiveState | undefined;
  /** Called with each token before its first use. */
  readonly learn: (token: string, name: string) => void;
}

const endpointOf = ({ operations }: Pick<Contract, "operations">, { account }: AccountSession): Operation => {
  const endpoint = operations[account.tokenOperation];
  if (endpoint === undefined) throw new Error(`no operation is called ${account.tokenOperation}`);
  return endpoint;
};

/** Puts the access tokens of accounts into requests; does nothing without sessions. */
export const withSessions = (
  sessions: readonly AccountSession[],
  { contract, config, state, learn }: SessionContext,
): ((send: Transport) => Transport) => {
  const wrappers = sessions.map((session) => {
    const { credential } = session.account;
    return createSession({
      contract,
      endpoint: endpointOf(contract, session),
      baseUrl: config.baseUrls[session.interface] ?? "",
      account: session.account,
      login: {
        username: config.secret(`${credential}.username`) ?? "",
        password: config.secret(`${credential}.password`) ?? "",
      },
      ...(state === undefined ? {} : { file: state.sessionFile(session.interface) }),
      learn,
    });
  });
  return (send) => wrappers.reduce((inner, wrap) => wrap(inner), send);
};
