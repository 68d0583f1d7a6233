import { operations, type OperationId } from "../../builtin/generated/operations.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { interfaces } from "../../builtin/interfaces.ts";
import { wholeNote } from "../../builtin/scratch-note.ts";
import type { PlanContext } from "../../core/model/check.ts";
import type { Authorization, Call } from "../../core/model/exchange.ts";
import { configured } from "../../core/model/secret.ts";
import { fillTemplate } from "./declared-body.ts";
import { isObject, mayBeId, type JsonObject } from "./json.ts";
import type { QueryOperation } from "./paged-endpoint.ts";

type Parts = Pick<Call, "path" | "query" | "body">;

type Sample = (context: PlanContext) => Parts | undefined;

const nothing: Sample = () => ({});

const withPath =
  (name: string, setting: string): Sample =>
  (context) => {
    const id = idAt(context, setting);
    return id === undefined ? undefined : { path: { [name]: id } };
  };

const withBody =
  (setting: string): Sample =>
  (context) => {
    const value = context.setting(setting);
    return value === undefined ? undefined : { body: { kind: "json", value: fillTemplate(value, context) } };
  };

const both =
  (left: Sample, right: Sample): Sample =>
  (context) => {
    const one = left(context);
    const other = right(context);
    return one === undefined || other === undefined ? undefined : { ...one, ...other };
  };

/** Of the endpoint's configured type, so that only the credential can be wrong. */
const query =
  (kind: string): Sample =>
  (context) => {
    const queryType = context.setting(`donation.queries.queryTypes.${kind}`) ?? 0;
    return { body: { kind: "json", value: { queryType, take: 1 } } };
  };

const onePage: Sample = () => ({ query: { Take: 1 } });

/** An ordinary call of each operation; undefined if the configuration lacks what it needs. */
const samples: Readonly<Record<OperationId, Sample>> = {
  issueToken: () => undefined,
  getContact: withPath("contactId", "crm.records.contactId"),
  getContactByReference: withPath("referenceId", "crm.records.referenceId"),
  listContactMethodTypes: nothing,
  getWebhook: withPath("webhookId", "crm.records.webhookId"),
  addEventContact: (context) => {
    const eventId = idAt(context, "crm.scratch.eventId");
    const contactIndividualId = integerAt(context, "crm.scratch.contactIndividualId");
    if (eventId === undefined || contactIndividualId === undefined) return undefined;
    return { path: { eventId }, body: { kind: "json", value: { contactIndividualId } } };
  },
  replaceContactNote: (context) => {
    const noteId = idAt(context, "crm.scratch.noteId");
    const noteType = context.setting("crm.scratch.noteType");
    if (noteId === undefined || noteType === undefined) return undefined;
    return { path: { noteId }, body: { kind: "json", value: wholeNote(noteType) } };
  },
  listDonors: onePage,
  listGifts: onePage,
  listCampaigns: onePage,
  listCustomFields: nothing,
  listPremiums: nothing,
  listProjects: nothing,
  queryDonors: query("donor"),
  queryGifts: query("gift"),
  queryCampaigns: query("campaign"),
  queryRecurringGifts: query("recurringGift"),
  querySegments: query("segment"),
  getQueryOptions: () => ({ path: { queryType: 0 } }),
  getQueryList: () => ({ path: { queryType: 0 } }),
  replaceCampaign: withBody("donation.scratch.campaign"),
  replaceProject: withBody("donation.scratch.project"),
  replaceSegment: withBody("donation.scratch.segment"),
  listUsers: () => ({ query: { per_page: 1 } }),
  getUser: withPath("id", "volunteer.records.userId"),
  createUser: withBody("volunteer.scratch.createUser"),
  createProject: withBody("volunteer.scratch.createProject"),
  updateProject: both(
    withPath("id", "volunteer.scratch.projectId"),
    withBody("volunteer.scratch.updateProject"),
  ),
  createGroup: withBody("volunteer.scratch.createGroup"),
  updateGroup: both(withPath("id", "volunteer.scratch.groupId"), withBody("volunteer.scratch.updateGroup")),
  setGroupMembers: both(
    withPath("id", "volunteer.scratch.groupId"),
    withBody("volunteer.scratch.setMembers"),
  ),
};

const wholePage: Sample = () => ({
  query: { Skip: 0, Take: 2, SortBy: "id", Descending: true, Filter: "a", IncludeDetails: true },
});

const wholeQuery =
  (kind: QueryOperation["kind"]): Sample =>
  (context) => {
    const queryType = context.setting(`donation.queries.queryTypes.${kind}`) ?? 0;
    const [condition] = sampleConditions(context, kind);
    const groups =
      condition === undefined
        ? {}
        : { groups: [{ conjunct: anyConjunct(context), conditions: [condition] }] };
    const page = { skip: 0, take: 2, sortBy: "id", descending: true, includeDetails: true };
    return { body: { kind: "json", value: { queryType, ...page, ...groups } } };
  };

/** The calls of operations that can be asked for more, with all options, or for hidden content. */
const fullSamples: Readonly<Partial<Record<OperationId, Sample>>> = {
  getContact: withPath("contactId", "crm.records.privateContactId"),
  listDonors: wholePage,
  listGifts: wholePage,
  listCampaigns: wholePage,
  queryDonors: wholeQuery("donor"),
  queryGifts: wholeQuery("gift"),
  queryCampaigns: wholeQuery("campaign"),
  queryRecurringGifts: wholeQuery("recurringGift"),
  querySegments: wholeQuery("segment"),
  listUsers: nothing,
};

/** A read of each interface that needs no record, to show that a credential is accepted. */
export const firstReads = {
  crm: "listContactMethodTypes",
  donation: "listDonors",
  volunteer: "listUsers",
} as const satisfies Record<BuiltinInterface, OperationId>;

/** The id at a dotted config path, as text or number; undefined if none is configured. */
export const idAt = (context: PlanContext, setting: string): string | number | undefined => {
  const id = context.setting(setting);
  return mayBeId(id) ? id : undefined;
};

/** A configured id for a body that states an integer; a configuration may have it in quotes. */
export const integerAt = (context: PlanContext, setting: string): string | number | undefined => {
  const id = idAt(context, setting);
  return Number.isSafeInteger(Number(id)) && String(Number(id)) === id ? Number(id) : id;
};

/** A configured credential in its stated header form. */
export const bearer = (name: string): Authorization => ({ kind: "secret", secret: configured(name) });

export const mainBearer = (name: BuiltinInterface): Authorization => bearer(interfaces[name].mainCredential);

/** An ordinary call of an operation; undefined if the configuration lacks what it needs. */
export const sampleCall = (
  operation: OperationId,
  context: PlanContext,
  authorization: Authorization,
  label: string = operation,
): Call | undefined => {
  const parts = samples[operation](context);
  return parts === undefined ? undefined : { operation, ...parts, authorization, label };
};

/** A call of an operation with all options; undefined if it equals the ordinary one. */
export const fullCall = (
  operation: OperationId,
  context: PlanContext,
  authorization: Authorization,
  label: string,
): Call | undefined => {
  const parts = fullSamples[operation]?.(context);
  return parts === undefined ? undefined : { operation, ...parts, authorization, label };
};

/** The operations of an interface that require a credential, by whether they change records. */
export const securedOperations = (
  interfaceName: BuiltinInterface,
  effect: "read" | "write",
): readonly OperationId[] =>
  Object.values(operations)
    .filter((operation) => operation.interface === interfaceName && operation.effect === effect)
    .map(({ id }) => id);

/** Conditions that are configured as valid for a kind of query (donation.queries.sampleConditions). */
export const sampleConditions = (
  context: PlanContext,
  kind: QueryOperation["kind"],
): readonly JsonObject[] => {
  const conditions = context.setting(`donation.queries.sampleConditions.${kind}`);
  return Array.isArray(conditions) ? conditions.filter(isObject) : [];
};

/** The integer of AND if configured; for a single condition either works. */
export const anyConjunct = (context: PlanContext): number =>
  context.setting("donation.queries.conjunctAnd") === 1 ? 1 : 0;
