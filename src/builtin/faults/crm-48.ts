import { faultsOf } from "./fault.ts";
import { as, asMain, bearerOf } from "./support/credentials.ts";
import { again, onAnswer } from "./support/rows.ts";

const isUsedUp = bearerOf("exhaustedApiKey");

export const faults = faultsOf("CRM-48", {
  gross: {
    "hourly-limit-is-announced-and-not-kept": [
      "requests beyond the announced limit are answered",
      onAnswer("crm", again(asMain), 429, (incoming, here) => !isUsedUp(incoming, here)),
    ],
  },
  behavioural: {
    "hourly-limit-is-kept-one-early": [
      "the last request that the limit allows is refused",
      onAnswer(
        "crm",
        again(as("exhaustedApiKey")),
        { has: (status) => status !== 429 },
        (_incoming, _here, { headers }) => headers.get("x-ratelimit-remaining") === "0",
      ),
    ],
  },
});
