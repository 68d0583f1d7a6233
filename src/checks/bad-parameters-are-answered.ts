import { anyOf } from "../core/output/list-of.ts";
import {
  defineCheck,
  send,
  sendAll,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../core/model/check.ts";
import { isBusy, isSuccess, type Call } from "../core/model/exchange.ts";
import { isObject, type JsonObject } from "./support/json.ts";
import { statusOf, violation } from "./support/judgements.ts";
import { pagedListEndpoints, queryEndpointNames } from "./support/paged-endpoint.ts";
import { toBeRefused } from "./support/refusal.ts";
import { mainBearer, sampleCall } from "./support/sample-calls.ts";
import { unknownId } from "./support/ids.ts";

const authorization = mainBearer("donation");

const twoWrong = " with two parameters that are no numbers";

const badLists: readonly Call[] = pagedListEndpoints.flatMap(({ operation }) => [
  { operation, query: { Skip: "many" }, authorization, label: `${operation} with a Skip that is no number` },
  { operation, query: { Skip: -1 }, authorization, label: `${operation} with a Skip below zero` },
  { operation, query: { Take: -1 }, authorization, label: `${operation} with a Take below zero` },
  {
    operation,
    query: { Take: 2 ** 31 },
    authorization,
    label: `${operation} with a Take beyond 32 bits`,
  },
  { operation, query: { Skip: "many", Take: "few" }, authorization, label: `${operation}${twoWrong}` },
]);

/** The same for queries: a refusal may rightly name one field where it may not name two. */
const badFields: readonly (readonly [words: string, fields: JsonObject])[] = [
  [twoWrong, { skip: "many", take: "few" }],
  [" with a skip below zero", { skip: -1 }],
];

const badQueries = (context: PlanContext): readonly Call[] =>
  queryEndpointNames.flatMap(({ operation }) =>
    badFields.flatMap(([words, fields]) => {
      const call = sampleCall(operation, context, authorization, `${operation}${words}`);
      if (call?.body?.kind !== "json" || !isObject(call.body.value)) return [];
      return [{ ...call, body: { kind: "json", value: { ...call.body.value, ...fields } } as const }];
    }),
  );

const badTypes: readonly Call[] = ["getQueryOptions", "getQueryList"].map((operation) => ({
  operation,
  path: { queryType: 10 },
  authorization,
  label: `${operation} of a query type that there is not`,
}));

const replacements = ["replaceCampaign", "replaceProject", "replaceSegment"] as const;

/** A replacement of an unknown record may create one: only the sandbox in this process is asked. */
function* replaceNothing(context: PlanContext): Plan {
  for (const operation of context.isEmbedded === true ? replacements : []) {
    const call = sampleCall(operation, context, authorization, `${operation} as usual`);
    const value = call?.body?.kind === "json" ? call.body.value : undefined;
    if (call === undefined || !isObject(value) || !isSuccess(yield* send(call))) continue;
    const body = { kind: "json", value: { ...value, id: unknownId } } as const;
    yield* send(toBeRefused({ ...call, body, label: `${operation} of an unknown id` }));
  }
}

const answered = ["200", "204", "400", "404"] as const;

export const badParametersAreAnswered = defineCheck({
  id: "bad-parameters-are-answered",
  facts: ["DON-20"],
  effect: "write",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "A nonsensical parameter is answered as documented: with 200, 204, 400 or 404",
  why: "A typing error of a user must not look like an outage, and its refusal must be one that clients can read.",
  turns: 6,
  *plan(context) {
    yield* sendAll(context.sample([...badLists, ...badTypes, ...badQueries(context)], 2).map(toBeRefused));
    yield* replaceNothing(context);
  },
  *judge(exchanges): Generator<Judgement> {
    const bad = exchanges.filter(({ call }) => call?.expects === "refusal");
    for (const exchange of bad) {
      const status = statusOf(exchange);
      if (isBusy(exchange) || answered.some((one) => one === String(status))) continue;
      yield violation({
        rule: "status",
        message: `${exchange.call?.label ?? ""}: ${status} where ${answered.join(", ")} are stated`,
        exchange,
        expected: anyOf(answered),
        actual: String(status),
      });
    }
  },
});
