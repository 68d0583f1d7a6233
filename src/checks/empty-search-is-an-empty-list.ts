import { defineTaggedCheck, send, type Judgement } from "../core/model/check.ts";
import { jsonOf, type Call } from "../core/model/exchange.ts";
import { describedForm } from "../core/validation/shape-of.ts";
import { emptyListDefects, listEnvelopeOf } from "./support/list-envelope.ts";
import { notApplicable, tagged, violation, wrongStatus } from "./support/judgements.ts";
import { mainBearer } from "./support/sample-calls.ts";

type Tag = "all" | "none";

/** The search that the sandbox assumes, since none is stated (U-07). */
const search = (tag: Tag, query: Call["query"] = {}): Call<Tag> => ({
  operation: "searchContacts",
  sandbox: { interface: "crm", method: "GET", path: "/crm/api/Contact" },
  query,
  authorization: mainBearer("crm"),
  label: tag,
  tag,
});

export const emptySearchIsAnEmptyList = defineTaggedCheck<Tag>({
  id: "empty-search-is-an-empty-list",
  facts: ["CRM-28"],
  effect: "sandbox",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey"],
  title: "A search without a match is a 200 with an empty list and a total of 0",
  why: 'A consumer that gets a 404 or a null for "nobody" reports an error where there is none.',
  *plan() {
    yield* send(search("all"));
    yield* send(search("none", { search: "no such contact 7f3a" }));
  },
  *judge(exchanges, tools): Generator<Judgement> {
    const all = tagged(exchanges, "all");
    const none = tagged(exchanges, "none");
    if (all === undefined || none === undefined || listEnvelopeOf(all) === undefined)
      return yield notApplicable("the sandbox serves no search (U-07)");
    const wrong = wrongStatus(none, [200], "a search without a match");
    if (wrong !== undefined) return yield wrong;
    const body = listEnvelopeOf(none);
    const list = body?.["list"];
    if (Array.isArray(list) ? list.length > 0 : body === undefined)
      return yield violation({
        rule: "shape",
        message: "a search without a match is not answered with an empty list",
        exchange: none,
        expected: "an empty list and a total of 0",
        actual: describedForm(jsonOf(none)),
      });
    yield* emptyListDefects(none, tools);
  },
});
