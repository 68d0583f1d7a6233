import { type BuiltinInterface, interfaceNames } from "../../builtin/interface-name.ts";
import type { SandboxDatabase } from "./database.ts";
import { booleanColumn, Entity, jsonColumn, organization, textColumn, type RecordOf } from "./entity.ts";
import { sql } from "./sql.ts";

/**
 * A subscription. CRM webhooks are read by an endpoint; those of the other interfaces are an assumption. The secret
 * signs deliveries; an inactive subscription receives none (EVT-02).
 */
export const webhooks = new Entity(
  "webhook",
  {
    interface: textColumn.required.oneOf(interfaceNames),
    organizationId: organization,
    payloadUrl: textColumn.required,
    secret: textColumn.required,
    active: booleanColumn.required,
    kinds: jsonColumn<readonly string[]>().required,
  },
  { indexes: sql`create index webhook_by_organization on webhook (organization_id, interface, id)` },
);

export type Webhook = RecordOf<typeof webhooks>;

/** An organization's CRM webhook with the id. */
export const findWebhook = (
  database: SandboxDatabase,
  organizationId: number,
  id: number,
): Webhook | undefined =>
  webhooks.find(database, sql`organization_id = ${organizationId} and interface = 'crm' and id = ${id}`);

/** Active webhooks that subscribe to the kind of event. */
export const subscribers = (
  database: SandboxDatabase,
  interfaceName: BuiltinInterface,
  organizationId: number,
  kind: string,
): Webhook[] =>
  webhooks.all(
    database,
    sql`organization_id = ${organizationId} and interface = ${interfaceName} and active = 1
      and instr(kinds, ${JSON.stringify(kind)}) > 0 order by id`,
  );

/** The highest id so far, or 0. */
export const countWebhooks = (database: SandboxDatabase): number =>
  database.get<{ highest: number | null }>(sql`select max(id) as highest from webhook`)?.highest ?? 0;
