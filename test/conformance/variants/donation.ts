import {
  empty,
  jsonAnswer,
  parse,
  textAnswer,
  withHeader,
  withJson,
} from "../../../src/builtin/faults/support/answers.ts";
import { configuredValue } from "../../../src/builtin/faults/support/credentials.ts";
import { edit, objectOf, inPascalCase, property, renamed } from "../../../src/builtin/faults/support/edit.ts";
import type { FaultRequest, FaultAnswer } from "../../../src/builtin/faults/fault.ts";
import {
  answers,
  errors,
  instead,
  isAt,
  isObject,
  lot,
  mapObjects,
  mapStrings,
  operationsOf,
  successes,
  type Json,
} from "./support/shapes.ts";
import { variantOf, type TargetConfig, type Variant, type Wrap } from "./variant.ts";

const variant = variantOf("donation");

const donation = operationsOf("donation");
const lists = ["listDonors", "listGifts", "listCampaigns"] as const;
const queries = [
  "queryDonors",
  "queryGifts",
  "queryCampaigns",
  "queryRecurringGifts",
  "querySegments",
] as const;
const paged = [...lists, ...queries] as const;
const references = ["listCustomFields", "listPremiums", "listProjects"] as const;
const replacements = ["replaceCampaign", "replaceProject", "replaceSegment"] as const;

const problem = (status: number, detail: string): FaultAnswer =>
  jsonAnswer(status, { title: "Not so", status, detail });

const sentBody = ({ body }: FaultRequest): Json => objectOf(parse(body));

/** What a request says of the page it wants, in the spelling of the bodies. */
const wish = (incoming: FaultRequest, name: string): unknown =>
  incoming.url.searchParams.get(inPascalCase(name)) ?? sentBody(incoming)[name] ?? undefined;

/** Says something else of the page, in a list or a query alike. */
const wishing = (incoming: FaultRequest, name: string, value: unknown): FaultRequest => {
  if (incoming.method !== "GET")
    return { ...incoming, body: JSON.stringify({ ...sentBody(incoming), [name]: value }) };
  const url = new URL(incoming.url);
  if (value === undefined) url.searchParams.delete(inPascalCase(name));
  else url.searchParams.set(inPascalCase(name), String(value));
  return { ...incoming, url };
};

const isPaged = ({ operation }: FaultRequest): boolean =>
  operation !== undefined && (paged as readonly string[]).includes(operation);

/** Changes what requests for pages want, before the sandbox reads it. */
const asking =
  (change: (incoming: FaultRequest) => FaultRequest): Wrap =>
  (next) =>
  (incoming) =>
    next(isPaged(incoming) ? change(incoming) : incoming);

const isRefused = (incoming: FaultRequest): boolean =>
  !incoming.headers.get("authorization")?.includes("_donation_");

/** Refuses requests of those who may ask, after the credential and before anything else. */
const refusing =
  (of: readonly (typeof donation)[number][], reason: (incoming: FaultRequest) => string | undefined): Wrap =>
  (next) =>
  async (incoming) => {
    const refusal =
      !isRefused(incoming) && incoming.operation && of.includes(incoming.operation)
        ? reason(incoming)
        : undefined;
    if (refusal === undefined) return next(incoming);
    // Whoever may not ask is refused first; what is refused is not done.
    const isWrite =
      incoming.operation !== undefined && (replacements as readonly string[]).includes(incoming.operation);
    const outgoing = await next(isWrite ? { ...incoming, body: "{}" } : incoming);
    return outgoing.status === 401 || outgoing.status === 403 || outgoing.status === 429
      ? outgoing
      : problem(400, refusal);
  };

const items = (change: (record: Json, incoming: FaultRequest) => unknown): Wrap =>
  successes(paged, (body, incoming) => edit(body, "items/*", (record) => change(objectOf(record), incoming)));

const guid = (id: unknown): string => {
  const digits = (lot(`guid ${String(id)}`) * 7919 + Number(id) * 104_729).toString(16).padStart(8, "0");
  return `${digits.slice(-8)}-0000-4000-8000-${String(id).padStart(12, "0")}`;
};

/** Writes every id of donation records anew, and reads it so. */
const idsAs =
  (write: (id: number) => unknown, read: (id: unknown) => unknown): Wrap =>
  (next, environment) => {
    const inward: Wrap = (inner) => (incoming) => {
      const isReplacement = (replacements as readonly unknown[]).includes(incoming.operation);
      const body = parse(incoming.body);
      return inner(
        isReplacement && isObject(body)
          ? { ...incoming, body: JSON.stringify(mapIds(body, read)) }
          : incoming,
      );
    };
    return successes(donation, (body) => mapIds(body, (id) => (typeof id === "number" ? write(id) : id)))(
      inward(next, environment),
      environment,
    );
  };

const mapIds = (value: unknown, change: (id: unknown) => unknown): unknown =>
  mapObjects(value, (object) =>
    Object.fromEntries(
      Object.entries(object).map(([name, inner]) => [
        name,
        /^id$|Id$/.test(name) && inner !== null ? change(inner) : inner,
      ]),
    ),
  );

const scratchIds =
  (write: (id: number) => unknown): NonNullable<Variant["settings"]> =>
  (settings) => {
    const { donation: known } = settings;
    if (known === undefined) return settings;
    const scratch = mapIds(known["scratch"], (id) => (typeof id === "number" ? write(id) : id));
    return { ...settings, donation: { ...known, scratch } };
  };

/** What a server writes on a record itself. */
const stamp = { modifiedDateTimeUtc: "2026-02-03T04:05:06Z", modifiedByUser: "amy" };

const withScratch = (settings: TargetConfig, more: Json): TargetConfig => {
  const { donation: known } = settings;
  if (known === undefined) return settings;
  const scratch = Object.entries(objectOf(known["scratch"])).map(([name, body]) => [
    name,
    { ...objectOf(body), ...more },
  ]);
  return { ...settings, donation: { ...known, scratch: Object.fromEntries(scratch) } };
};

const ofGuid = (id: unknown): unknown => (typeof id === "string" ? Number(id.slice(-12)) : id);

const withoutItems = (body: unknown): unknown => property(body, "items") ?? body;

const groupsIn = (incoming: FaultRequest): readonly unknown[] => {
  const { groups } = sentBody(incoming);
  return Array.isArray(groups) ? groups : [];
};

const fields = "Resources B: fields of records are not stated (U-02).";
const u30 = "Limits: default and maximum Take, default Skip and SortBy are not stated (U-30).";
const u34 = "Endpoints B: sortable fields differ from one endpoint to the next and are not stated (U-34).";
const u10 = "Endpoints B: how Filter matches is not documented (U-10).";
const u11 = "Endpoints B: the response shapes of both discovery endpoints are not stated (U-11).";
const u13 =
  "Endpoints B: the name of the single-value field and the meaning of operators are not stated (U-12, U-13).";
const u16 = "Endpoints B: bodies other than the envelope and the query are not stated (U-16).";
const errorForm =
  "Errors B: title, status, detail and a map of field errors; RFC 7807 allows further members.";
const u25 = "Errors B: the shape of a 429 is not stated (U-25), nor are threshold and headers (U-28).";

export const donationVariants: readonly Variant[] = [
  variant("donation-ids-are-strings", "donation records", {
    open: fields,
    wrap: idsAs(String, Number),
    settings: scratchIds(String),
  }),
  variant("donation-ids-are-guids", "donation records", {
    open: `${fields} In which order a server has ids that are no numbers is not stated either.`,
    wrap: idsAs(guid, ofGuid),
    settings: scratchIds(guid),
  }),
  variant("donation-ids-have-a-prefix", "donation records", {
    open: `${fields} In which order a server has ids that are no numbers is not stated either.`,
    wrap: idsAs(
      (id) => `D-${id}`,
      (id) => Number(String(id).slice(2)),
    ),
    settings: scratchIds((id) => `D-${id}`),
  }),
  variant("donation-records-have-no-id", "donation records", {
    open: fields,
    hides: ["DON-17"],
    wrap: items(({ id: _, ...record }) => record),
  }),
  variant("donation-records-are-few-words", ["donation records", "replacements"], {
    open: `${fields} Two records may look alike.`,
    hides: ["DON-14", "DON-17"],
    wrap: items((record, incoming) => {
      const { selectedColumns } = sentBody(incoming);
      const details = Object.entries(record).filter(([name]) =>
        /^donor(Addresses|ContactMethods)$/i.test(name),
      );
      const all = { kind: "record", amount: 10, ...Object.fromEntries(details) };
      if (!Array.isArray(selectedColumns) || selectedColumns.length === 0) return all;
      return Object.fromEntries(Object.entries(all).filter(([name]) => selectedColumns.includes(name)));
    }),
  }),
  variant("donation-records-in-pascal-case", "donation records", {
    open: fields,
    hides: ["DON-14"],
    wrap: items((record) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [inPascalCase(name), value])),
    ),
  }),
  variant("donation-pages-show-more", "page members", {
    open: "Resources B: the paged envelope is items and total; that there is nothing beside them is not stated.",
    wrap: successes(paged, (body) => ({
      ...objectOf(body),
      skip: 0,
      hasMore: true,
      links: { next: null },
      facets: [{ id: 1 }, { id: 2 }],
    })),
  }),
  ...[50, 25, 7].map((maximum) =>
    variant(`donation-pages-hold-${maximum}-at-most`, "paging", {
      open: `${u30} A page may be shorter than asked for though more records remain.`,
      assumptions: { "U-30.maximumTake": maximum, "U-30.beyondMaximum": "clamp" },
      isDormant: true,
    }),
  ),
  variant("donation-pages-beyond-20-are-refused", "paging", {
    open: u30,
    assumptions: { "U-30.maximumTake": 20, "U-30.beyondMaximum": "refuse" },
    isDormant: true,
  }),
  variant("donation-pages-of-none-are-default-pages", "paging", {
    open: `${u30} What Take 0 asks for is not stated.`,
    wrap: asking((incoming) =>
      Number(wish(incoming, "take") ?? 1) === 0 ? wishing(incoming, "take", undefined) : incoming,
    ),
    isDormant: true,
  }),
  variant("donation-pages-of-none-are-refused", "paging", {
    open: `${u30} What Take 0 asks for is not stated.`,
    wrap: refusing(paged, (incoming) =>
      Number(wish(incoming, "take") ?? 1) === 0 ? "Take at least one." : undefined,
    ),
    isDormant: true,
  }),
  ...[400, 404].map((status) =>
    variant(`donation-pages-beyond-the-end-get-${status}`, "paging", {
      open: "Endpoints B: Skip skips records; what comes beyond the last one is not stated, and 400 and 404 are documented.",
      wrap: answers(paged, (outgoing, incoming) => {
        const body = parse(outgoing.body);
        const total = Number(property(body, "total"));
        const skip = Number(wish(incoming, "skip") ?? 0);
        return outgoing.status === 200 && skip > 0 && skip >= total
          ? problem(status, "There is no such page.")
          : outgoing;
      }),
    }),
  ),
  variant("donation-pages-descend-by-default", "default direction", {
    open: "Endpoints B: Descending is the sort direction; what its absence means is not stated.",
    wrap: asking((incoming) =>
      wish(incoming, "descending") === undefined ? wishing(incoming, "descending", true) : incoming,
    ),
  }),
  variant("donation-filter-matches-nothing", "filter", {
    open: u10,
    wrap: asking((incoming) =>
      wish(incoming, "filter") === undefined ? incoming : wishing(incoming, "filter", "\u{1F9A5}"),
    ),
  }),
  variant("donation-filter-matches-everything", "filter", {
    open: u10,
    wrap: asking((incoming) => wishing(incoming, "filter", undefined)),
  }),
  variant("donation-filter-wants-three-letters", "filter", {
    open: u10,
    wrap: refusing(lists, (incoming) => {
      const filter = wish(incoming, "filter");
      return typeof filter === "string" && filter.length < 3
        ? "Search for three letters at least."
        : undefined;
    }),
  }),
  variant("donation-details-in-camel-case", "details", {
    open: "Resources B: two embedded parts are named in PascalCase, bodies otherwise are camelCase; either is accepted.",
    assumptions: { "U-02.details": "camel" },
    isDormant: true,
  }),
  variant("donation-details-always-come", "details", {
    open: "Endpoints B: details come when they are asked for; that they stay away otherwise is not stated.",
    wrap: asking((incoming) => wishing(incoming, "includeDetails", true)),
  }),
  variant("donation-details-unasked-are-null", "details", {
    open: "Endpoints B: details come when they are asked for; what stands there otherwise is not stated.",
    wrap: successes(["listDonors", "queryDonors"], (body, incoming) =>
      String(wish(incoming, "includeDetails") ?? "false") === "true" ||
      sentBody(incoming)["selectedColumns"] !== undefined
        ? body
        : edit(body, "items/*", (donor) => ({
            ...objectOf(donor),
            DonorAddresses: null,
            DonorContactMethods: null,
          })),
    ),
  }),
  variant("donation-details-repeat-the-request", "details", {
    open: "Resources B: fields of the embedded parts are not stated; one may say what was asked.",
    wrap: successes(["listDonors", "queryDonors"], (body, incoming) =>
      ["DonorAddresses", "DonorContactMethods"].reduce(
        (page, name) =>
          edit(page, `items/*/${name}/*`, (part) => ({
            ...objectOf(part),
            asked: incoming.body ?? incoming.url.search,
          })),
        body,
      ),
    ),
  }),
  variant("campaigns-are-written-by-others-meanwhile", "campaigns over time", {
    open: "What the service does: an organization writes its campaigns at any time, whoever reads them.",
    wrap: (next, environment) => {
      let count = 0;
      return successes(["listCampaigns", "queryCampaigns"], (body) => {
        count += 1;
        return edit(body, "items/*/name", (text) => `${String(text)} ${Math.floor(count / 20)}`);
      })(next, environment);
    },
  }),
  variant("queries-sort-by-names-of-their-own", "query sort fields", {
    open: "Endpoints B: the sortBy of a query is a sort field; neither its names nor their letter case are stated (U-34).",
    hides: ["DON-03", "DON-06", "DON-07"],
    wrap: refusing(queries, (incoming) =>
      sentBody(incoming)["sortBy"] === undefined
        ? undefined
        : "This query can be sorted by its own columns only.",
    ),
  }),
  variant("queries-distinguish-letter-case-of-sort-fields", "query sort fields", {
    open: "Endpoints B: SortBy of a list is case-insensitive; of the sortBy of a query that is not stated.",
    wrap: refusing(queries, (incoming) => {
      const { sortBy } = sentBody(incoming);
      return sortBy === undefined || sortBy === "id" ? undefined : "There is no such sort field.";
    }),
  }),
  variant("lists-sort-by-more-fields", "list sort fields", {
    open: u34,
    wrap: asking((incoming) => {
      const sortBy = wish(incoming, "sortBy");
      return typeof sortBy === "string" && !/^(id|modifieddatetimeutc)$/i.test(sortBy)
        ? wishing(incoming, "sortBy", "id")
        : incoming;
    }),
    isDormant: true,
  }),
  variant("queries-refuse-unknown-members", "query members", {
    open: "Endpoints B: the fields of a query body; what becomes of others is not stated.",
    wrap: refusing(queries, (incoming) => {
      const known = /^(skip|take|sortBy|descending|includeDetails|queryType|groups|selectedColumns)$/;
      return Object.keys(sentBody(incoming)).every((name) => known.test(name))
        ? undefined
        : "Unknown member.";
    }),
    isDormant: true,
  }),
  variant("queries-take-any-query-type", "query settings", {
    open: "Endpoints B: the endpoint implies the query type; that another one is refused is not stated (U-15).",
    hides: ["DON-12", "DON-13", "DON-23"],
    wrap: (next, environment) => {
      const { queries } = environment.config.interfaces.donation;
      const types = objectOf(objectOf(queries)["queryTypes"]);
      const kinds: Readonly<Record<string, string>> = {
        queryDonors: "donor",
        queryGifts: "gift",
        queryCampaigns: "campaign",
        queryRecurringGifts: "recurringGift",
        querySegments: "segment",
      };
      return (incoming) => {
        const kind = kinds[incoming.operation ?? ""];
        const { queryType } = sentBody(incoming);
        const isAny =
          typeof queryType === "number" && Number.isInteger(queryType) && queryType >= 0 && queryType <= 9;
        return next(
          kind !== undefined && isAny ? wishing(incoming, "queryType", Number(types[kind])) : incoming,
        );
      };
    },
    settings: withoutQueries,
  }),
  variant("query-types-are-not-configured", "query settings", {
    open: "Endpoints B: what the integers of a query mean is not stated (U-12 to U-15), so that nobody need know.",
    hides: ["DON-12", "DON-13", "DON-23"],
    settings: withoutQueries,
  }),
  variant("selected-columns-come-with-the-id", "columns", {
    open: "Endpoints B: selected columns are a subset of a result's fields; that the key never comes along is not stated.",
    wrap: (next) => async (incoming) => {
      const { selectedColumns } = sentBody(incoming);
      if (!isPaged(incoming) || !Array.isArray(selectedColumns) || selectedColumns.length === 0)
        return next(incoming);
      const body = JSON.stringify({
        ...sentBody(incoming),
        selectedColumns: [...new Set(["id", ...selectedColumns])],
      });
      return next({ ...incoming, body });
    },
  }),
  variant("selected-columns-come-with-metadata", "columns", {
    open: "Resources B: fields of records are not stated (U-02); an array that displays what was selected is one of them.",
    wrap: successes(queries, (body, incoming) => {
      const { selectedColumns } = sentBody(incoming);
      const columns: readonly unknown[] = Array.isArray(selectedColumns) ? selectedColumns : [];
      return edit(body, "items/*", (record) => ({
        ...objectOf(record),
        metadata: columns.map((name) => String(property(record, String(name)))),
      }));
    }),
  }),
  variant("columns-have-names-of-their-own", "columns", {
    open: "Endpoints B: valid names of columns come from the options; that they are the names of fields is not stated.",
    hides: ["DON-14", "DON-15"],
    wrap: (next) => async (incoming) => {
      if (incoming.operation === "getQueryOptions") {
        const outgoing = await next(incoming);
        return outgoing.status === 200
          ? withJson(outgoing, { columns: [{ caption: "Donor #" }, { caption: "Last Gift" }], filters: [] })
          : outgoing;
      }
      // A name that is no column selects nothing, and without a selection everything comes.
      return next(
        isPaged(incoming) && incoming.method === "POST"
          ? wishing(incoming, "selectedColumns", undefined)
          : incoming,
      );
    },
  }),
  variant("columns-are-listed-with-parameters", "columns", {
    open: "Endpoints B: options list parameters, operators and columns, in no stated shape (U-11).",
    assumptions: { "U-11": "flat" },
    isDormant: true,
  }),
  ...(["objects", "by-type", "all-types", "prose"] as const).map((shape) =>
    variant(`options-are-spelt-${shape}`, "columns", {
      open: u11,
      ...(shape === "prose" ? { hides: ["DON-15"] } : {}),
      assumptions: { "U-11": shape, "U-11.labels": "unusual" },
      isDormant: true,
    }),
  ),
  ...Object.entries({
    "names-all-that-is-unknown": { "U-12.unknown": "refused", "U-12.missing": "condition" },
    "names-the-first-that-is-unknown": { "U-12.unknown": "refused-first", "U-13.places": "own" },
    "names-nothing": { "U-12.unknown": "refused-unnamed", "U-13.places": "own", "U-13.unfit": "refused" },
    "matches-nothing-that-does-not-fit": { "U-13.unfit": "nothing" },
    "reads-what-it-can": { "U-13.unfit": "readable", "U-13.synonyms": "some" },
    "tells-null-from-empty": { "U-13.empty": "text-only", "U-13.negation": "with-null" },
  } as const).map(([name, assumptions]) =>
    variant(`query-${name}`, "conditions", {
      open: `${u13} What becomes of conditions that do not fit is not stated either.`,
      assumptions,
      isDormant: true,
    }),
  ),
  ...Object.entries({
    empty: () => ({}),
    "a-map": (body: unknown) => ({ id: { type: "integer" }, [String(property(body, "queryType"))]: {} }),
    "a-list-of-words": () => ["id"],
    "in-an-envelope": (body: unknown) => ({ data: { attributes: body }, meta: { version: 3 } }),
  }).map(([name, shape]) =>
    variant(`options-are-${name}`, "columns", {
      open: u11,
      hides: ["DON-14", "DON-15"],
      wrap: successes(["getQueryOptions"], shape),
    }),
  ),
  ...Object.entries({
    "bare-arrays": withoutItems,
    "maps-by-name": (body: unknown) => ({ queries: withoutItems(body), count: 2 }),
    words: () => "none",
  }).map(([name, shape]) =>
    variant(`query-lists-are-${name}`, "query list", { open: u11, wrap: successes(["getQueryList"], shape) }),
  ),
  variant("query-lists-of-nothing-have-no-content", "query list", {
    open: `${u11} Errors B: success is 200 or 204.`,
    wrap: answers(["getQueryList"], (outgoing) => (outgoing.status === 200 ? empty(204) : outgoing)),
  }),
  variant("lists-of-no-premiums-have-no-content", "premiums", {
    open: "Endpoints B: what other reference lists answer is not stated; Errors B: success is 200 or 204.",
    wrap: answers(["listPremiums"], (outgoing) => (outgoing.status === 200 ? empty(204) : outgoing)),
  }),
  variant("types-that-no-endpoint-takes-have-nothing-to-use", "options of unused types", {
    open: `${u11} Discovery: what a query of a type may use is listed, and of a type without a query that may be nothing.`,
    wrap: (next, environment) => {
      const types = objectOf(configuredValue(environment, "donation", "queries/queryTypes"));
      const used = new Set(Object.values(types).map(String));
      return successes(["getQueryOptions"], (body, { path }) =>
        used.has(path["queryType"] ?? "")
          ? body
          : mapObjects(body, (object) =>
              Object.fromEntries(
                Object.entries(object).map(([name, inner]) => [name, Array.isArray(inner) ? [] : inner]),
              ),
            ),
      )(next, environment);
    },
  }),
  ...Object.entries({
    "a-204": () => empty(204),
    "an-empty-object": () => jsonAnswer(200, {}),
    true: () => jsonAnswer(200, true),
    "the-id": (outgoing: FaultAnswer) => jsonAnswer(200, { id: property(parse(outgoing.body), "id") }),
    "an-operation": (outgoing: FaultAnswer) =>
      jsonAnswer(200, {
        operation: { id: 4711, state: "done" },
        replaced: parse(outgoing.body),
        warnings: [],
      }),
  }).map(([name, answer]) =>
    variant(`replacements-answer-${name}`, "replacements", {
      open: u16,
      hides: ["DON-17"],
      wrap: answers(replacements, (outgoing) => (outgoing.status < 300 ? answer(outgoing) : outgoing)),
    }),
  ),
  variant("replacements-must-be-whole", "replacements", {
    open: u16,
    hides: ["DON-17"],
    wrap: refusing(replacements, (incoming) => {
      const sizes: Readonly<Record<string, number>> = {
        replaceCampaign: 8,
        replaceProject: 8,
        replaceSegment: 7,
      };
      return Object.keys(sentBody(incoming)).length < (sizes[incoming.operation ?? ""] ?? 0)
        ? "Send all of it."
        : undefined;
    }),
  }),
  variant("replacements-fall-back-on-defaults", "replacements", {
    open: `${u16} A flag that is left out may be on by default.`,
    wrap: (next) => (incoming) => {
      const { operation } = incoming;
      const isMeant = operation !== undefined && (replacements as readonly string[]).includes(operation);
      const body = sentBody(incoming);
      const defaults = {
        isActive: true,
        ...(operation === "replaceProject" ? { isTaxDeductible: true } : {}),
      };
      return next(
        isMeant && body["id"] !== undefined
          ? { ...incoming, body: JSON.stringify({ ...defaults, ...body }) }
          : incoming,
      );
    },
  }),
  variant("records-hold-others-with-their-id", "donation records", {
    open: `${fields} Ids of different kinds of records may be the same.`,
    wrap: successes([...paged, ...references, ...replacements], (body, incoming) =>
      sentBody(incoming)["selectedColumns"] === undefined
        ? mapObjects(body, (object) =>
            Object.hasOwn(object, "id") && Object.hasOwn(object, "name")
              ? {
                  related: Array.from({ length: 30 }, (_, id) => ({
                    id: id + 1,
                    name: "Disposable campaign",
                    description: "Free to be replaced.",
                    crmKey: "C-scratch",
                    code: "SCRATCH",
                    cost: 99.95,
                    goal: 2500.75,
                    isActive: true,
                  })),
                  ...object,
                }
              : object,
          )
        : body,
    ),
  }),
  ...Object.entries({
    "bare-arrays": withoutItems,
    "items-alone": (body: unknown) => ({ items: withoutItems(body) }),
    data: (body: unknown) => ({ data: withoutItems(body), count: 3 }),
    maps: (body: unknown) => ({ byId: Object.fromEntries(Object.entries(objectOf(withoutItems(body)))) }),
    "totals-of-another-kind": (body: unknown) => ({
      customFields: withoutItems(body),
      total: { active: 3, all: 4 },
    }),
  }).map(([name, shape]) =>
    variant(`reference-lists-are-${name}`, "reference lists", {
      open: "Endpoints B: the reference lists are named without parameters, and their bodies are not stated (U-16).",
      wrap: successes(references, shape),
    }),
  ),
  variant("problems-without-field-errors", "problem errors", {
    open: errorForm,
    wrap: errors(donation, "all", (body) => {
      const { errors: _, ...rest } = objectOf(body);
      return rest;
    }),
  }),
  variant("problems-with-field-errors-always", "problem errors", {
    open: errorForm,
    wrap: errors(donation, "all", (body) => ({
      ...objectOf(body),
      errors: {
        "": [],
        "$.groups[0].conditions": ["Unreadable."],
        QueryType: ["Zu groß.", ""],
        "the filter": ["?"],
      },
    })),
  }),
  variant("problems-report-more", "problem members", {
    open: errorForm,
    wrap: errors(donation, "all", (body) => ({
      type: "about:blank",
      ...objectOf(body),
      instance: "/api/Donor/query",
      traceId: "00-7a",
      code: 7,
      message: null,
    })),
  }),
  variant("problems-as-json", "problem media type", {
    open: "Errors B: the envelope is in the style of RFC 7807; its media type is not stated.",
    wrap: answers(donation, (outgoing) =>
      outgoing.status >= 400
        ? withHeader(outgoing, "content-type", "application/json; charset=utf-8")
        : outgoing,
    ),
  }),
  variant("donation-refuses-tokens-with-403", "donation refusals", {
    open: "Authentication B: how donation tokens live is not stated (U-19), nor with which status a revoked one is refused.",
    wrap: (next, environment) => {
      const { credentials } = environment.config.interfaces.donation;
      return answers(donation, (outgoing, { headers }) =>
        outgoing.status === 401 &&
        headers.get("authorization") === `Bearer ${String(credentials["revokedToken"])}`
          ? problem(403, "That token was revoked.")
          : outgoing,
      )(next, environment);
    },
  }),
  ...(["message", "text", "empty"] as const).map((form) =>
    variant(`donation-is-slowed-down-with-${form}`, "donation 429", {
      open: u25,
      assumptions: { "U-25": form },
      isLive: true,
      wrap: (next) => {
        let count = 0;
        return async (incoming) => {
          if (!isAt(incoming, "donation")) return next(incoming);
          count += 1;
          if (count % 13 !== 4) return next(incoming);
          if (form === "empty") return empty(429);
          return form === "text"
            ? textAnswer(429, "Slow down.")
            : jsonAnswer(429, { message: "Slow down.", retry_after_ms: 10 });
        };
      },
    }),
  ),
  variant("gateways-stand-before-donations", "donation 429", {
    open: "Errors A, rule 3: 502, 503 and 504 are transient, and a gateway in front knows no envelope of ours.",
    isLive: true,
    wrap: (next) => {
      let count = 0;
      return async (incoming) => {
        if (!isAt(incoming, "donation")) return next(incoming);
        count += 1;
        if (count % 23 === 4) return jsonAnswer(503, { message: "Service Unavailable" });
        if (count % 29 === 5) return textAnswer(502, "<html>Bad Gateway</html>", "text/html");
        return count % 31 === 6 ? jsonAnswer(504, { message: "Endpoint request timed out" }) : next(incoming);
      };
    },
  }),
  variant("donation-values-of-other-types", "donation records", {
    open: fields,
    hides: ["DON-17"],
    wrap: items((record) =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => {
          if (/^(id|donor(Addresses|ContactMethods))$/i.test(name)) return [name, value];
          return [
            name,
            typeof value === "number"
              ? `$${value.toFixed(2)}`
              : typeof value === "boolean"
                ? Number(value)
                : value,
          ];
        }),
      ),
    ),
  }),
  variant("donation-words-are-long", "donation records", {
    open: `${fields} Lengths are not stated either (U-31).`,
    hides: ["DON-17"],
    wrap: items((record) => ({
      ...record,
      ...(typeof record["name"] === "string" ? { name: `${record["name"]} ${"𝕏".repeat(2000)}` } : {}),
    })),
  }),
  variant("replacements-leave-stamps-to-the-server", "replacements", {
    open: `${u16} Who changed a record, and when, a server knows itself.`,
    settings: (settings) => withScratch(settings, stamp),
    wrap: (next, environment) => {
      const inward: Wrap = (inner) => (incoming) => {
        const { operation } = incoming;
        if (!(replacements as readonly unknown[]).includes(operation)) return inner(incoming);
        const body = objectOf(parse(incoming.body));
        const { modifiedDateTimeUtc: _, modifiedByUser: __, ...rest } = body;
        return inner("id" in body ? { ...incoming, body: JSON.stringify(rest) } : incoming);
      };
      return successes([...replacements, ...paged, ...references], (body, incoming) =>
        sentBody(incoming)["selectedColumns"] === undefined
          ? edit(body, "items/*", (record) => ({ ...objectOf(record), ...stamp }))
          : body,
      )(inward(next, environment), environment);
    },
  }),
  variant("replacements-without-an-id-in-the-record", "replacements", {
    open: u16,
    hides: ["DON-17"],
    wrap: successes(
      [...replacements, "listProjects", "listCampaigns", "querySegments"],
      (body, { operation }) =>
        (replacements as readonly unknown[]).includes(operation)
          ? renamed("id", "key")(body)
          : renamed("items/*/id", "key")(body),
    ),
  }),
  variant("replaced-texts-are-written-anew", "replacements", {
    open: `${u16} A server may trim, round or write a moment in its own way.`,
    wrap: successes([...replacements, ...paged, ...references], (body) =>
      mapStrings(body, (value) => (/^\d{4}-\d\d-\d\dT/.test(value) ? value.replace(/\.\d+Z$/, "Z") : value)),
    ),
  }),
  variant("donation-403s-carry-a-challenge", "donation headers", {
    open: "Errors B: headers of errors are not stated.",
    wrap: instead(donation, [401, 403], (outgoing) =>
      withHeader(outgoing, "www-authenticate", 'Bearer error="invalid_token"'),
    ),
  }),
  variant("groups-within-groups-are-refused", "nesting", {
    open: "Endpoints B: a group has a conjunct and conditions; under which name it holds groups, if at all, is not stated.",
    wrap: refusing(queries, (incoming) =>
      groupsIn(incoming).some((group) => property(group, "groups") !== undefined)
        ? "Unknown member groups."
        : undefined,
    ),
  }),
  variant("donation-searches-in-vain-are-not-found", "filter", {
    open: "Errors B: most endpoints document 404; that a search without a match is none, as in the CRM, is not stated.",
    wrap: answers(lists, (outgoing, incoming) =>
      wish(incoming, "filter") !== undefined && property(parse(outgoing.body), "total") === 0
        ? problem(404, "Nothing matches.")
        : outgoing,
    ),
  }),
  variant("donation-queries-in-vain-are-not-found", "queries in vain", {
    open: "Errors B: most endpoints document 404; that a query without a match is none, as in the CRM, is not stated.",
    wrap: answers(queries, (outgoing, incoming) =>
      JSON.stringify(sentBody(incoming)["groups"] ?? []) !== "[]" &&
      property(parse(outgoing.body), "total") === 0
        ? problem(404, "Nothing matches.")
        : outgoing,
    ),
  }),
  variant("donation-skips-below-zero-are-refused", "paging", {
    open: "Endpoints B: Skip is a number of records; what becomes of one below zero is not stated.",
    wrap: refusing(paged, (incoming) =>
      Number(wish(incoming, "skip") ?? 0) < 0 ? "Skip none at least." : undefined,
    ),
    isDormant: true,
  }),
  variant("donation-filter-refuses-signs", "filter", {
    open: `${u10} That any text may be searched for is not stated either.`,
    wrap: refusing(lists, (incoming) =>
      /[^\p{L}\p{N} ]/u.test(String(wish(incoming, "filter") ?? ""))
        ? "Search for letters and digits."
        : undefined,
    ),
  }),
  variant("selected-columns-are-metadata", "columns", {
    open: "Resources B: fields of records are not stated (U-02); what was selected may stand in an array of displayed values.",
    wrap: successes(queries, (body, incoming) => {
      const { selectedColumns } = sentBody(incoming);
      if (!Array.isArray(selectedColumns) || selectedColumns.length === 0) return body;
      const columns: readonly unknown[] = selectedColumns;
      return edit(body, "items/*", (record) => ({
        id: property(record, "id"),
        metadata: columns.map((name) => String(property(record, String(name)))),
      }));
    }),
  }),
  variant("selected-columns-in-pascal-case", "columns", {
    open: "Resources B: fields of records are not stated (U-02), nor that they are spelt like columns.",
    wrap: successes(queries, (body, incoming) =>
      Array.isArray(sentBody(incoming)["selectedColumns"])
        ? edit(body, "items/*", (record) =>
            Object.fromEntries(
              Object.entries(objectOf(record)).map(([name, value]) => [inPascalCase(name), value]),
            ),
          )
        : body,
    ),
  }),
  variant("options-show-names-and-more", "columns", {
    open: u11,
    // It is made of these, and would list nothing of others.
    assumptions: { "U-11": "nested" },
    hides: ["DON-14", "DON-15"],
    wrap: successes(["getQueryOptions"], (body) => {
      const options = property(body, "options") ?? property(body, "parameters");
      return {
        parameters: (Array.isArray(options) ? options : []).map((option: unknown) => {
          const name = property(option, "parameter") ?? option;
          return { name, label: `The ${String(name)}`, operators: [{ key: "Equals", value: "0" }] };
        }),
        columns: { default: ["#", "Name"], all: [{ caption: "#" }] },
        operators: Object.fromEntries(
          Array.from({ length: 30 }, (_, integer) => [`Operator${integer}`, integer]),
        ),
      };
    }),
  }),
  variant("unknown-donation-paths-are-nobodys", "donation headers", {
    open: "Errors B: most endpoints document 404; a header of it is not stated.",
    wrap: instead(donation, [400, 404], (outgoing) => withHeader(outgoing, "x-powered-by", "nobody")),
  }),
  // Last, so that what others refuse to be sorted by is not its wish.
  variant("donation-default-order-is-latest-first", "paging", {
    open: u30,
    wrap: asking((incoming) =>
      wish(incoming, "sortBy") === undefined && wish(incoming, "descending") === undefined
        ? wishing(wishing(incoming, "sortBy", "modifieddatetimeutc"), "descending", true)
        : incoming,
    ),
  }),
];

function withoutQueries(settings: Parameters<NonNullable<Variant["settings"]>>[0]) {
  const { donation: own } = settings;
  if (own === undefined) return settings;
  const { queries: _, ...rest } = own;
  return { ...settings, donation: rest };
}
