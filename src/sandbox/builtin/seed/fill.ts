import type { BuiltinInterface } from "../../../builtin/interface-name.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { documentSchema } from "../../documents/record-table.ts";
import { extensionRecords } from "../../extension/records.ts";
import { accounts, credentials } from "../../store/credentials.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { deliveries } from "../../store/deliveries.ts";
import { eventSchema } from "../../store/events.ts";
import { metaSchema, readMeta, writeMeta } from "../../store/meta.ts";
import { organizations } from "../../store/organizations.ts";
import { smsMessages } from "../../store/sms-outbox.ts";
import { sql } from "../../store/sql.ts";
import { webhooks } from "../../store/webhooks.ts";
import { seedCredentials } from "./credentials.ts";
import { crmSeed } from "./crm.ts";
import { donationSeed } from "./donation.ts";
import type { InterfaceSeed, SeedContext } from "./interface-seed.ts";
import { volunteerSeed } from "./volunteer.ts";

/** Incremented with every schema change: files of another version are refused. */
const schemaVersion = "7";

export const interfaceSeeds: Readonly<Record<BuiltinInterface, InterfaceSeed>> = {
  crm: crmSeed,
  donation: donationSeed,
  volunteer: volunteerSeed,
};

const coreSchema = [
  metaSchema,
  organizations.schema,
  ...[accounts, credentials].flatMap(({ schema, indexes }) => [schema, indexes]),
  smsMessages.schema,
  eventSchema,
  documentSchema,
  ...[webhooks, deliveries, extensionRecords].flatMap(({ schema, indexes }) => [schema, indexes]),
];

/** Parameters of a filled store. */
export type Filling = Pick<SeedContext, "seed" | "scale">;

/** The parameters of a filled store, and whether it was empty before. */
interface Filled extends Filling {
  readonly isNew: boolean;
}

/**
 * Fills an empty store and leaves a filled one unchanged; returns its parameters. All or nothing: an interrupted
 * filling leaves it empty.
 * @throws UsageError when the file holds something else, or a store of another version.
 */
export const fillStore = (context: SeedContext): Filled => {
  const { database } = context;
  const tables = database.all<{ name: string }>(
    sql`select name from sqlite_schema where type = 'table' and name not like 'sqlite%'`,
  );
  if (tables.length > 0) return { ...knownFilling(database, tables), isNew: false };
  database.transaction(() => {
    const seeds = Object.values(interfaceSeeds);
    for (const schema of [...coreSchema, ...seeds.flatMap((seed) => seed.schema)]) database.script(schema);
    writeMeta(database, "schemaVersion", schemaVersion);
    writeMeta(database, "seed", String(context.seed));
    writeMeta(database, "scale", String(context.scale));
    seedCredentials(context);
    for (const seed of seeds) seed.fill(context);
  });
  return { seed: context.seed, scale: context.scale, isNew: true };
};

const knownFilling = (database: SandboxDatabase, tables: readonly { name: string }[]): Filling => {
  const isOurs =
    tables.some(({ name }) => name === "meta") && tables.some(({ name }) => name === "credential");
  const version = isOurs ? readMeta(database, "schemaVersion") : undefined;
  if (version === schemaVersion) {
    return { seed: Number(readMeta(database, "seed")), scale: Number(readMeta(database, "scale")) };
  }
  throw new UsageError("the data file was not written by this version of the sandbox", {
    hint: "choose another file, or delete this one to start over",
  });
};

/** Images of filled stores, by seed context; the most recently used one is last. */
const images = new Map<string, Uint8Array>();

/** Limit of images; each takes a megabyte at the usual scale. */
const mostImages = 8;

/** Donors of the largest store kept. */
const largestScale = 1000;

const keep = (key: string, image: Uint8Array): void => {
  images.delete(key);
  images.set(key, image);
  const [oldest] = images.keys();
  if (images.size > mostImages && oldest !== undefined) images.delete(oldest);
};

/**
 * Fills an empty store in memory as `fillStore` does, or copies one with the same contents, in a fiftieth of the time:
 * some runs open several sandboxes, and a test suite opens one per test. Not within a transaction.
 */
export const fillOrCopy = (context: SeedContext): Filled => {
  const { database, seed, scale, now } = context;
  if (scale > largestScale) return fillStore(context);
  const key = [seed, scale, now].join();
  const known = images.get(key);
  if (known !== undefined) {
    database.load(known);
    keep(key, known);
    return { seed, scale, isNew: true };
  }
  const filled = fillStore(context);
  const image = database.image();
  if (image !== undefined) keep(key, image);
  return filled;
};
