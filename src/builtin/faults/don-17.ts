import type { JsonObject } from "../../core/model/json-object.ts";
import { type Fault, faultsOf, type FaultRequest } from "./fault.ts";
import { gone, isGoodAnswer, jsonAnswer, parse, problemAnswer } from "./support/answers.ts";
import { asMain, isAdmitted } from "./support/credentials.ts";
import { add, cutTo, latin1, objectOf, property, put, replaced, set, turned } from "./support/edit.ts";
import {
  also,
  answering,
  combinedFaults,
  instead,
  onAnswer,
  onBody,
  onSent,
  onSentField,
  type TimedRule,
  sending,
  status,
  success,
} from "./support/rows.ts";
import { replacements } from "./support/names.ts";
import { onPage, onRecord } from "./support/pages.ts";
import { asksWith, sends, sentBody } from "./support/requests.ts";
import {
  behindOneWrite,
  duringWrites,
  everAfter,
  everyOther,
  cachedBy,
  mixingOverlaps,
  sentTwice,
  startingAt,
  storing,
  whileLast,
  wholeRequest,
} from "./support/rules.ts";

type Wrap = Fault["wrap"];

type Replacement = (typeof replacements)[number];

const byId = (incoming: FaultRequest): string => String(sentBody(incoming)["id"]);

/** Answers with the sent record, but stores some values from the first stored one. */
const storingFirst = (of: Replacement, merge: (sent: JsonObject, first: JsonObject) => JsonObject): Wrap =>
  combinedFaults(
    onBody(of, (body, incoming) => ({ ...objectOf(body), ...sentBody(incoming) })),
    storing(of, merge, byId, (stored, first) => ({ ...stored, ...first })),
  );

const picked = (body: JsonObject, isMeant: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => isMeant(name)));

/** Keeps some properties that a body omits. */
const merging = (of: Replacement, isKept: (name: string) => boolean = () => true): Wrap =>
  storing(of, (sent, before) => ({ ...picked(before, isKept), ...sent }), byId);

/** Answers with some properties as sent, but stores their first values. */
const storingOld = (of: Replacement, ...names: readonly string[]): Wrap =>
  storingFirst(of, (sent, first) => ({
    ...sent,
    ...picked(first, (name) => names.includes(name) && sent[name] !== undefined),
  }));

/** Keeps the stored value of a property sent as null. */
const keepingEmptied = (of: Replacement): Wrap =>
  storingFirst(of, (sent, first) => ({ ...sent, ...picked(first, (name) => sent[name] === null) }));

/** Answers a replacement without storing it. */
const pretending = (of: Replacement, ...when: readonly TimedRule[]): Wrap =>
  instead(
    of,
    ({ body }) => jsonAnswer(200, parse(body)),
    isAdmitted,
    ({ body }) => parse(body) !== undefined,
    ...when,
  );

/** Stores changed texts. */
const texting = (of: Replacement, change: (text: string) => string): Wrap =>
  onSentField(of, ["name", "description"], (text) => (typeof text === "string" ? change(text) : text));

const scalars = ([, value]: [string, unknown]): boolean => typeof value !== "object";

/** Stores the scalar properties of a refused replacement. */
const storingWellTyped = (of: Replacement): Wrap =>
  onAnswer(
    of,
    also(sending((sent) => Object.fromEntries(Object.entries(objectOf(sent)).filter(scalars)))),
    400,
    sends((sent) => !Object.entries(sent).every(scalars)),
  );

const amount =
  (change: (amount: number) => number) =>
  (value: unknown): unknown =>
    typeof value === "number" ? change(value) : value;

/** A moment that is an hour early in some months. */
const hourEarly =
  (isMeant: (month: number) => boolean) =>
  (moment: unknown): unknown =>
    typeof moment === "string" && isMeant(Number(moment.slice(5, 7)))
      ? new Date(Date.parse(moment) - 3_600_000).toISOString()
      : moment;

export const faults = faultsOf("DON-17", {
  gross: {
    "replacements-are-refused": [
      "Every replacement is refused",
      answering(replacements, problemAnswer(400, "The record cannot be replaced.")),
    ],
    "replacements-are-only-accepted": [
      "A replacement is answered with 202 and done later",
      onAnswer(replacements, status(202)),
      { alsoBreaks: { "DON-20": "202 is none of the stated statuses." } },
    ],
  },
  structural: {
    "segment-replacement-is-missing": ["Segments cannot be replaced", answering("replaceSegment", gone)],
  },
  behavioural: {
    "campaign-list-is-one-replacement-behind": [
      "The list of campaigns is read from a replica that is one replacement behind",
      behindOneWrite("replaceCampaign", "listCampaigns"),
    ],
    "sorted-campaigns-are-as-they-were-first": [
      "A list of campaigns in an order is cached over replacements",
      cachedBy("listCampaigns", wholeRequest, asksWith("SortBy")),
    ],
    "queried-campaigns-are-as-they-were-first": [
      "A query of campaigns is cached over replacements",
      cachedBy("queryCampaigns", wholeRequest),
    ],
    "queried-segments-are-one-replacement-behind": [
      "A query of segments is one replacement behind",
      behindOneWrite("replaceSegment", "querySegments"),
    ],
    "a-refused-campaign-replacement-is-stored": [
      "A replacement of a campaign without a token is refused and stored",
      onAnswer("replaceCampaign", also(asMain), 401),
    ],
    "a-refused-segment-replacement-is-stored": [
      "A replacement of a segment without a token is refused and stored",
      onAnswer("replaceSegment", also(asMain), 401),
    ],
    "the-same-project-twice-loses-its-description": [
      "Replacing a project twice by the same stores nothing of its description",
      onSent("replaceProject", add("description", null), sentTwice),
    ],
    "project-replacement-merges-from-the-fourth-on": [
      "From the fourth replacement on a project keeps what the body leaves out",
      startingAt(4, "replaceProject", merging("replaceProject")),
    ],
    "a-project-is-listed-twice-after-its-third-replacement": [
      "From the third replacement on a project is listed beside what it was replaced by",
      onPage(
        "listProjects",
        ({ items, total }) => ({ items: [...items, items.at(-1)], total: total + 1 }),
        everAfter("replaceProject", success, 3),
      ),
      { alsoBreaks: { "DON-03": "The total counts the record twice." } },
    ],
    "a-campaign-replacement-renames-its-neighbour": [
      "From the second replacement of a campaign on, the first one listed gets its name",
      (next, here) => {
        let name: unknown;
        const listing = onRecord(
          "listCampaigns",
          (item) => (property(item, "id") === 1 ? put(item, "name", name) : item),
          everAfter("replaceCampaign", success, 2),
        )(next, here);
        return async (incoming) => {
          const outgoing = await listing(incoming);
          if (incoming.operation === "replaceCampaign" && isGoodAnswer(outgoing))
            name = property(parse(incoming.body), "name");
          return outgoing;
        };
      },
    ],
    "a-segment-is-lost-after-a-malformed-replacement": [
      "After a replacement that cannot be read, queries lose the segment",
      onPage(
        "querySegments",
        (page) => {
          const items = page.items.filter((item) => property(item, "code") !== "SCRATCH");
          return { ...page, items, total: page.total - page.items.length + items.length };
        },
        whileLast("replaceSegment", 400),
      ),
    ],
    "a-campaign-takes-the-name-of-a-project-at-once": [
      "A campaign that is replaced while a project is replaced is stored with the name of the project",
      mixingOverlaps("replaceCampaign", ({ name = "" }) => ({ name }), "replaceProject"),
    ],
    "campaigns-are-listed-half-replaced": [
      "While a campaign is being replaced, lists show its new name beside its old description",
      duringWrites("replaceCampaign", ["listCampaigns", "queryCampaigns"], (page, sent) =>
        set("items/*/name", (name, record) => (property(record, "id") === sent["id"] ? sent["name"] : name))(
          page,
        ),
      ),
    ],
    "overlapping-projects-are-mixed": [
      "Of two replacements under way at once, the second one is stored with the description of the first",
      mixingOverlaps("replaceProject", ({ description = null }) => ({ description })),
    ],
    "project-replacement-merges": [
      "Replacing a project keeps whatever the body leaves out",
      merging("replaceProject"),
    ],
    "campaign-replacement-keeps-the-key": [
      "Replacing a campaign keeps its crmKey",
      merging("replaceCampaign", (name) => name === "crmKey"),
    ],
    "segment-replacement-keeps-its-cost": [
      "Replacing a segment keeps its cost, which is a number in a table of its own",
      merging("replaceSegment", (name) => name === "cost"),
    ],
    "campaign-replacement-is-not-stored": [
      "Replacing a campaign answers what was sent and stores nothing",
      pretending("replaceCampaign"),
    ],
    "project-replacement-takes-two-calls": [
      "Every other replacement of a project is only prepared",
      pretending("replaceProject", everyOther),
    ],
    "replaced-campaign-is-listed-as-before": [
      "The list of campaigns is cached over replacements",
      cachedBy("listCampaigns", wholeRequest),
    ],
    "project-replacement-loses-its-description": [
      "Replacing a project writes all of it but the description, which is gone",
      onSent(
        "replaceProject",
        add("description", null),
        sends(({ id }) => id !== undefined),
      ),
    ],
    "campaign-names-lose-emoji": [
      "Names of campaigns lose what is beyond 16 bits",
      texting("replaceCampaign", replaced(/[\u{10000}-\u{10ffff}]/gu, "?")),
    ],
    "project-descriptions-are-escaped": [
      "Projects are stored escaped for HTML",
      texting("replaceProject", (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
    ],
    "segment-names-are-latin-1": ["Texts of segments are read as Latin-1", texting("replaceSegment", latin1)],
    "segment-texts-end-at-an-apostrophe": [
      "Texts of segments end at the first apostrophe",
      texting("replaceSegment", replaced(/'.*$/s, "")),
    ],
    "campaign-amounts-are-narrow": [
      "Goals of campaigns are 32 bits of floating point",
      onSentField("replaceCampaign", "goal", amount(Math.fround)),
    ],
    "project-amounts-wrap-round": [
      "Cents of projects are 32 bits wide",
      onSentField(
        "replaceProject",
        "goal",
        amount((goal) => ((goal * 100) | 0) / 100),
      ),
    ],
    "campaign-nothing-is-the-word-null": [
      "A campaign without a description is described as null",
      onSentField("replaceCampaign", "description", turned(null, "null")),
    ],
    "long-project-texts-are-cut": [
      "Texts of projects are cut at 255 characters",
      texting("replaceProject", cutTo(255)),
    ],
    "campaign-replacement-answers-the-new-goal-and-stores-the-old": [
      "Replacing a campaign answers the goal that was sent and stores the one from before",
      storingOld("replaceCampaign", "goal"),
    ],
    "campaign-dates-are-stored-once": [
      "The dates of a campaign are stored when they are first sent, and answered as they are sent later",
      storingOld("replaceCampaign", "startDate", "endDate"),
    ],
    "project-codes-are-stored-once": [
      "The code of a project is stored when it is first sent",
      storingOld("replaceProject", "code"),
    ],
    "projects-stay-active": [
      "A project that is switched off stays active",
      storingOld("replaceProject", "isActive"),
    ],
    "segments-cannot-be-switched-off": [
      "false for isActive in the replacement of a segment is taken for the default, true",
      onSentField("replaceSegment", "isActive", turned(false, true)),
    ],
    "segment-codes-are-stored-once": [
      "The code of a segment is stored when it is first sent",
      storingOld("replaceSegment", "code"),
    ],
    "emptied-campaigns-keep-what-they-had": [
      "null in the replacement of a campaign leaves a property as it was",
      keepingEmptied("replaceCampaign"),
    ],
    "emptied-segments-keep-what-they-had": [
      "null in the replacement of a segment leaves a property as it was",
      keepingEmptied("replaceSegment"),
    ],
    "refused-campaigns-store-what-is-well-typed": [
      "A replacement of a campaign that is refused for one property stores the others",
      storingWellTyped("replaceCampaign"),
    ],
    "refused-projects-store-what-is-well-typed": [
      "A replacement of a project that is refused for one property stores the others",
      storingWellTyped("replaceProject"),
    ],
    "refused-segments-store-what-is-well-typed": [
      "A replacement of a segment that is refused for one property stores the others",
      storingWellTyped("replaceSegment"),
    ],
    "segment-costs-lose-their-sign": [
      "The cost of a segment is stored without its sign",
      onSentField("replaceSegment", "cost", amount(Math.abs)),
    ],
    "project-goals-are-cut-to-cents": [
      "The goal of a project is cut, not rounded, to cents, and 19.99 loses one",
      onSentField(
        "replaceProject",
        "goal",
        amount((goal) => Math.trunc(goal * 100) / 100),
      ),
    ],
    "small-campaign-goals-are-none": [
      "The goal of a campaign below 5 cents is stored as none",
      onSentField(
        "replaceCampaign",
        "goal",
        amount((goal) => (Math.abs(goal) < 0.05 ? 0 : goal)),
      ),
    ],
    "campaigns-begin-two-hours-late": [
      "The beginning of a campaign is stored in another zone than it was sent in",
      onSentField("replaceCampaign", "startDate", (moment) =>
        typeof moment === "string" ? new Date(Date.parse(moment) + 7_200_000).toISOString() : moment,
      ),
    ],
    "very-long-segment-texts-are-cut": [
      "Texts of segments are cut at 4,000 characters",
      texting("replaceSegment", cutTo(4000)),
    ],
    "zero-is-nothing": [
      "The goal or cost of 0 of a replaced record is stored as null",
      onSentField(replacements, ["goal", "cost"], turned(0, null)),
    ],
    "campaign-goals-lose-their-sign": [
      "The goal of a campaign is stored without its sign",
      onSentField("replaceCampaign", "goal", amount(Math.abs)),
    ],
    "campaign-texts-true-are-respelled": [
      "The text true of a campaign is stored as a flag and shown as True",
      texting("replaceCampaign", (text) => (text === "true" ? "True" : text)),
    ],
    "project-texts-lose-their-sign": [
      "The texts of a project that are numbers are stored as such",
      texting("replaceProject", (text) => (/^[+\d.]+$/.test(text) ? String(Number(text)) : text)),
    ],
    "campaigns-keep-no-summer-time": [
      "The moments of a campaign in summer are stored an hour early",
      onSentField(
        "replaceCampaign",
        ["startDate", "endDate"],
        hourEarly((month) => month >= 4 && month <= 10),
      ),
    ],
    "campaigns-begin-in-1970-at-the-earliest": [
      "The moments of a campaign are stored as seconds without a sign",
      onSentField("replaceCampaign", ["startDate", "endDate"], (moment) =>
        Date.parse(String(moment)) < 0 ? new Date(0).toISOString() : moment,
      ),
    ],
  },
});
