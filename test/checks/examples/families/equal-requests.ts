import type { OperationId } from "../../../../src/builtin/generated/operations.ts";
import type { Spelling } from "../../../../src/core/model/exchange.ts";
import { answeredBy } from "../../kit/answered-by.ts";
import type { ActiveExamples, AnswerExample, Family } from "../../kit/example.ts";

/** What a target refuses that it answers in another writing, by the fact that this breaks. */
type Refused = Readonly<Record<string, readonly [OperationId, Spelling]>>;

/** Examples of a check that asks for the same in other words: an operation that refuses one of them. */
const refusing = (id: string, refused: Refused): ActiveExamples => {
  const fails = Object.entries(refused).map(([blames, [operation, spelling]]) => [
    `${blames}: ${operation} refuses ${spelling}`,
    answeredBy(id, (call) => ({
      status: call.operation === operation && call.spelled?.includes(spelling) === true ? 400 : 200,
    })),
  ]);
  let count = 0;
  const numbered = (): AnswerExample => ({ body: { trace: (count += 1) } });
  return {
    pass: { "*": 200 },
    otherwise: {
      "equal requests get one text": answeredBy(id, numbered),
      "requests are accepted": { isUnjudged: true, answers: { "*": 400 } },
    },
    fails: Object.fromEntries(fails),
  };
};

export const active: Family<ActiveExamples> = {
  "crm-reads-are-answered-alike": refusing("crm-reads-are-answered-alike", {
    "CRM-20": ["issueToken", "form-order"],
    "CRM-21": ["getContactByReference", "accept-anything"],
    "CRM-22": ["getContact", "path-encoding"],
    "CRM-23": ["listContactMethodTypes", "accept-list"],
    "CRM-25": ["getWebhook", "header-names"],
  }),
  "crm-writes-are-answered-alike": refusing("crm-writes-are-answered-alike", {
    "CRM-26": ["replaceContactNote", "accept-list"],
    "GEN-03": ["replaceContactNote", "json-escapes"],
  }),
  "donation-reads-are-answered-alike": refusing("donation-reads-are-answered-alike", {
    "DON-04": ["listDonors", "query-order"],
    "DON-09": ["listPremiums", "accept-list"],
    "DON-10": ["querySegments", "accept-anything"],
    "DON-15": ["getQueryOptions", "path-encoding"],
    "DON-16": ["getQueryList", "path-encoding"],
    "GEN-03": ["queryGifts", "json-space"],
  }),
  "donation-writes-are-answered-alike": refusing("donation-writes-are-answered-alike", {
    "DON-17": ["replaceSegment", "header-names"],
    "GEN-03": ["replaceCampaign", "json-order"],
  }),
  "volunteer-reads-are-answered-alike": refusing("volunteer-reads-are-answered-alike", {
    "VOL-01": ["listUsers", "query-values"],
    "VOL-02": ["getUser", "path-encoding"],
  }),
  "volunteer-writes-are-answered-alike": refusing("volunteer-writes-are-answered-alike", {
    "VOL-04": ["updateProject", "accept-list"],
    "VOL-05": ["updateGroup", "accept-anything"],
    "VOL-06": ["setGroupMembers", "accept-list"],
    "GEN-03": ["updateGroup", "media-type-case"],
  }),
};
