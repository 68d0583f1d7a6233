import { defineFault, type Fault } from "./fault.ts";
import { isCrm } from "./support/second-chance.ts";
import { presenting } from "./support/wrappers.ts";

const exhausted = "exhaustedApiKey";

export const faults: readonly Fault[] = [
  defineFault({
    id: "hourly-limit-is-announced-and-not-kept",
    fact: "CRM-48",
    grade: "gross",
    title: "requests beyond the announced limit are answered",
    wrap: (next, { config }) => {
      const { apiKey, [exhausted]: used } = config.interfaces.crm.credentials;
      return async (incoming) => {
        const outgoing = await next(incoming);
        const isUsedUp = incoming.headers.get("authorization") === `Bearer ${String(used)}`;
        if (!isCrm(incoming) || outgoing.status !== 429 || isUsedUp) return outgoing;
        return next(presenting(incoming, `Bearer ${String(apiKey)}`));
      };
    },
  }),
  defineFault({
    id: "hourly-limit-is-kept-one-early",
    fact: "CRM-48",
    grade: "behavioural",
    title: "the last request that the limit allows is refused",
    wrap: (next, { config }) => {
      const used = `Bearer ${String(config.interfaces.crm.credentials[exhausted])}`;
      return async (incoming) => {
        const outgoing = await next(incoming);
        if (
          !isCrm(incoming) ||
          outgoing.headers.get("x-ratelimit-remaining") !== "0" ||
          outgoing.status === 429
        )
          return outgoing;
        return next(presenting(incoming, used));
      };
    },
  }),
];
