import { valueAt } from "../../src/formats/json-pointer.ts";
import type { Caller, Order } from "./caller.ts";
import { recordsIn, type OrganizationId, type Witness } from "./witness.ts";

/** What there is in an organization before anybody writes. */
export interface Survey {
  readonly contactIds: readonly number[];
  readonly userIds: readonly number[];
  readonly webhookIds: readonly number[];
  readonly donors: number;
  readonly gifts: number;
  /** Records that can be replaced: the place of each, its sort and its id. */
  readonly replaceable: readonly { readonly kind: ReplaceableKind; readonly id: number }[];
}

/** The kinds of replaceable record, with the integer of their query type and their replace endpoint. */
export const replaceableKinds = {
  campaign: { path: "/api/Campaign", list: "/api/Campaign/list?Take=1000" },
  project: { path: "/api/Project", list: "/api/Project/list?Take=1000" },
  segment: { path: "/api/Segment", queryType: 2 },
} as const;

export type ReplaceableKind = keyof typeof replaceableKinds;

const most = 1000;

export const idOf = (record: unknown): number => Number(valueAt(record, "/id"));

/** Reads everything that an organization may see, and lets the witness learn it. */
export const surveyOrganization = async (
  call: Caller,
  organization: OrganizationId,
  witness: Witness,
): Promise<Survey> => {
  const learn = (sort: string, records: readonly unknown[]): readonly unknown[] => {
    for (const record of records) witness.learn(organization, sort, record);
    return records;
  };
  const read = async (order: Omit<Order, "name">): Promise<unknown> => call({ name: "survey", ...order });

  const wholeList = async (sort: string, path: string): Promise<readonly unknown[]> => {
    const all: unknown[] = [];
    for (;;) {
      const answer = await read({ interface: "donation", sort, path: `${path}&Take=${most}&Skip=${all.length}` });
      all.push(...learn(sort, recordsIn(answer)));
      if (all.length >= Number(valueAt(answer, "/total"))) return all;
    }
  };
  const queryAll = async (sort: string, kind: string, queryType: number): Promise<readonly unknown[]> => {
    const body = { queryType, take: most, includeDetails: true };
    return learn(
      sort,
      recordsIn(await read({ interface: "donation", sort, path: `/api/${kind}/query`, method: "POST", body })),
    );
  };
  const volunteers = async (sort: string, path: string): Promise<readonly unknown[]> =>
    learn(sort, recordsIn(await read({ interface: "volunteer", sort, path: `/v1/${path}?per_page=${most}` })));
  const existing = async (sort: string, path: string, upTo: number): Promise<number[]> => {
    const found: number[] = [];
    for (let id = 1; id <= upTo; id += 1) {
      const record = await read({
        interface: "crm",
        sort,
        path: `${path}/${id}`,
        expected: [200, 404],
      });
      if (valueAt(record, "/id") === id) found.push(...learn(sort, [record]).map(idOf));
    }
    return found;
  };

  const donors = await wholeList("donor", "/api/Donor/list?IncludeDetails=true");
  const gifts = await wholeList("gift", "/api/Gift/list?IncludeDetails=true");
  await queryAll("recurringGift", "RecurringGift", 4);
  const replaceable = [
    ...(await wholeList("campaign", "/api/Campaign/list?IncludeDetails=true")).map((record) => ({
      kind: "campaign" as const,
      id: idOf(record),
    })),
    ...(await wholeList("project", "/api/Project/list?IncludeDetails=true")).map((record) => ({
      kind: "project" as const,
      id: idOf(record),
    })),
    ...(await queryAll("segment", "Segment", 2)).map((record) => ({
      kind: "segment" as const,
      id: idOf(record),
    })),
  ];
  const userIds = (await volunteers("user", "users")).map(idOf);
  await volunteers("group", "groups");
  await volunteers("volunteerProject", "projects");
  learn("methodTypes", [
    await read({ interface: "crm", sort: "methodTypes", path: "/api/ContactMethod/Types" }),
  ]);
  return {
    contactIds: await existing("contact", "/api/Contact", lastContact),
    userIds,
    webhookIds: await existing("webhook", "/api/Webhook", 12),
    donors: donors.length,
    gifts: gifts.length,
    replaceable,
  };
};

/** Contacts of both organizations at the scale of a soak end before this id. */
const lastContact = 600;
