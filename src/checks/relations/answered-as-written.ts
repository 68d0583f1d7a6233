import { send, type ActiveCheck, type Judgement } from "../../harness/model/check.ts";
import { isSuccess } from "../../harness/model/exchange.ts";
import type { JsonObject } from "../support/json.ts";
import { notApplicable } from "../support/judgements.ts";
import { declaredBody, needsOf, writeCall } from "../support/resource.ts";
import { judgeOneFact, type Overwritten } from "./judge-written.ts";

/** The first sequence of a record shown in answers: its own bodies, by label, and the declared one again. */
export const answeredAsWritten = (
  resource: Overwritten,
  {
    fact,
    bodies,
    ...words
  }: Pick<ActiveCheck, "id" | "title" | "why"> & {
    readonly fact: string;
    bodies(declared: JsonObject): Readonly<Record<string, JsonObject>>;
  },
): ActiveCheck => {
  const { replace: write, interface: name, credential } = resource;
  return {
    ...words,
    facts: [fact],
    effect: "write",
    interfaces: [name],
    needs: [credential, ...needsOf(write)],
    *plan(context) {
      const declared = declaredBody(context, write);
      if (declared === undefined) return;
      for (const [label, body] of Object.entries({ ...bodies(declared), "put back": declared }))
        yield* send(writeCall(context, resource, write, body, label));
    },
    *judge(exchanges): Generator<Judgement> {
      if (fact !== write.fact && !exchanges.some(isSuccess))
        return yield notApplicable("no replacement was accepted");
      yield* judgeOneFact(resource, fact, exchanges);
    },
  };
};
