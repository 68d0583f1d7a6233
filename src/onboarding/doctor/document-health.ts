import type { Contract } from "../../core/model/contract.ts";
import { isHere } from "../../core/model/https-address.ts";
import { isSuccess, responseOf } from "../../core/model/exchange.ts";
import type { Target } from "../../core/run/target.ts";
import { firstLook } from "../../inputs/probe-document.ts";
import type { InterfaceHealth } from "./health.ts";

/** As many reads as are made of each interface. */
const mostReads = 40;

/** Ids of the facts that a run may judge: those of operations that it calls. */
const judgeableOf = ({ checks }: Contract, name: string): ReadonlySet<string> =>
  new Set(
    checks
      .filter(
        (check) =>
          check.interfaces.includes(name) && !(check.effect === "passive" && check.unseen !== undefined),
      )
      .flatMap(({ facts }) => facts),
  );

/**
 * Compares interfaces with their documents, by reads of what needs no record.
 * @param unusable interfaces for which no token was issued, each with the reason
 */
export const documentHealth = async (
  contract: Contract,
  target: Target,
  nonce: () => string,
  signal: AbortSignal,
  unusable: ReadonlyMap<string, string> = new Map(),
): Promise<readonly InterfaceHealth[]> => {
  const looks = await firstLook(contract, target, nonce, signal, mostReads);
  return [...looks].map(([name, { obstacle: seen, exchanges }]): InterfaceHealth => {
    const obstacle = unusable.get(name) ?? seen;
    const served = new Set(exchanges.filter(isSuccess).flatMap(({ operation }) => operation ?? []));
    const all = Object.values(contract.operations).filter((one) => one.interface === name);
    const gives = all.some(({ id }) => (contract.described[name]?.credentialsOf?.(id) ?? []).length > 0);
    const isRefused = exchanges.some((exchange) => [401, 403].includes(responseOf(exchange)?.status ?? 0));
    return {
      interface: name,
      baseUrl: target.shownUrls[name] ?? "",
      tls: isHere(target.baseUrls[name] ?? "") ? "none (this machine)" : "https",
      ...(obstacle === undefined ? {} : { problem: obstacle }),
      credential: {
        key: `${name}.credentials`,
        state: !gives ? "not given" : isRefused ? "unclear" : "accepted",
      },
      limits: [],
      keys: [],
      found: {},
      operations: {
        served: [...served],
        notServed: [],
        unknown: all.map(({ id }) => id).filter((id) => !served.has(id)),
      },
      facts: {
        now: obstacle === undefined ? judgeableOf(contract, name).size : 0,
        isAtMost: true,
        missing: [],
      },
      outOfReach: obstacle === undefined ? (contract.described[name]?.outOfReach?.() ?? []) : [],
    };
  });
};
