import { isSuccess, responseOf, type Exchange } from "../../core/model/exchange.ts";
import { defineObserver } from "../../core/model/observer.ts";
import { isFieldName } from "../../builtin/documents.ts";
import { property } from "../support/json.ts";
import { createSeen, observationOn } from "../support/seen.ts";

/** The question of an undocumented endpoint; the first that fits. */
const questions = [
  { unknown: "U-05", path: /\/api\/Event\/[^/]+\/Attendees$/ },
  { unknown: "U-06", path: /\/api\/Webhook(\/|$)/ },
  { unknown: "U-07", path: /\/crm\/api\// },
  { unknown: "U-17", path: /\/v1\// },
] as const;

const questionOf = (path: string): string | undefined =>
  questions.find((one) => one.path.test(path))?.unknown;

/** A configured path may have ids of any form; words are the names of fields and resources. */
const isWord = (segment: string): boolean => /^(?:|v\d+|api)$/.test(segment) || isFieldName(segment);

/** The path below the base address, without ids; the paths of the sandbox's own endpoints come from the checks. */
const shown = (path: string, isOwn: boolean): string =>
  path
    .replace(/^.*?(?=\/api\/|\/v1\/)/, "")
    .split("/")
    .map((segment) => (/^-?\d+$/.test(segment) || !(isOwn || isWord(segment)) ? "{id}" : segment))
    .join("/");

const amountIn = (exchange: Exchange): string | undefined => {
  const amount = property(exchange.request.body, "amount");
  return amount === undefined ? undefined : typeof amount;
};

/**
 * Answers of endpoints that are known to exist but not stated: a target's configured read-back paths, and the endpoints
 * that the sandbox assumes.
 */
export const unstatedEndpointsSeen = defineObserver({
  id: "unstated-endpoints-seen",
  unknowns: ["U-05", "U-06", "U-07", "U-08", "U-17"],
  interfaces: ["crm", "volunteer"],
  watch() {
    const seen = createSeen();
    const amounts = createSeen();
    return {
      see(exchange) {
        const { method, url } = exchange.request;
        const path = new URL(url).pathname;
        const isUnstated = exchange.call?.at !== undefined || exchange.call?.sandbox !== undefined;
        const unknown = questionOf(path);
        if (!isUnstated || unknown === undefined) return;
        const status = responseOf(exchange)?.status ?? 0;
        seen.add(
          `${unknown} ${method} ${shown(path, exchange.call?.sandbox !== undefined)} answers ${status}`,
          exchange,
        );
        const amount = path.endsWith("/api/Gift") ? amountIn(exchange) : undefined;
        // Without the endpoint its payload says nothing.
        if (amount !== undefined && ![404, 405].includes(status))
          amounts.add(
            `an amount sent as ${amount} is ${isSuccess(exchange) ? "taken" : "refused"}`,
            exchange,
          );
      },
      *observations() {
        for (const { unknown } of questions) {
          const own = seen.all().filter(({ key }) => key.startsWith(`${unknown} `));
          const [first] = own;
          const sentences = own.map(({ key }) => key.slice(unknown.length + 1)).toSorted();
          if (first !== undefined)
            yield observationOn(
              unknown,
              sentences.join(", "),
              first.exchange,
              own.reduce((sum, { count }) => sum + count, 0),
            );
        }
        for (const { key, exchange, count } of amounts.all())
          yield observationOn("U-08", key, exchange, count);
      },
    };
  },
});
