import { responseOf, type Exchange } from "../../core/model/exchange.ts";
import { defineObserver } from "../../core/model/observer.ts";
import { agreed, createSeen, observationOn } from "../support/seen.ts";

const questions = { crm: "U-27", donation: "U-28", volunteer: "U-29" } as const;

const names = ["crm", "donation", "volunteer"] as const;

/** A header that announces a limit, in its usual spellings; the draft standard writes `10;w=3600`. */
const limitHeader = /^(x-)?rate-?limit(-limit)?(-hour)?$/;

const limitIn = (headers: Readonly<Record<string, string>>): string | undefined => {
  const found = Object.entries(headers).find(([name, value]) => limitHeader.test(name) && /\d/.test(value));
  const figure = found?.[1].match(/(?:limit=)?\b(\d{1,6})\b/)?.[1];
  return found === undefined || figure === undefined ? undefined : `${figure} in ${found[0]}`;
};

/** `5000 in x-ratelimit-limit` begins with the figure; the key for all further ones does not. */
const smallest = (limits: readonly string[]): number =>
  Math.min(...limits.map((limit) => Number.parseInt(limit, 10)).filter(Number.isSafeInteger));

/** Announced hourly limits, and the answer after they are used up. */
export const rateLimitsSeen = defineObserver({
  id: "rate-limits-seen",
  unknowns: ["U-27", "U-28", "U-29"],
  interfaces: ["crm", "donation", "volunteer"],
  aboutRefusals: true,
  watch() {
    const seen = Object.fromEntries(
      names.map((name) => [name, { limits: createSeen(10), silent: createSeen(1), refused: createSeen(10) }]),
    );
    const look = (exchange: Exchange): void => {
      const response = responseOf(exchange);
      const own = seen[exchange.interface];
      if (response === undefined || own === undefined || exchange.operation === undefined) return;
      const limit = limitIn(response.headers);
      // An answer without a credential counts against nobody's hour.
      if (limit !== undefined) own.limits.add(limit, exchange);
      else if (response.status < 400) own.silent.add("", exchange);
      if (response.status === 429)
        own.refused.add(
          `a 429 ${response.headers["retry-after"] === undefined ? "without" : "with"} Retry-After`,
          exchange,
        );
    };
    return {
      see: look,
      *observations() {
        for (const name of names) {
          const own = seen[name];
          if (own === undefined) continue;
          const { limits, silent, refused } = own;
          const announced = limits.first();
          const quiet = silent.first();
          if (announced !== undefined)
            yield observationOn(
              questions[name],
              `the limit that answers announce: ${agreed(limits.keys())}`,
              announced,
              limits.count(),
              { [questions[name]]: smallest(limits.keys()) },
            );
          if (quiet !== undefined)
            yield observationOn(
              questions[name],
              `${announced === undefined ? "no answer announces" : "some answers do not announce"} a limit`,
              quiet,
              silent.count(),
            );
          for (const { key, exchange, count } of refused.all())
            yield observationOn(questions[name], key, exchange, count);
        }
      },
    };
  },
});
