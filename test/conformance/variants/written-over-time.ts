import type { Answering, FaultRequest, FaultAnswer } from "../../../src/builtin/faults/fault.ts";
import { crmError, jsonAnswer, parse, withJson } from "../../../src/builtin/faults/support/answers.ts";
import { leavingTheList } from "../../../src/builtin/faults/support/created.ts";
import { isAdmitted } from "../../../src/builtin/faults/support/credentials.ts";
import { objectOf, property } from "../../../src/builtin/faults/support/edit.ts";
import { wholeRequest } from "../../../src/builtin/faults/support/rules.ts";
import { successes } from "./support/shapes.ts";
import { variantOf, type Variant, type Wrap } from "./variant.ts";

const variant = variantOf("volunteer");

const sent = ({ body }: FaultRequest): Readonly<Record<string, unknown>> => objectOf(parse(body));

/** Answers the first read after each write as before it: a replica that has caught up when it is asked again. */
const lateOnce =
  (write: string, isRead: (incoming: FaultRequest) => boolean): Wrap =>
  (next) => {
    const known = new Map<string, FaultAnswer>();
    const late = new Set<string>();
    return async (incoming) => {
      const outgoing = await next(incoming);
      if (incoming.operation === write && outgoing.status < 300)
        for (const key of known.keys()) late.add(key);
      if (!isRead(incoming) || outgoing.status > 299) return outgoing;
      const key = wholeRequest(incoming);
      const before = late.delete(key) ? known.get(key) : undefined;
      known.set(key, outgoing);
      const shown = before ?? outgoing;
      return { ...shown, headers: new Headers(shown.headers) };
    };
  };

/** Takes the writes of one operation one after the other, the last one that came first. */
const lastComesFirst =
  (operation: string): Wrap =>
  (next: Answering) => {
    let before: Promise<unknown> = Promise.resolve();
    const waiting: (() => void)[] = [];
    return async (incoming) => {
      if (incoming.operation !== operation) return next(incoming);
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        setImmediate(() => waiting.pop()?.());
      });
      const inTurn = before;
      let done = (): void => undefined;
      before = new Promise<void>((resolve) => {
        done = resolve;
      });
      await inTurn;
      try {
        return await next(incoming);
      } finally {
        done();
      }
    };
  };

/** Refuses bodies of one operation from whoever would be let in. */
const refusingBodies =
  (operation: string, isRefused: (body: Readonly<Record<string, unknown>>) => boolean): Wrap =>
  (next, environment) =>
  async (incoming) =>
    incoming.operation === operation && isAdmitted(incoming, environment) && isRefused(sent(incoming))
      ? jsonAnswer(422, { message: "The given data was invalid." })
      : next(incoming);

/** Refuses a creation with a value that an earlier one had. */
const oncePerValue =
  (operation: string, valueOf: (body: Readonly<Record<string, unknown>>) => unknown): Wrap =>
  (next, environment) => {
    const taken = new Set<unknown>();
    const guarded = refusingBodies(operation, (body) => taken.has(valueOf(body)))(next, environment);
    return async (incoming) => {
      const outgoing = await guarded(incoming);
      const value = valueOf(sent(incoming));
      if (incoming.operation === operation && outgoing.status < 300 && value !== undefined) taken.add(value);
      return outgoing;
    };
  };

const dataOf = (body: unknown): Readonly<Record<string, unknown>> => objectOf(property(body, "data"));

/** A field that no document has and that is another one in every other answer. */
const flickering = (): ((body: unknown) => unknown) => {
  let count = 0;
  return (body) => {
    count += 1;
    const served = count % 2 === 0 ? "hit" : "miss";
    const data = dataOf(body);
    return Object.keys(data).length > 0
      ? { ...objectOf(body), data: { ...data, served } }
      : { ...objectOf(body), served };
  };
};

const payloads = "Resources B and C: fields of records and payloads are not stated (U-02, U-17).";

/** What looks like a defect in time and is none. */
export const writtenOverTime: readonly Variant[] = [
  variantOf("donation")("campaigns-are-listed-a-moment-late", "replaced campaigns", {
    open: "Endpoints B: when a replacement shows in lists is not stated; a moment later is soon enough.",
    wrap: lateOnce("replaceCampaign", ({ operation }) => operation === "listCampaigns"),
  }),
  variantOf("donation")("segments-are-queried-a-moment-late", "replaced segments", {
    open: "Endpoints B: when a replacement shows in queries is not stated; a moment later is soon enough.",
    wrap: lateOnce("replaceSegment", ({ operation }) => operation === "querySegments"),
  }),
  variantOf("donation")("names-of-projects-are-in-capitals", "replaced projects", {
    open: payloads,
    wrap: successes(["replaceProject", "listProjects"], (body) => {
      const capitals = (record: unknown): unknown =>
        typeof property(record, "name") === "string"
          ? { ...objectOf(record), name: String(property(record, "name")).toUpperCase() }
          : record;
      const items = property(body, "items");
      return Array.isArray(items) ? { ...objectOf(body), items: items.map(capitals) } : capitals(body);
    }),
  }),
  variantOf("donation", "crm")(
    "replacements-that-overlap-are-stored-the-other-way-round",
    "overlapping replacements",
    {
      open: "Endpoints A and B: of two replacements under way at once, either one may be stored last.",
      // Their order alone is another one.
      isDormant: true,
      wrap: (next, environment) =>
        lastComesFirst("replaceContactNote")(
          lastComesFirst("replaceProject")(next, environment),
          environment,
        ),
    },
  ),
  variant("a-group-is-never-without-members", "empty groups", {
    open: "Endpoints C: 422 is for validation failures; whether a group may be empty is not stated.",
    wrap: (next) => async (incoming) => {
      const { members } = sent(incoming);
      const isEmpty =
        incoming.operation === "setGroupMembers" && Array.isArray(members) && members.length === 0;
      // Only a caller who would be let in gets this answer.
      const outgoing = isEmpty
        ? await next({ ...incoming, body: JSON.stringify({ members: "" }) })
        : undefined;
      return outgoing ?? next(incoming);
    },
  }),
  variantOf("crm")("notes-want-a-text", "required properties of notes", {
    open: "Resources A: which properties of a note are required is not stated.",
    wrap: (next) => async (incoming) => {
      const outgoing = await next(incoming);
      return incoming.operation === "replaceContactNote" &&
        outgoing.status === 200 &&
        sent(incoming)["note"] === undefined
        ? crmError(422, "A note needs a text.")
        : outgoing;
    },
  }),
  variantOf("crm", "volunteer")("records-say-whether-they-were-cached", "further fields of single records", {
    open: `${payloads} A field more is allowed anywhere.`,
    wrap: (next, environment) =>
      successes(["getUser", "getContact", "getWebhook"], flickering())(next, environment),
  }),
  variant("the-same-members-twice-change-nothing", "answers of members", {
    open: payloads,
    wrap: (next) => {
      let last: string | undefined;
      return async (incoming) => {
        const outgoing = await next(incoming);
        if (incoming.operation !== "setGroupMembers" || outgoing.status >= 300) return outgoing;
        const isRepeated = incoming.body === last;
        last = incoming.body;
        return isRepeated
          ? jsonAnswer(200, { message: "Nothing has changed." })
          : withJson(outgoing, parse(outgoing.body));
      };
    },
  }),
  variant("users-are-listed-a-moment-late", "new users on the list", {
    open: "Endpoints C: when a new user is listed is not stated; a moment later is soon enough.",
    wrap: lateOnce("createUser", ({ operation }) => operation === "listUsers"),
  }),
  variant("users-are-listed-once-somebody-approves", "new users on the list", {
    open: "Endpoints C: that the list holds whoever was created is not stated.",
    wrap: leavingTheList(() => true),
  }),
  variant("an-address-is-one-users", "addresses of users", {
    open: `${payloads} An address, or a mailbox, may belong to one user alone.`,
    wrap: oncePerValue("createUser", ({ email }) =>
      typeof email === "string" ? email.replace(/\+[^@]*/, "") : undefined,
    ),
  }),
  variant("addresses-have-no-plus", "addresses of users", {
    open: `${payloads} Which addresses are valid is not stated.`,
    wrap: refusingBodies("createUser", ({ email }) => typeof email === "string" && email.includes("+")),
  }),
];
