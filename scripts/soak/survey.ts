import { valueAtPointer } from "../../src/core/formats/json-pointer.ts";
import type { Caller, Order } from "./caller.ts";
import { recordsIn, type OrganizationId, type Witness } from "./witness.ts";

export type ReplaceableKind = "Campaign" | "Project" | "Segment";

/** The content of an organization before any writes. */
export interface Survey {
  readonly contactIds: readonly number[];
  readonly webhookIds: readonly number[];
  readonly userIds: readonly number[];
  readonly donors: number;
  readonly gifts: number;
  readonly replaceable: readonly { readonly kind: ReplaceableKind; readonly id: number }[];
}

export const idOf = (record: unknown): number => Number(valueAtPointer(record, "/id"));

const most = 1000;

/**
 * Reads everything that an organization may see, and lets the witness learn it. Finds records that no stated endpoint
 * lists by trying ids up to `lastId`.
 */
export const surveyOrganization = async (
  call: Caller,
  organization: OrganizationId,
  witness: Witness,
  lastId: number,
): Promise<Survey> => {
  const read = async (order: Omit<Order, "name">): Promise<unknown> => {
    const answer = await call({ name: "survey", ...order });
    for (const record of recordsIn(answer)) witness.learn(organization, order.sort, record);
    return answer;
  };
  const listed = async (sort: string, path: string): Promise<readonly unknown[]> => {
    const all: unknown[] = [];
    for (;;) {
      const query = `IncludeDetails=true&Take=${most}&Skip=${all.length}`;
      const page = await read({ interface: "donation", sort, path: `${path}?${query}` });
      all.push(...recordsIn(page));
      if (all.length >= Number(valueAtPointer(page, "/total"))) return all;
    }
  };
  const queried = async (sort: string, path: string, queryType: number): Promise<readonly unknown[]> => {
    const body = { queryType, take: most, includeDetails: true };
    return recordsIn(await read({ interface: "donation", sort, path, method: "POST", body }));
  };
  const volunteer = async (sort: string, path: string): Promise<readonly unknown[]> =>
    recordsIn(await read({ interface: "volunteer", sort, path: `${path}?per_page=${most}` }));
  const existing = async (of: Order["interface"], sort: string, path: string): Promise<readonly number[]> => {
    const found: number[] = [];
    for (let id = 1; id <= lastId; id += 1) {
      const order = { interface: of, sort, path: `${path}/${id}`, expected: [200, 404] } as const;
      if (idOf(await read(order)) === id) found.push(id);
    }
    return found;
  };

  const donors = await listed("Donor", "/api/Donor/list");
  const gifts = await listed("Gift", "/api/Gift/list");
  await queried("RecurringGift", "/api/RecurringGift/query", 4);
  await existing("volunteer", "group", "/v1/groups");
  await existing("volunteer", "project", "/v1/projects");
  await read({ interface: "crm", sort: "methodType", path: "/api/ContactMethod/Types" });
  const replaceable = {
    Campaign: await listed("Campaign", "/api/Campaign/list"),
    Project: await listed("Project", "/api/Project/list"),
    Segment: await queried("Segment", "/api/Segment/query", 2),
  };
  return {
    contactIds: await existing("crm", "contact", "/api/Contact"),
    webhookIds: await existing("crm", "webhook", "/api/Webhook"),
    userIds: (await volunteer("user", "/v1/users")).map(idOf),
    donors: donors.length,
    gifts: gifts.length,
    // Its keys are those of the literal above.
    replaceable: (Object.keys(replaceable) as ReplaceableKind[]).flatMap((kind) =>
      replaceable[kind].map((record) => ({ kind, id: idOf(record) })),
    ),
  };
};
