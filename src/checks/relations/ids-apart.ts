import { troublesomeIdsOf } from "../../contract/arbitraries/troublesome-values.ts";
import { send, type ActiveCheck, type Judgement } from "../../harness/model/check.ts";
import { isSuccess, type Exchange } from "../../harness/model/exchange.ts";
import { labelled, notApplicable, statusOf, violation } from "../support/judgements.ts";
import { toBeRefused } from "../support/refusal.ts";
import { readCall } from "../support/resource.ts";
import { idAt } from "../support/sample-calls.ts";
import { sameId } from "../support/same-id.ts";
import { shownBy, type ReadRecord } from "./read-by-id.ts";

const itsId = "its id";

const isFault = (exchange: Exchange): boolean => statusOf(exchange) >= 500;

const judgeOne = function* (
  record: ReadRecord,
  name: string,
  exchange: Exchange,
  known: Exchange,
): Generator<Judgement> {
  const [id] = shownBy(record, known);
  const fails = isFault(exchange) && Array.isArray(record.read.unknown);
  const finds =
    isSuccess(exchange) && shownBy(record, exchange).some((one) => one !== undefined && sameId(one, id));
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

/** Asks for a record by its id, and by ids at the boundaries of number types that careless parsing takes for it. */
export const idsApart = (
  record: ReadRecord,
  words: Pick<ActiveCheck, "id" | "title" | "why">,
): ActiveCheck => {
  const { read, interface: name, credential } = record;
  const [own = ""] = read.known.own;
  const labelOf = (what: string): string => `${read.operation} by ${what}`;
  return {
    ...words,
    facts: [read.fact],
    effect: "read",
    severity: "error",
    interfaces: [name],
    needs: [credential, own],
    turns: 5,
    *plan(context) {
      const id = idAt(context, own);
      const call = id === undefined ? undefined : readCall(context, record, id, labelOf(itsId));
      if (id === undefined || call === undefined) return;
      yield* send(call);
      // A gateway may drop a request with a NUL without an answer.
      const isNear = context.isEmbedded === true || context.onThisMachine?.includes(name) === true;
      const some = troublesomeIdsOf(id).filter((one) => isNear || !one.id.includes("\0"));
      for (const one of context.sample(some, 2))
        yield* send(toBeRefused({ ...call, path: { [read.parameter]: one.id }, label: labelOf(one.name) }));
    },
    // A single failure may be chance.
    looksAgain: (one, other) => isFault(one) === isFault(other),
    *judge(exchanges): Generator<Judgement> {
      const known = labelled(exchanges, labelOf(itsId));
      if (known === undefined || !isSuccess(known)) return yield notApplicable("no record is read by its id");
      for (const { name: what } of troublesomeIdsOf(1)) {
        const exchange = labelled(exchanges, labelOf(what));
        if (exchange !== undefined) yield* judgeOne(record, what, exchange, known);
      }
    },
  };
};
