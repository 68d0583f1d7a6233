import type { OperationId } from "../../contract/generated/operations.ts";
import type { JsonObject } from "../../harness/model/json-object.ts";
import { faultsOf, type Answering, type Fault, type Incoming, type Outgoing } from "./fault.ts";
import { json } from "./support/answers.ts";
import { replacements } from "./support/donation-operations.ts";
import { edit, objectOf, property } from "./support/edit.ts";
import { problem } from "./support/problems.ts";
import { always, answering, isAdmitted } from "./support/refusing.ts";
import { onAnswer, onRequestBody, parse, withJson } from "./support/wrappers.ts";
import {
  behindOneWrite,
  keeping,
  mixingOverlaps,
  storingRefused,
  wholeRequest,
} from "./support/over-time.ts";

type Wrap = Fault["wrap"];

type Replacement = (typeof replacements)[number];

/** Remembers the last whole body of each record, as a table would. */
const merging =
  (of: Replacement, isKept: (name: string) => boolean): Wrap =>
  (next) => {
    const stored = new Map<unknown, JsonObject>();
    return async (incoming) => {
      if (incoming.operation !== of) return next(incoming);
      const sent = objectOf(parse(incoming.body));
      const before = Object.fromEntries(
        Object.entries(stored.get(sent["id"]) ?? {}).filter(([name]) => isKept(name)),
      );
      const body = { ...before, ...sent };
      const outgoing = await next({ ...incoming, body: JSON.stringify(body) });
      if (outgoing.status < 300) stored.set(sent["id"], body);
      return outgoing;
    };
  };

/** Answers some properties as they are sent, and stores them as they were stored first. */
const storingOld =
  (
    of: Replacement,
    names: readonly string[] | undefined,
    isKept: (value: unknown) => boolean = (value) => value !== undefined,
  ): Wrap =>
  (next) => {
    const stored = new Map<unknown, JsonObject>();
    return async (incoming) => {
      if (incoming.operation !== of) return next(incoming);
      const sent = objectOf(parse(incoming.body));
      const old = Object.entries(stored.get(sent["id"]) ?? {}).filter(
        ([name]) => (names?.includes(name) ?? true) && isKept(sent[name]),
      );
      const body = { ...sent, ...Object.fromEntries(old) };
      const outgoing = await next({ ...incoming, body: JSON.stringify(body) });
      if (outgoing.status >= 300) return outgoing;
      stored.set(sent["id"], { ...body, ...stored.get(sent["id"]) });
      const answer = parse(outgoing.body);
      return answer === undefined ? outgoing : withJson(outgoing, { ...objectOf(answer), ...sent });
    };
  };

/** Answers a replacement as if it were done. */
const pretending =
  (of: Replacement, isPretended: (count: number) => boolean): Wrap =>
  (next, surroundings) => {
    let count = 0;
    return async (incoming) => {
      const sent = parse(incoming.body);
      if (incoming.operation !== of || sent === undefined || !isAdmitted(incoming, surroundings))
        return next(incoming);
      count += 1;
      return isPretended(count) ? json(200, sent) : next(incoming);
    };
  };

/** Keeps what a read answered first. */
const caching =
  (isRead: (incoming: Incoming) => boolean): Wrap =>
  (next: Answering) => {
    const kept = new Map<string, Outgoing>();
    return async (incoming) => {
      if (!isRead(incoming)) return next(incoming);
      const key = `${incoming.url.href} ${incoming.body ?? ""} ${incoming.headers.get("authorization") ?? ""}`;
      const outgoing = kept.get(key) ?? (await next(incoming));
      kept.set(key, outgoing);
      return { ...outgoing, headers: new Headers(outgoing.headers) };
    };
  };

/** Stores other texts than those that were sent. */
const texting = (of: Replacement, change: (text: string) => string): Wrap =>
  onRequestBody(of, (body) =>
    Object.fromEntries(
      Object.entries(objectOf(body)).map(([name, value]) => [
        name,
        typeof value === "string" && /^(?:name|description)$/.test(name) ? change(value) : value,
      ]),
    ),
  );

/** Stores what is no object of a replacement that was refused. */
const storingWellTyped =
  (operation: OperationId): Fault["wrap"] =>
  (next) =>
  async (incoming) => {
    const outgoing = await next(incoming);
    const whole = Object.entries(objectOf(parse(incoming.body)));
    const rest = whole.filter(([, value]) => typeof value !== "object");
    if (incoming.operation === operation && outgoing.status === 400 && rest.length < whole.length)
      await next({ ...incoming, body: JSON.stringify(Object.fromEntries(rest)) });
    return outgoing;
  };

export const faults = faultsOf("DON-17", {
  gross: {
    "replacements-are-refused": [
      "Every replacement is refused",
      answering(replacements, always, () => problem(400, "The record cannot be replaced.")),
    ],
    "replacements-are-only-accepted": [
      "A replacement is answered with 202 and done later",
      onAnswer(replacements, (outgoing) => (outgoing.status < 300 ? { ...outgoing, status: 202 } : outgoing)),
      { alsoBreaks: { "DON-20": "202 is none of the stated statuses." } },
    ],
  },
  structural: {
    "segment-replacement-is-missing": [
      "Segments cannot be replaced",
      answering(["replaceSegment"], always, () => problem(404, "There is nothing here.")),
    ],
  },
  behavioural: {
    "campaign-list-is-one-replacement-behind": [
      "The list of campaigns is read from a replica that is one replacement behind",
      behindOneWrite(["replaceCampaign"], ({ operation }) => operation === "listCampaigns"),
    ],
    "sorted-campaigns-are-as-they-were-first": [
      "A list of campaigns in an order is cached over replacements",
      keeping(
        ({ operation, url }) => operation === "listCampaigns" && url.searchParams.has("SortBy"),
        wholeRequest,
      ),
    ],
    "queried-campaigns-are-as-they-were-first": [
      "A query of campaigns is cached over replacements",
      keeping(({ operation }) => operation === "queryCampaigns", wholeRequest),
    ],
    "queried-segments-are-one-replacement-behind": [
      "A query of segments is one replacement behind",
      behindOneWrite(["replaceSegment"], ({ operation }) => operation === "querySegments"),
    ],
    "a-refused-campaign-replacement-is-stored": [
      "A replacement of a campaign without a token is refused and stored",
      storingRefused(["replaceCampaign"], [401]),
    ],
    "a-refused-segment-replacement-is-stored": [
      "A replacement of a segment without a token is refused and stored",
      storingRefused(["replaceSegment"], [401]),
    ],
    "the-same-project-twice-loses-its-description": [
      "Replacing a project twice by the same stores nothing of its description",
      (next) => {
        let last: string | undefined;
        return async (incoming) => {
          if (incoming.operation !== "replaceProject") return next(incoming);
          const isRepeated = incoming.body === last;
          last = incoming.body;
          return next(
            isRepeated
              ? {
                  ...incoming,
                  body: JSON.stringify({ ...objectOf(parse(incoming.body)), description: null }),
                }
              : incoming,
          );
        };
      },
    ],
    "project-replacement-merges-from-the-fourth-on": [
      "From the fourth replacement on a project keeps what the body leaves out",
      (next, surroundings) => {
        const merged = merging("replaceProject", always)(next, surroundings);
        let count = 0;
        return (incoming) => {
          count += incoming.operation === "replaceProject" ? 1 : 0;
          return count < 4 ? next(incoming) : merged(incoming);
        };
      },
    ],
    "a-project-is-listed-twice-after-its-third-replacement": [
      "From the third replacement on a project is listed beside what it was replaced by",
      (next) => {
        let count = 0;
        return async (incoming) => {
          const outgoing = await next(incoming);
          count += incoming.operation === "replaceProject" && outgoing.status < 300 ? 1 : 0;
          const body = objectOf(parse(outgoing.body));
          const items = body["items"];
          if (incoming.operation !== "listProjects" || count < 3 || !Array.isArray(items)) return outgoing;
          const total = Number(body["total"]) + 1;
          return json(200, { ...body, items: [...items, items.at(-1)], total });
        };
      },
      { alsoBreaks: { "DON-03": "The total counts the record twice." } },
    ],
    "a-campaign-replacement-renames-its-neighbour": [
      "From the second replacement of a campaign on, the first one listed gets its name",
      (next) => {
        const names: unknown[] = [];
        return async (incoming) => {
          const outgoing = await next(incoming);
          if (incoming.operation === "replaceCampaign" && outgoing.status < 300)
            names.push(objectOf(parse(incoming.body))["name"]);
          const body = objectOf(parse(outgoing.body));
          const items = body["items"];
          if (incoming.operation !== "listCampaigns" || names.length < 2 || !Array.isArray(items))
            return outgoing;
          const sent = names.at(-1);
          return json(200, {
            ...body,
            items: items.map((item: unknown) =>
              objectOf(item)["id"] === 1 ? { ...objectOf(item), name: sent } : item,
            ),
          });
        };
      },
    ],
    "a-segment-is-lost-after-a-malformed-replacement": [
      "After a replacement that cannot be read, queries lose the segment",
      (next) => {
        let isLost = false;
        return async (incoming) => {
          const outgoing = await next(incoming);
          if (incoming.operation === "replaceSegment") isLost = outgoing.status === 400;
          const body = objectOf(parse(outgoing.body));
          const items = body["items"];
          if (!isLost || incoming.operation !== "querySegments" || !Array.isArray(items)) return outgoing;
          const left = items.filter((item: unknown) => objectOf(item)["code"] !== "SCRATCH");
          return json(200, {
            ...body,
            items: left,
            total: Number(body["total"]) - items.length + left.length,
          });
        };
      },
    ],
    "overlapping-projects-are-mixed": [
      "Of two replacements under way at once, the second one is stored with the description of the first",
      mixingOverlaps("replaceProject", ({ description = null }) => ({ description })),
    ],
    "project-replacement-merges": [
      "Replacing a project keeps whatever the body leaves out",
      merging("replaceProject", always),
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
      pretending("replaceCampaign", always),
    ],
    "project-replacement-takes-two-calls": [
      "Every other replacement of a project is only prepared",
      pretending("replaceProject", (count) => count % 2 === 1),
    ],
    "replaced-campaign-is-listed-as-before": [
      "The list of campaigns is cached over replacements",
      caching(({ operation }) => operation === "listCampaigns"),
    ],
    "project-replacement-loses-its-description": [
      "Replacing a project writes all of it but the description, which is gone",
      onRequestBody("replaceProject", (body) =>
        property(body, "id") === undefined ? body : { ...objectOf(body), description: null },
      ),
    ],

    "campaign-names-lose-emoji": [
      "Names of campaigns lose what is beyond 16 bits",
      texting("replaceCampaign", (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?")),
    ],
    "project-descriptions-are-escaped": [
      "Projects are stored escaped for HTML",
      texting("replaceProject", (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
    ],
    "segment-names-are-latin-1": [
      "Texts of segments are read as Latin-1",
      texting("replaceSegment", (text) => Buffer.from(text, "utf8").toString("latin1")),
    ],
    "segment-texts-end-at-an-apostrophe": [
      "Texts of segments end at the first apostrophe",
      texting("replaceSegment", (text) => text.split("'")[0] ?? ""),
    ],
    "campaign-amounts-are-narrow": [
      "Goals of campaigns are 32 bits of floating point",
      onRequestBody("replaceCampaign", (body) => {
        const { goal } = objectOf(body);
        return typeof goal === "number" ? { ...objectOf(body), goal: Math.fround(goal) } : body;
      }),
    ],
    "project-amounts-wrap-round": [
      "Cents of projects are 32 bits wide",
      onRequestBody("replaceProject", (body) => {
        const { goal } = objectOf(body);
        return typeof goal === "number" ? { ...objectOf(body), goal: ((goal * 100) | 0) / 100 } : body;
      }),
    ],
    "campaign-nothing-is-the-word-null": [
      "A campaign without a description is described as null",
      onRequestBody("replaceCampaign", (body) =>
        property(body, "description") === null ? { ...objectOf(body), description: "null" } : body,
      ),
    ],
    "long-project-texts-are-cut": [
      "Texts of projects are cut at 255 characters",
      texting("replaceProject", (text) => text.slice(0, 255)),
    ],
    "campaign-replacement-answers-the-new-goal-and-stores-the-old": [
      "Replacing a campaign answers the goal that was sent and stores the one from before",
      storingOld("replaceCampaign", ["goal"]),
    ],
    "campaign-dates-are-stored-once": [
      "The dates of a campaign are stored when they are first sent, and answered as they are sent later",
      storingOld("replaceCampaign", ["startDate", "endDate"]),
    ],
    "project-codes-are-stored-once": [
      "The code of a project is stored when it is first sent",
      storingOld("replaceProject", ["code"]),
    ],
    "projects-stay-active": [
      "A project that is switched off stays active",
      storingOld("replaceProject", ["isActive"]),
    ],
    "segment-codes-are-stored-once": [
      "The code of a segment is stored when it is first sent",
      storingOld("replaceSegment", ["code"]),
    ],
    "emptied-campaigns-keep-what-they-had": [
      "null in the replacement of a campaign leaves a property as it was",
      storingOld("replaceCampaign", undefined, (value) => value === null),
    ],
    "emptied-segments-keep-what-they-had": [
      "null in the replacement of a segment leaves a property as it was",
      storingOld("replaceSegment", undefined, (value) => value === null),
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
      onRequestBody("replaceSegment", (body) =>
        edit(body, "cost", (cost) => (typeof cost === "number" ? Math.abs(cost) : cost)),
      ),
    ],
    "campaign-goals-lose-their-sign": [
      "The goal of a campaign is stored without its sign",
      onRequestBody("replaceCampaign", (body) =>
        edit(body, "goal", (goal) => (typeof goal === "number" ? Math.abs(goal) : goal)),
      ),
    ],
  },
});
