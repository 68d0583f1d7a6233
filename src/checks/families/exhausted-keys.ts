import { isBusy } from "../../core/model/exchange.ts";
import { sendAll, type ActiveCheck, type Judgement } from "../../core/model/check.ts";
import { wrongStatus } from "../support/judgements.ts";
import { toBeRefused } from "../support/refusal.ts";
import { bearer, sampleCall, securedOperations } from "../support/sample-calls.ts";

const credential = "crm.credentials.exhaustedApiKey";

interface Row extends Pick<ActiveCheck, "id" | "title" | "why"> {
  readonly effect: "read" | "write";
  /** Number of operations asked if requests are scarce. */
  readonly few: number;
}

const exhaustedKeyCheck = ({ few, effect, ...of }: Row): ActiveCheck => {
  // An HMAC-only operation answers 401 to any bearer token, even an exhausted one.
  const operations = securedOperations("crm", effect).filter((id) => id !== "getContactByReference");
  return {
    ...of,
    effect,
    facts: ["CRM-46"],
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
        // The first answer counts as it is; an outage may happen at any time.
        const wrong = wrongStatus(exchange, [429], exchange.call?.label ?? "");
        if (wrong !== undefined && !isBusy(exchange)) yield wrong;
      }
    },
  };
};

const rows: readonly Row[] = [
  {
    id: "exhausted-key-is-limited",
    effect: "read",
    few: 1,
    title: "A key that has used up its hour gets 429",
    why: "Clients wait after a 429; after anything else they retry at once or give up.",
  },
  {
    id: "exhausted-key-is-limited-to-write",
    effect: "write",
    few: 0,
    title: "A key that has used up its hour gets 429 on every write, too",
    why: "A write that is not counted, or is refused without a wait, breaks clients that pace themselves by their reads.",
  },
];

export const exhaustedKeys = rows.map(exhaustedKeyCheck);
