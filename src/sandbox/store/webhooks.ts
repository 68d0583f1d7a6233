import type { webhooks } from "../../contract/generated/types/crm.ts";
import type { InterfaceName } from "../../contract/interface-name.ts";
import { madeOnce } from "../../harness/model/made-once.ts";
import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

/** The 15 flags of a CRM webhook, each the name of an event kind (EVT-01). */
export const crmEventKinds = [
  "contactCreate",
  "contactUpdate",
  "giftCreate",
  "giftUpdate",
  "giftDelete",
  "projectCreate",
  "projectUpdate",
  "projectDelete",
  "formSubmission",
  "contactNoteCreate",
  "contactNoteUpdate",
  "contactNoteDelete",
  "eventCreate",
  "eventUpdate",
  "eventDelete",
] as const satisfies readonly (keyof webhooks)[];

export type CrmEventKind = (typeof crmEventKinds)[number];

/** A subscription. CRM webhooks are read by an endpoint; those of the other interfaces are an assumption. */
export interface Webhook {
  readonly id: number;
  readonly interface: InterfaceName;
  readonly organizationId: number;
  readonly payloadUrl: string;
  /** What deliveries are signed with. */
  readonly secret: string;
  /** Without it nothing is delivered (EVT-02). */
  readonly active: boolean;
  readonly kinds: ReadonlySet<string>;
}

export const webhookSchema = sql`
  create table webhook (
    id integer primary key,
    interface text not null,
    organization_id integer not null references organization (id),
    payload_url text not null,
    secret text not null,
    active integer not null,
    kinds text not null
  ) strict;
  create index webhook_by_organization on webhook (organization_id, interface, id);
`;

interface WebhookRow {
  readonly id: number;
  readonly interface: InterfaceName;
  readonly organization_id: number;
  readonly payload_url: string;
  readonly secret: string;
  readonly active: number;
  readonly kinds: string;
}

const webhookOf = madeOnce((row: WebhookRow): Webhook => ({
  id: row.id,
  interface: row.interface,
  organizationId: row.organization_id,
  payloadUrl: row.payload_url,
  secret: row.secret,
  active: row.active === 1,
  // Only this file writes them.
  kinds: new Set(JSON.parse(row.kinds) as string[]),
}));

/** Stores a webhook and returns its id. */
export const addWebhook = (database: Database, webhook: Omit<Webhook, "id">): number =>
  database.run(sql`
    insert into webhook (interface, organization_id, payload_url, secret, active, kinds)
    values (${webhook.interface}, ${webhook.organizationId}, ${webhook.payloadUrl}, ${webhook.secret},
      ${webhook.active}, ${JSON.stringify([...webhook.kinds])})`).lastId;

/** Overwrites everything but id, interface and organization. */
export const saveWebhook = (database: Database, webhook: Webhook): void => {
  database.run(sql`
    update webhook set payload_url = ${webhook.payloadUrl}, secret = ${webhook.secret},
      active = ${webhook.active}, kinds = ${JSON.stringify([...webhook.kinds])}
    where id = ${webhook.id} and organization_id = ${webhook.organizationId}`);
};

export const removeWebhook = (database: Database, organizationId: number, id: number): void => {
  database.run(sql`delete from webhook where organization_id = ${organizationId} and id = ${id}`);
};

export const findWebhook = (
  database: Database,
  interfaceName: InterfaceName,
  organizationId: number,
  id: number,
): Webhook | undefined => {
  const row = database.get<WebhookRow>(sql`
    select * from webhook
    where organization_id = ${organizationId} and interface = ${interfaceName} and id = ${id}`);
  return row === undefined ? undefined : webhookOf(row);
};

/** The webhooks that a kind of event is delivered to: active ones that subscribe to it. */
export const subscribers = (
  database: Database,
  interfaceName: InterfaceName,
  organizationId: number,
  kind: string,
): Webhook[] =>
  database
    .all<WebhookRow>(
      sql`select * from webhook
        where organization_id = ${organizationId} and interface = ${interfaceName} and active = 1
        order by id`,
    )
    .map(webhookOf)
    .filter(({ kinds }) => kinds.has(kind));

/** The highest id so far, or 0. */
export const countWebhooks = (database: Database): number =>
  database.get<{ highest: number | null }>(sql`select max(id) as highest from webhook`)?.highest ?? 0;
