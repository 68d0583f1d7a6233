import type { JsonObject } from "../../harness/model/json-object.ts";
import { type Fault, faultsOf, type Incoming } from "./fault.ts";
import { gone, isSuccess, json, parse, problem } from "./support/answers.ts";
import { asMain, isAdmitted } from "./support/credentials.ts";
import { add, cutTo, latin1, objectOf, property, put, replaced, set, turned } from "./support/edit.ts";
import {
  also,
  answering,
  both,
  instead,
  onAnswer,
  onBody,
  onSent,
  onSentField,
  type Rule,
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
  keeping,
  mixingOverlaps,
  sentTwice,
  startingAt,
  storing,
  whileLast,
  wholeRequest,
} from "./support/rules.ts";

type Wrap = Fault["wrap"];

type Replacement = (typeof replacements)[number];

const byId = (incoming: Incoming): string => String(sentBody(incoming)["id"]);

/** Answers with the sent record, but stores some values from the first stored one. */
const storingFirst = (of: Replacement, merge: (sent: JsonObject, first: JsonObject) => JsonObject): Wrap =>
  both(
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
const pretending = (of: Replacement, ...when: readonly Rule[]): Wrap =>
  instead(
    of,
    ({ body }) => json(200, parse(body)),
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

export const faults = faultsOf("DON-17", {
  gross: {
    "replacements-are-refused": answering(replacements, problem(400, "The record cannot be replaced.")),
    "replacements-are-only-accepted": [
      "A replacement is answered with 202 and done later",
      onAnswer(replacements, status(202)),
      { alsoBreaks: { "DON-20": "202 is none of the stated statuses." } },
    ],
  },
  structural: {
    "segment-replacement-is-missing": answering("replaceSegment", gone),
  },
  behavioural: {
    "campaign-list-is-one-replacement-behind": behindOneWrite("replaceCampaign", "listCampaigns"),
    "sorted-campaigns-are-as-they-were-first": keeping("listCampaigns", wholeRequest, asksWith("SortBy")),
    "queried-campaigns-are-as-they-were-first": keeping("queryCampaigns", wholeRequest),
    "queried-segments-are-one-replacement-behind": behindOneWrite("replaceSegment", "querySegments"),
    "a-refused-campaign-replacement-is-stored": onAnswer("replaceCampaign", also(asMain), 401),
    "a-refused-segment-replacement-is-stored": onAnswer("replaceSegment", also(asMain), 401),
    "the-same-project-twice-loses-its-description": onSent(
      "replaceProject",
      add("description", null),
      sentTwice,
    ),
    "project-replacement-merges-from-the-fourth-on": startingAt(
      4,
      "replaceProject",
      merging("replaceProject"),
    ),
    "a-project-is-listed-twice-after-its-third-replacement": [
      "From the third replacement on a project is listed beside what it was replaced by",
      onPage(
        "listProjects",
        ({ items, total }) => ({ items: [...items, items.at(-1)], total: total + 1 }),
        everAfter("replaceProject", success, 3),
      ),
      { alsoBreaks: { "DON-03": "The total counts the record twice." } },
    ],
    "a-campaign-replacement-renames-its-neighbour": (next, here) => {
      let name: unknown;
      const listing = onRecord(
        "listCampaigns",
        (item) => (property(item, "id") === 1 ? put(item, "name", name) : item),
        everAfter("replaceCampaign", success, 2),
      )(next, here);
      return async (incoming) => {
        const outgoing = await listing(incoming);
        if (incoming.operation === "replaceCampaign" && isSuccess(outgoing))
          name = property(parse(incoming.body), "name");
        return outgoing;
      };
    },
    "a-segment-is-lost-after-a-malformed-replacement": onPage(
      "querySegments",
      (page) => {
        const items = page.items.filter((item) => property(item, "code") !== "SCRATCH");
        return { ...page, items, total: page.total - page.items.length + items.length };
      },
      whileLast("replaceSegment", 400),
    ),
    "a-campaign-takes-the-name-of-a-project-at-once": mixingOverlaps(
      "replaceCampaign",
      ({ name = "" }) => ({ name }),
      "replaceProject",
    ),
    "campaigns-are-listed-half-replaced": duringWrites(
      "replaceCampaign",
      ["listCampaigns", "queryCampaigns"],
      (page, sent) =>
        set("items/*/name", (name, record) => (property(record, "id") === sent["id"] ? sent["name"] : name))(
          page,
        ),
    ),
    "overlapping-projects-are-mixed": mixingOverlaps("replaceProject", ({ description = null }) => ({
      description,
    })),
    "project-replacement-merges": merging("replaceProject"),
    "campaign-replacement-keeps-the-key": merging("replaceCampaign", (name) => name === "crmKey"),
    "segment-replacement-keeps-its-cost": merging("replaceSegment", (name) => name === "cost"),
    "campaign-replacement-is-not-stored": pretending("replaceCampaign"),
    "project-replacement-takes-two-calls": pretending("replaceProject", everyOther),
    "replaced-campaign-is-listed-as-before": keeping("listCampaigns", wholeRequest),
    "project-replacement-loses-its-description": onSent(
      "replaceProject",
      add("description", null),
      sends(({ id }) => id !== undefined),
    ),
    "campaign-names-lose-emoji": texting("replaceCampaign", replaced(/[\u{10000}-\u{10ffff}]/gu, "?")),
    "project-descriptions-are-escaped": texting("replaceProject", (text) =>
      text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
    ),
    "segment-names-are-latin-1": ["Texts of segments are read as Latin-1", texting("replaceSegment", latin1)],
    "segment-texts-end-at-an-apostrophe": texting("replaceSegment", replaced(/'.*$/s, "")),
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
    "campaign-replacement-answers-the-new-goal-and-stores-the-old": storingOld("replaceCampaign", "goal"),
    "campaign-dates-are-stored-once": storingOld("replaceCampaign", "startDate", "endDate"),
    "project-codes-are-stored-once": storingOld("replaceProject", "code"),
    "projects-stay-active": storingOld("replaceProject", "isActive"),
    "segments-cannot-be-switched-off": onSentField("replaceSegment", "isActive", turned(false, true)),
    "segment-codes-are-stored-once": storingOld("replaceSegment", "code"),
    "emptied-campaigns-keep-what-they-had": keepingEmptied("replaceCampaign"),
    "emptied-segments-keep-what-they-had": keepingEmptied("replaceSegment"),
    "refused-campaigns-store-what-is-well-typed": storingWellTyped("replaceCampaign"),
    "refused-projects-store-what-is-well-typed": storingWellTyped("replaceProject"),
    "refused-segments-store-what-is-well-typed": storingWellTyped("replaceSegment"),
    "segment-costs-lose-their-sign": onSentField("replaceSegment", "cost", amount(Math.abs)),
    "project-goals-are-cut-to-cents": onSentField(
      "replaceProject",
      "goal",
      amount((goal) => Math.trunc(goal * 100) / 100),
    ),
    "small-campaign-goals-are-none": [
      "The goal of a campaign below 5 cents is stored as none",
      onSentField(
        "replaceCampaign",
        "goal",
        amount((goal) => (Math.abs(goal) < 0.05 ? 0 : goal)),
      ),
    ],
    "campaigns-begin-two-hours-late": onSentField("replaceCampaign", "startDate", (moment) =>
      typeof moment === "string" ? new Date(Date.parse(moment) + 7_200_000).toISOString() : moment,
    ),
    "very-long-segment-texts-are-cut": [
      "Texts of segments are cut at 4,000 characters",
      texting("replaceSegment", cutTo(4000)),
    ],
    "zero-is-nothing": [
      "The goal or cost of 0 of a replaced record is stored as null",
      onSentField(replacements, ["goal", "cost"], turned(0, null)),
    ],
    "campaign-goals-lose-their-sign": onSentField("replaceCampaign", "goal", amount(Math.abs)),
  },
});
