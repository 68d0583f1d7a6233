import { faultsOf } from "./fault.ts";
import { isCrm } from "./support/second-chance.ts";
import { presenting } from "./support/wrappers.ts";

const exhausted = "exhaustedApiKey";

export const faults = faultsOf("CRM-48", {
  gross: {
    "hourly-limit-is-announced-and-not-kept": [
      "requests beyond the announced limit are answered",
      (next, { config }) => {
        const { apiKey, [exhausted]: used } = config.interfaces.crm.credentials;
        return async (incoming) => {
          const outgoing = await next(incoming);
          const isUsedUp = incoming.headers.get("authorization") === `Bearer ${String(used)}`;
          if (!isCrm(incoming) || outgoing.status !== 429 || isUsedUp) return outgoing;
          return next(presenting(incoming, `Bearer ${String(apiKey)}`));
        };
      },
    ],
  },
  behavioural: {
    "hourly-limit-is-kept-one-early": [
      "the last request that the limit allows is refused",
      (next, { config }) => {
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
    ],
  },
});
