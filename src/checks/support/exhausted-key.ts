import { sendAll, type ActiveCheck, type Judgement } from "../../harness/model/check.ts";
import { statusOf, wrongStatus } from "./judgements.ts";
import { toBeRefused } from "./refusal.ts";
import { bearer, sampleCall, securedOperations } from "./sample-calls.ts";

const credential = "crm.credentials.exhaustedApiKey";

interface ExhaustedKey extends Pick<ActiveCheck, "id" | "title" | "why"> {
  readonly effect: "read" | "write";
  /** How many operations are asked where requests are scarce. */
  readonly few: number;
}

/** Asks with a key that has used up its hour. */
export const exhaustedKey = ({ few, effect, ...of }: ExhaustedKey): ActiveCheck => {
  // An HMAC-only operation answers 401 to any bearer token, however often it asked.
  const operations = securedOperations("crm", effect).filter((id) => id !== "getContactByReference");
  return {
    ...of,
    effect,
    facts: ["CRM-46"],
    severity: "error",
    interfaces: ["crm"],
    needs: [credential],
    *plan(context) {
      const calls = operations.flatMap((operation) => {
        const call = sampleCall(operation, context, bearer(credential), `${operation} with an exhausted key`);
        return call === undefined ? [] : [{ ...call, asItComes: true }];
      });
      yield* sendAll(context.sample(calls, few).map(toBeRefused));
    },
    *judge(exchanges): Generator<Judgement> {
      for (const exchange of exchanges) {
        // The first answer is judged as it comes, and an outage may come at any time.
        if ([502, 503, 504].includes(statusOf(exchange))) continue;
        const wrong = wrongStatus(exchange, [429], exchange.call?.label ?? "");
        if (wrong !== undefined) yield wrong;
      }
    },
  };
};
