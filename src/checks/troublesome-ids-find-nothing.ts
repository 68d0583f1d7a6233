import { troublesomeIdsOf } from "../contract/arbitraries/troublesome-values.ts";
import { defineCheck, send, type Judgement } from "../harness/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../harness/model/exchange.ts";
import { property } from "./support/json.ts";
import { labelled, notApplicable, statusOf, violation } from "./support/judgements.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";
import { sameId } from "./support/same-id.ts";
import { shownIds } from "./support/shown-record.ts";
import { toBeRefused } from "./support/refusal.ts";
import { isTurnOf } from "./support/turn.ts";

/** Reads by an id in the path. */
const reads = [
  {
    fact: "CRM-22",
    interface: "crm",
    operation: "getContact",
    parameter: "contactId",
    setting: "crm.records.contactId",
  },
  {
    fact: "CRM-25",
    interface: "crm",
    operation: "getWebhook",
    parameter: "webhookId",
    setting: "crm.records.webhookId",
  },
  {
    fact: "VOL-02",
    interface: "volunteer",
    operation: "getUser",
    parameter: "id",
    setting: "volunteer.records.userId",
  },
] as const;

type Read = (typeof reads)[number];

/** The ids of the record that an answer shows, if any. */
const idsIn = (exchange: Exchange, { operation }: Read): readonly unknown[] =>
  operation === "getUser" ? shownIds(jsonOf(exchange), "user") : [property(jsonOf(exchange), "id")];

const labelOf = ({ operation }: Read, name: string): string => `${operation} by ${name}`;

const isFault = (exchange: Exchange): boolean => statusOf(exchange) >= 500;

const judgeOne = function* (
  read: Read,
  exchanges: readonly Exchange[],
  name: string,
  known: Exchange,
): Generator<Judgement> {
  const exchange = labelled(exchanges, labelOf(read, name));
  const again = labelled(exchanges, `${labelOf(read, name)} again`);
  if (exchange === undefined) return;
  const [id] = idsIn(known, read);
  const fails = isFault(exchange) && again !== undefined && isFault(again) && read.fact === "CRM-22";
  const finds =
    isSuccess(exchange) && idsIn(exchange, read).some((one) => one !== undefined && sameId(one, id));
  if (!fails && !finds) return;
  yield violation({
    fact: read.fact,
    rule: fails ? "status" : "relation",
    message: fails ? `a read by ${name} fails` : `a read by ${name} answers the record without it`,
    exchange,
    also: [known],
    expected: "a refusal",
    actual: fails ? String(statusOf(exchange)) : `${statusOf(exchange)} with another id`,
  });
};

export const troublesomeIdsFindNothing = defineCheck({
  id: "troublesome-ids-find-nothing",
  facts: ["CRM-22", "CRM-25", "VOL-02"],
  effect: "read",
  severity: "error",
  interfaces: [],
  needs: [],
  title: "An id that only begins like a record's, or is the same within 32 bits, finds nothing",
  why: "A consumer that asks for one person must never be answered another.",
  *plan(context) {
    if (!isTurnOf(context, "ids")) return;
    for (const read of reads) {
      const id = idAt(context, read.setting);
      if (id === undefined || !context.interfaces.includes(read.interface)) continue;
      const call = (value: string | number, label: string): Call => ({
        operation: read.operation,
        path: { [read.parameter]: value },
        authorization: mainBearer(read.interface),
        label,
      });
      yield* send(call(id, labelOf(read, "its id")));
      for (const { name, id: troublesome } of context.sample(troublesomeIdsOf(id), 2)) {
        const label = labelOf(read, name);
        const exchange = yield* send(toBeRefused(call(troublesome, label)));
        // What fails once may have failed by chance.
        if (isFault(exchange))
          yield* send(toBeRefused({ ...call(troublesome, `${label} again`), fresh: true }));
      }
    }
  },
  *judge(exchanges): Generator<Judgement> {
    for (const read of reads) {
      const known = labelled(exchanges, labelOf(read, "its id"));
      if (known === undefined || !isSuccess(known)) {
        yield notApplicable("no record is known by a number, or it was another check's turn", read.fact);
        continue;
      }
      for (const { name } of troublesomeIdsOf(1)) yield* judgeOne(read, exchanges, name, known);
    }
  },
});
