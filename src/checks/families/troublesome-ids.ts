import type { InterfaceName } from "../../contract/interface-name.ts";
import { interfaces } from "../../contract/interfaces.ts";
import { troublesomeIdsOf } from "../../contract/arbitraries/troublesome-values.ts";
import { send, type ActiveCheck, type Judgement } from "../../harness/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../../harness/model/exchange.ts";
import { property } from "../support/json.ts";
import { labelled, notApplicable, statusOf, violation } from "../support/judgements.ts";
import { idAt, mainBearer } from "../support/sample-calls.ts";
import { sameId } from "../support/same-id.ts";
import { shownIds } from "../support/shown-record.ts";
import { toBeRefused } from "../support/refusal.ts";

/** A read by an id in the path. */
interface Row {
  readonly id: string;
  readonly fact: string;
  readonly interface: InterfaceName;
  readonly operation: "getContact" | "getWebhook" | "getUser";
  readonly parameter: string;
  readonly setting: string;
  readonly title: string;
  readonly why: string;
}

/** The ids of the record in an answer, if any. */
const idsIn = (exchange: Exchange, { operation }: Row): readonly unknown[] =>
  operation === "getUser" ? shownIds(jsonOf(exchange), "user") : [property(jsonOf(exchange), "id")];

const labelOf = ({ operation }: Row, name: string): string => `${operation} by ${name}`;

const isFault = (exchange: Exchange): boolean => statusOf(exchange) >= 500;

const judgeOne = function* (
  row: Row,
  exchanges: readonly Exchange[],
  name: string,
  known: Exchange,
): Generator<Judgement> {
  const exchange = labelled(exchanges, labelOf(row, name));
  if (exchange === undefined) return;
  const [id] = idsIn(known, row);
  const fails = isFault(exchange) && row.fact === "CRM-22";
  const finds =
    isSuccess(exchange) && idsIn(exchange, row).some((one) => one !== undefined && sameId(one, id));
  if (!fails && !finds) return;
  yield violation({
    rule: fails ? "status" : "relation",
    message: fails ? `a read by ${name} fails` : `a read by ${name} answers the record without it`,
    exchange,
    also: [known],
    expected: "a refusal",
    actual: fails ? String(statusOf(exchange)) : `${statusOf(exchange)} with another id`,
  });
};

/** Asks for a record by its id, and by similar ids. */
const troublesomeIdsCheck = (row: Row): ActiveCheck => ({
  id: row.id,
  facts: [row.fact],
  effect: "read",
  severity: "error",
  interfaces: [row.interface],
  needs: [interfaces[row.interface].mainCredential, row.setting],
  title: row.title,
  why: row.why,
  turns: 5,
  *plan(context) {
    const id = idAt(context, row.setting);
    if (id === undefined) return;
    const call = (value: string | number, label: string): Call => ({
      operation: row.operation,
      path: { [row.parameter]: value },
      authorization: mainBearer(row.interface),
      label,
    });
    yield* send(call(id, labelOf(row, "its id")));
    // A gateway may drop a request with a NUL without an answer.
    const isNear = context.isEmbedded === true || context.onThisMachine?.includes(row.interface) === true;
    const some = troublesomeIdsOf(id).filter((one) => isNear || !one.id.includes("\0"));
    for (const { name, id: troublesome } of context.sample(some, 2))
      yield* send(toBeRefused(call(troublesome, labelOf(row, name))));
  },
  // A single failure may be chance.
  looksAgain: (one, other) => isFault(one) === isFault(other),
  *judge(exchanges): Generator<Judgement> {
    const known = labelled(exchanges, labelOf(row, "its id"));
    if (known === undefined || !isSuccess(known)) return yield notApplicable("no record is read by its id");
    for (const { name } of troublesomeIdsOf(1)) yield* judgeOne(row, exchanges, name, known);
  },
});

const rows: readonly Row[] = [
  {
    id: "troublesome-contact-ids-find-nothing",
    fact: "CRM-22",
    interface: "crm",
    operation: "getContact",
    parameter: "contactId",
    setting: "crm.records.contactId",
    title: "An id that starts like a contact's, or equals it modulo 2^32, finds nothing",
    why: "A consumer that asks for one person must never get another.",
  },
  {
    id: "troublesome-webhook-ids-find-nothing",
    fact: "CRM-25",
    interface: "crm",
    operation: "getWebhook",
    parameter: "webhookId",
    setting: "crm.records.webhookId",
    title: "An id that starts like a webhook's, or equals it modulo 2^32, finds nothing",
    why: "A consumer that asks for one webhook must never get the secret of another.",
  },
  {
    id: "troublesome-user-ids-find-nothing",
    fact: "VOL-02",
    interface: "volunteer",
    operation: "getUser",
    parameter: "id",
    setting: "volunteer.records.userId",
    title: "An id that starts like a user's, or equals it modulo 2^32, finds nothing",
    why: "A consumer that asks for one person must never get another.",
  },
];

/** Checks that ask for records by ids similar to theirs. */
export const troublesomeIds = rows.map(troublesomeIdsCheck);
