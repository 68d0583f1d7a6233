import { defineCheck, send, type Judgement } from "../harness/model/check.ts";
import { jsonOf, type Exchange } from "../harness/model/exchange.ts";
import { isObject } from "./support/json.ts";
import { notApplicable } from "./support/judgements.ts";
import { fieldOf, readReplaced, recordIn, replacements } from "./support/replaced-record.ts";
import { mainBearer } from "./support/sample-calls.ts";
import { amountFields, judgeTexts, textFields, tryTexts, type Shown } from "./support/written-values.ts";

const shownBy = (name: string): Shown => ({
  name,
  fact: "DON-17",
  show: (exchange, field, written) =>
    fieldOf(recordIn(jsonOf(exchange), fieldOf(written.request.body, "id")), field),
});

export const replacedTextsAreKept = defineCheck({
  id: "replaced-texts-are-kept",
  facts: ["DON-17"],
  effect: "write",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "A replaced campaign, project or segment holds the texts and amounts that were sent",
  why: "A name that loses its accents, or an amount its cents, is wrong in every letter of thanks.",
  turns: 12,
  *plan(context) {
    for (const of of context.sample(replacements, 1)) {
      const body = context.setting(`donation.scratch.${of.name}`);
      if (!isObject(body)) continue;
      const write = (values: object, label: string) => ({
        operation: of.operation,
        body: { kind: "json", value: { ...body, ...values } } as const,
        authorization: mainBearer("donation"),
        label,
      });
      yield* tryTexts(
        context,
        {
          ...shownBy(of.name),
          write,
          *read(_written: Exchange, label) {
            return yield* readReplaced(of, context, label);
          },
          texts: textFields(body),
          amounts: amountFields(body),
        },
        1,
      );
      yield* send(write({}, `${of.name} put back`));
    }
  },
  *judge(exchanges): Generator<Judgement> {
    if (exchanges.length === 0)
      return yield notApplicable("no scratch record is configured, or it was another check's turn");
    for (const { name } of replacements) yield* judgeTexts(shownBy(name), exchanges);
  },
});
