import type { Check, JudgeTools, PassiveCheck } from "../model/check.ts";
import { type AnyCall, type Exchange, jsonOf, responseOf } from "../model/exchange.ts";
import { isObject } from "../model/json-object.ts";
import { greedily } from "./queue.ts";

/** Names of what a call sends in its query and body. */
const sentNames = ({ query = {}, body }: Partial<AnyCall> = {}): readonly string[] => {
  const sent = body?.kind === "json" ? body.value : body !== undefined && "fields" in body ? body.fields : {};
  return [...Object.keys(query), ...Object.keys(Object(sent))];
};

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === "object" && Object.keys(value).length === 0);

/** The non-empty properties of an answer. */
const filledNames = (exchange: Exchange): readonly string[] => {
  const body = jsonOf(exchange);
  return isObject(body) ? Object.keys(body).filter((name) => !isEmpty(body[name])) : [];
};

/** Features that distinguish exchanges of one operation: the status, what was sent, what was returned. */
const kindsOf = (exchange: Exchange): readonly string[] => {
  const { operation = "", call } = exchange;
  const status = String(responseOf(exchange)?.status);
  return [
    `${operation} ${status} ${call?.expects ?? ""}`,
    ...sentNames(call).map((name) => `${operation} sends ${name}`),
    ...filledNames(exchange).map((name) => `${operation} ${status} holds ${name}`),
  ];
};

interface Source {
  requests: number;
  readonly kinds: Set<string>;
  /** All that it asked of the interfaces, whether or not a check applies to it. */
  readonly all: Set<string>;
}

/** Records in a dry run which checks show something to which passive checks. */
export const createTrafficWatch = (
  passive: readonly PassiveCheck[],
  checks: readonly Check[],
  tools: JudgeTools,
) => {
  const sources = new Map<string, Source>();
  const effects = new Map(checks.map(({ id, effect }) => [id, effect]));
  /** Passive checks that have seen nothing: which exchange would suit them is unknown. */
  const unshown = new Set(passive);

  const kindsShownBy = (id: string): readonly string[] => [...(sources.get(id)?.kinds ?? [])];

  /** Repeatedly takes the check that shows most for each request. */
  const take = (from: readonly string[], open: Set<string>): readonly string[] => {
    const taken: string[] = [];
    const worthOf = (id: string) => ({
      gain: kindsShownBy(id).filter((kind) => open.has(kind)).length,
      cost: sources.get(id)?.requests ?? 1,
    });
    for (const [id, { gain }] of greedily(from, worthOf)) {
      if (gain === 0) break;
      taken.push(id);
      for (const kind of kindsShownBy(id)) open.delete(kind);
    }
    return taken;
  };

  return {
    /** Takes in an exchange, with the check that asked for it first. */
    see(asking: string, exchange: Exchange) {
      if (responseOf(exchange) === undefined) return;
      const source = sources.get(asking) ?? { requests: 0, kinds: new Set(), all: new Set() };
      sources.set(asking, source);
      source.requests += 1;
      const kinds = kindsOf(exchange);
      for (const check of passive) {
        if (!check.interfaces.includes(exchange.interface)) continue;
        const [coarse = ""] = kinds;
        source.all.add(`${check.id} ${coarse}`);
        if (!check.applies(exchange, tools)) continue;
        unshown.delete(check);
        for (const kind of kinds) source.kinds.add(`${check.id} ${kind}`);
      }
    },
    /** The cheapest that show each passive check every kind of exchange it applies to; by reads if possible. */
    cheapest(trafficOnly: ReadonlySet<string>): ReadonlySet<string> {
      const all = [...sources.keys()];
      const guessed = [...unshown].map((check) => `${check.id} `);
      for (const source of sources.values())
        for (const kind of source.all)
          if (guessed.some((prefix) => kind.startsWith(prefix))) source.kinds.add(kind);
      const open = new Set(all.flatMap(kindsShownBy));
      for (const id of all.filter((one) => !trafficOnly.has(one)))
        for (const kind of kindsShownBy(id)) open.delete(kind);
      const reads = all.filter((id) => trafficOnly.has(id) && effects.get(id) === "read");
      const others = all.filter((id) => trafficOnly.has(id) && effects.get(id) !== "read");
      return new Set([...take(reads, open), ...take(others, open)]);
    },
  };
};
