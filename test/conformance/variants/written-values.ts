import { jsonAnswer, parse } from "../../../src/builtin/faults/support/answers.ts";
import { bearing } from "../../../src/builtin/faults/support/credentials.ts";
import { edit, objectOf, property } from "../../../src/builtin/faults/support/edit.ts";
import { intercepting, isObject, mapStrings, successes } from "./support/shapes.ts";
import { variantOf, type Variant, type Wrap } from "./variant.ts";

const variant = variantOf("crm");

const replacements = ["replaceCampaign", "replaceProject", "replaceSegment"] as const;
const donationReads = [...replacements, "listCampaigns", "listProjects", "querySegments"] as const;
const volunteerWrites = ["createUser", "updateGroup", "updateProject"] as const;

const unstated =
  "What becomes of an unusual text, whether it is trimmed, normalised or refused, is not stated (U-31).";

/** Stores other texts than those that were sent. */
const storing =
  (of: readonly string[], change: (text: string) => unknown): Wrap =>
  (next) =>
  (incoming) => {
    const body = parse(incoming.body);
    const isMeant = incoming.operation !== undefined && of.includes(incoming.operation) && isObject(body);
    return next(
      isMeant
        ? {
            ...incoming,
            body: JSON.stringify(
              mapStrings(body, (text, name) =>
                /(?:name|note|description)$/i.test(name) ? change(text) : text,
              ),
            ),
          }
        : incoming,
    );
  };

const hasAstral = ({ body = "" }: { readonly body: string | undefined }): boolean =>
  /[\u{10000}-\u{10ffff}]/u.test(body);

const isAdmitted = (headers: Headers): boolean =>
  headers.get("authorization")?.includes("sandbox_crm_") === true;

/** The day of a moment where clocks change twice a year. */
const dayIn = (timeZone: string, moment: number): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(moment);

/** A moment as clocks show it four hours west of Greenwich. */
const inEasternTime = (moment: string): string =>
  `${new Date(Date.parse(moment) - 4 * 3_600_000).toISOString().slice(0, -1)}-04:00`;

export const writtenValues: readonly Variant[] = [
  variant("note-texts-are-trimmed-and-composed", "note texts", {
    open: `Resources A: ${unstated}`,
    wrap: storing(["replaceContactNote"], (text) => text.trim().normalize("NFC")),
  }),
  variant("note-texts-are-decomposed", "note texts", {
    open: `Resources A: ${unstated}`,
    wrap: storing(["replaceContactNote"], (text) => text.normalize("NFD").replaceAll("\n", "\r\n")),
  }),
  variant("note-texts-are-of-three-bytes", "note texts", {
    open: `Resources A: ${unstated}`,
    wrap: intercepting(["replaceContactNote"], (incoming) =>
      hasAstral(incoming) && isAdmitted(incoming.headers)
        ? jsonAnswer(422, {
            error: {
              code: "VALIDATION_FAILED",
              message: "Use other characters.",
              details: [],
            },
          })
        : undefined,
    ),
  }),
  ...[-8, 5, 12].map((zone) =>
    variant(`note-days-are-${zone}-hours-from-greenwich`, "note days", {
      open: "Resources A: noteDate is a date and noteDateTime a moment; in which zone it has its day is not stated.",
      wrap: successes(["replaceContactNote"], (body, incoming) => {
        const moment = Date.parse(String(property(parse(incoming.body), "noteDateTime")));
        return Number.isNaN(moment)
          ? body
          : edit(body, "noteDate", () => new Date(moment + zone * 3_600_000).toISOString().slice(0, 10));
      }),
    }),
  ),
  ...["America/New_York", "Europe/Berlin", "Australia/Sydney"].map((zone) =>
    variant(`note-days-are-of-${zone.split("/")[1]?.toLowerCase().replace("_", "-") ?? ""}`, "note days", {
      open: "Resources A: noteDate is a date and noteDateTime a moment; in which zone it has its day is not stated, nor that clocks never change.",
      wrap: successes(["replaceContactNote"], (body, incoming) => {
        const moment = Date.parse(String(property(parse(incoming.body), "noteDateTime")));
        return Number.isNaN(moment) ? body : edit(body, "noteDate", () => dayIn(zone, moment));
      }),
    }),
  ),
  ...(
    [
      ["in-whole-minutes", (moment) => `${moment.slice(0, 16)}Z`],
      ["as-days", (moment) => moment.slice(0, 10)],
      ["without-a-zone", (moment) => moment.slice(0, 19)],
      ["in-eastern-daylight", (moment) => inEasternTime(moment)],
    ] as const satisfies readonly (readonly [string, (moment: string) => string])[]
  ).map(([how, shown]) =>
    variantOf("donation")(`replaced-moments-are-${how}`, "replaced moments", {
      open: "Endpoints B: bodies of replacements are not stated (U-16), nor how a moment is written or how exact it is kept.",
      wrap: successes(donationReads, (body) =>
        mapStrings(body, (text, name) =>
          /^(?:start|end)Date$/.test(name) ? shown(new Date(text).toISOString()) : text,
        ),
      ),
    }),
  ),
  variantOf("donation")("replaced-texts-are-trimmed-and-decomposed", "replaced texts", {
    open: `Endpoints B: bodies of replacements are not stated (U-16). ${unstated}`,
    wrap: storing(replacements, (text) => text.trim().normalize("NFD")),
  }),
  variantOf("donation")("replaced-amounts-are-rounded", "replaced texts", {
    open: "Endpoints B: bodies of replacements are not stated (U-16), nor how many decimals an amount has.",
    wrap: successes(donationReads, (body) => {
      const rounded = (record: unknown): unknown =>
        ["goal", "cost"].reduce(
          (one, name) =>
            edit(one, name, (amount) => (typeof amount === "number" ? Math.round(amount) : amount)),
          record,
        );
      return isObject(body) && Array.isArray(body["items"]) ? edit(body, "items/*", rounded) : rounded(body);
    }),
  }),
  variantOf("volunteer")("volunteer-names-are-trimmed", "volunteer texts", {
    open: `Endpoints C: payloads are not stated (U-17). ${unstated}`,
    wrap: storing(volunteerWrites, (text) => text.trim().normalize("NFC")),
  }),
  variantOf("volunteer")("volunteer-names-have-letters-alone", "volunteer texts", {
    open: `Endpoints C: payloads are not stated (U-17). ${unstated}`,
    wrap: (next, environment) => async (incoming) => {
      const name = property(parse(incoming.body), "name") ?? property(parse(incoming.body), "first_name");
      const isMeant = (volunteerWrites as readonly unknown[]).includes(incoming.operation);
      const isOdd = typeof name === "string" && !/^[\p{L}\p{M}\p{N} .,'-]*$/u.test(name);
      return isMeant && isOdd && bearing("volunteer", "token")(incoming, environment)
        ? jsonAnswer(422, { message: "Use letters." })
        : next(incoming);
    },
  }),
  variantOf("volunteer")("foreign-members-are-passed-over", "foreign members", {
    open: "Endpoints C: setting members documents 422 for validation failures; that a user who is not there is one is not stated.",
    wrap: (next, environment) => (incoming) => {
      const { scratch } = environment.config.interfaces.volunteer;
      const foreign = property(scratch, "otherOrganizationMemberId");
      const body = objectOf(parse(incoming.body));
      const { members } = body;
      return next(
        incoming.operation === "setGroupMembers" && Array.isArray(members)
          ? {
              ...incoming,
              body: JSON.stringify({ ...body, members: members.filter((id) => id !== foreign) }),
            }
          : incoming,
      );
    },
  }),
  variantOf("volunteer")("foreign-groups-are-forbidden", "foreign groups", {
    open: "Errors C: 403 and 404 occur; which of them means a record of another organization is not stated.",
    wrap: (next, environment) => async (incoming) => {
      const outgoing = await next(incoming);
      const isWrite = ["updateGroup", "updateProject", "setGroupMembers"].includes(incoming.operation ?? "");
      return isWrite &&
        outgoing.status === 404 &&
        bearing("volunteer", "otherOrganizationToken")(incoming, environment)
        ? jsonAnswer(403, { message: "Not yours." })
        : outgoing;
    },
  }),
  variantOf("donation")("long-pages-with-details-are-refused", "long details", {
    open: "Endpoints B: details cost performance on large results, and how long a page may be is not stated (U-30).",
    wrap: intercepting(["listDonors", "listGifts", "listCampaigns"], ({ url }) =>
      url.searchParams.get("IncludeDetails") === "true" && Number(url.searchParams.get("Take")) > 50
        ? jsonAnswer(400, { title: "Not so", status: 400, detail: "Take fewer with details." })
        : undefined,
    ),
  }),
];
