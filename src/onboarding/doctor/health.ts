import { configKeysOf } from "./config-keys.ts";
import type { KeyVerdict } from "./examine.ts";
import {
  type JudgeableContract,
  type GivenKeys,
  gainsOf,
  judgeableFacts,
  type KeyGain,
} from "./judgeable.ts";
import { type InterfaceProbe, limitsSeen, secondsAhead } from "./probe.ts";
import type { OperationId } from "../../builtin/generated/operations.ts";
import { isSuccess, jsonOf, responseOf } from "../../core/model/exchange.ts";
import type { OutOfReach } from "../../core/model/key-proposal.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { interfaces } from "../../builtin/interfaces.ts";
import { refusedCredential } from "../../core/model/secret.ts";

/** The result of comparing an interface with its configuration. */
export interface InterfaceHealth {
  readonly interface: string;
  readonly baseUrl: string;
  readonly tls: "https" | "none (this machine)";
  /** Why the interface cannot be judged; absent if it can. */
  readonly problem?: string;
  /** The configured name of the main credential, and its status. */
  readonly credential: {
    readonly key: string;
    readonly state: "accepted" | "refused" | "not given" | "unclear";
  };
  /** Limits stated in headers. */
  readonly limits: readonly string[];
  /** Seconds by which the target's clock is ahead; absent if no answer shows it. */
  readonly secondsAhead?: number;
  readonly keys: readonly KeyVerdict[];
  /** Ids that answered as records although none is configured, by key. */
  readonly found: Readonly<Record<string, string | number>>;
  readonly operations: {
    readonly served: readonly string[];
    readonly notServed: readonly string[];
    readonly unknown: readonly string[];
  };
  readonly facts: {
    /** Number of facts that can be judged with the given keys: none if the interface has a problem. */
    readonly now: number;
    /** Whether a run may judge fewer: of a document, only a run knows which answers the interface gives. */
    readonly isAtMost?: true;
    readonly missing: readonly KeyGain[];
  };
  /** Records of a document that no run can work with as configured. */
  readonly outOfReach?: readonly OutOfReach[];
}

const operationsOf = ({ operations }: InterfaceProbe, served: string): readonly OperationId[] =>
  [...operations].filter(([, one]) => one === served).map(([id]) => id);

const stateOf = (probe: InterfaceProbe, hasMain: boolean): InterfaceHealth["credential"]["state"] => {
  if (!hasMain) return "not given";
  const [first] = probe.exchanges;
  const status = first === undefined ? undefined : responseOf(first)?.status;
  if (status === 401) return "refused";
  const isAccepted = probe.exchanges.some(
    (exchange) => exchange.call?.expects === undefined && responseOf(exchange)?.status === 200,
  );
  return isAccepted ? "accepted" : "unclear";
};

/** Why nothing can be judged, with a hint. */
const problemOf = (
  probe: InterfaceProbe,
  state: InterfaceHealth["credential"]["state"],
  secretName: string,
): string | undefined => {
  const [first] = probe.exchanges;
  const { name } = probe;
  if (first === undefined) return "nothing was asked: no request is left";
  const { outcome } = first;
  if (outcome.kind === "failure" && outcome.stop !== undefined) return `${outcome.message}.`;
  if (outcome.kind === "failure") return `${outcome.message}. Check interfaces.${name}.baseUrl.`;
  if (state === "refused") return refusedCredential(interfaces[name].mainCredential, secretName);
  if (
    state === "accepted" &&
    !probe.exchanges.some((exchange) => isSuccess(exchange) && jsonOf(exchange) !== undefined)
  )
    return `no answer is JSON, as those of a website are. Check interfaces.${name}.baseUrl.`;
  if (state === "accepted") return undefined;
  if (outcome.status >= 500 || outcome.status === 429)
    return `the target answers ${outcome.status}. Try again later.`;
  return state === "not given"
    ? undefined
    : `no read succeeds: the first one got ${outcome.status}. Check interfaces.${name}.baseUrl and the rights of ${interfaces[name].mainCredential}.`;
};

/** The given keys of some interfaces. */
export const givenOf = (names: readonly BuiltinInterface[], given: GivenKeys): GivenKeys => {
  const isOwn = (path: string): boolean => ["safety", ...names].some((name) => path.startsWith(`${name}.`));
  return {
    ...given,
    interfaces: names,
    has: (path) => isOwn(path) && given.has(path),
    setting: (path) => (isOwn(path) ? given.setting(path) : undefined),
  };
};

/** Judges the answers of an interface. */
export const healthOf = (
  probe: InterfaceProbe,
  options: {
    readonly baseUrl: string;
    readonly given: GivenKeys;
    readonly catalogue: JudgeableContract;
    readonly keys?: readonly KeyVerdict[];
    /** Placeholder of the main credential in output: `$CRM_KEY`. */
    readonly secretName: string;
  },
): InterfaceHealth => {
  const { baseUrl, catalogue, secretName, keys = [] } = options;
  const { name } = probe;
  const given = givenOf([name], options.given);
  const state = stateOf(probe, given.has(interfaces[name].mainCredential));
  const problem = problemOf(probe, state, secretName);
  const ahead = secondsAhead(probe);
  const proposed = configKeysOf(name).map(({ path, standIn }) => ({ path, value: standIn }));
  return {
    interface: name,
    baseUrl,
    tls: baseUrl.startsWith("https:") ? "https" : "none (this machine)",
    ...(problem === undefined ? {} : { problem }),
    credential: { key: interfaces[name].mainCredential, state },
    limits: limitsSeen(probe),
    ...(ahead === undefined ? {} : { secondsAhead: ahead }),
    keys,
    found: Object.fromEntries(probe.found),
    operations: {
      served: operationsOf(probe, "served"),
      notServed: operationsOf(probe, "not served"),
      unknown: operationsOf(probe, "unknown"),
    },
    facts: {
      now: problem === undefined ? judgeableFacts(catalogue, given).size : 0,
      missing: gainsOf(catalogue, given, proposed),
    },
  };
};
