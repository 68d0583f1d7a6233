import { defineTaggedCheck, send, sendAll, type Judgement, type PlanContext } from "../core/model/check.ts";
import { isSuccess, type Authorization, type Call } from "../core/model/exchange.ts";
import { observation, statusOf, tagged, violation, wrongStatus } from "./support/judgements.ts";
import { bearer, idAt, mainBearer } from "./support/sample-calls.ts";
import { accessTokenOf, learntBearer, passwordGrant, passwordNeeds } from "./support/token-calls.ts";
import { toBeRefused } from "./support/refusal.ts";

/** Keys of every kind but an exhausted one, whose limit may be reported first. */
const keys = [
  "apiKey",
  "limitedApiKey",
  "noPrivateApiKey",
  "revokedApiKey",
  "otherOrganizationApiKey",
] as const;

const unknownReference = "no-such-reference-7f3a";

/** A signed request in name only: no scheme accepts an unknown key with an empty signature. */
const unsigned: Authorization = { kind: "literal", header: "Hmac nobody:AAAA:0:0" };

type Tag = "bearer" | "unsigned" | "signed" | "signed, unknown reference";

const calls = (context: PlanContext): readonly Call<Tag>[] => {
  const read = (tag: Tag, authorization: Authorization, label: string = tag): Call<Tag> => ({
    operation: "getContactByReference",
    path: { referenceId: idAt(context, "crm.records.referenceId") ?? "" },
    authorization,
    label,
    tag,
  });
  const signs = context.has("crm.credentials.hmac.appKey") && context.has("crm.credentials.hmac.secret");
  const given = keys.filter((name) => context.has(`crm.credentials.${name}`));
  const refused = [
    ...context
      .sample(given, 1)
      .map((name) => read("bearer", bearer(`crm.credentials.${name}`), `bearer ${name}`)),
    {
      ...read("bearer", mainBearer("crm"), "bearer, unknown reference"),
      path: { referenceId: unknownReference },
    },
    read("unsigned", unsigned),
  ];
  const signed = [
    read("signed", { kind: "hmac" }),
    ...context
      .sample([unknownReference], 0)
      .map((referenceId) =>
        toBeRefused({ ...read("signed, unknown reference", { kind: "hmac" }), path: { referenceId } }),
      ),
  ];
  return [...refused.map((call) => toBeRefused(call)), ...(signs ? signed : [])];
};

export const referenceReadRefusesBearer = defineTaggedCheck<Tag>({
  id: "reference-read-refuses-bearer",
  facts: ["CRM-21"],
  effect: "read",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey", "crm.records.referenceId"],
  title: "The read by reference refuses bearer tokens",
  why: "It is for signed server-to-server calls only; a bearer token that opens it has too much power.",
  *plan(context) {
    const sent = calls(context);
    yield* sendAll(sent);
    const [sample] = sent;
    if (sample === undefined || !passwordNeeds.every((path) => context.has(path))) return;
    const token = accessTokenOf(yield* send(passwordGrant("login")));
    if (token !== undefined)
      yield* send({
        ...sample,
        authorization: learntBearer(token),
        label: "bearer access token",
        tag: "bearer",
      });
  },
  *judge(exchanges): Generator<Judgement> {
    for (const exchange of exchanges) {
      const { label = "", tag } = exchange.call ?? {};
      if (tag !== "bearer") continue;
      const wrong = wrongStatus(exchange, [401], `a read by reference with a ${label}`);
      if (wrong !== undefined) yield wrong;
    }
    const unsignedRead = tagged(exchanges, "unsigned");
    if (unsignedRead !== undefined && isSuccess(unsignedRead))
      yield violation({
        rule: "status",
        message: "a read by reference is answered without a signature",
        exchange: unsignedRead,
        expected: "a refusal",
        actual: String(statusOf(unsignedRead)),
      });
    const signed = tagged(exchanges, "signed");
    const unknown = tagged(exchanges, "signed, unknown reference");
    if (unknown !== undefined && isSuccess(unknown))
      yield violation({
        rule: "status",
        message: "a reference that nobody has is answered with a success",
        exchange: unknown,
        expected: "404",
        actual: String(statusOf(unknown)),
      });
    // The signing scheme is open: a refusal of our signature answers the question and is no fault.
    if (signed !== undefined)
      yield observation("U-18", `a request signed as assumed is answered ${statusOf(signed)}`, signed);
  },
});
