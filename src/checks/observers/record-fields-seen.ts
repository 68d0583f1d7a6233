import { isSuccess, jsonOf, type Exchange } from "../../core/model/exchange.ts";
import { defineObserver } from "../../core/model/observer.ts";
import type { Settings } from "../../core/model/settings.ts";
import { isObject, property } from "../support/json.ts";
import { recordsOnPage } from "../support/paging.ts";
import { recordList } from "../support/record-list.ts";
import { createSeen, observationOn, type SeenRecords } from "../support/seen.ts";
import { namesOf } from "../support/value-shape.ts";

/** Kind of record that an operation answers. Whether setting members answers the group or them is not stated. */
const kinds: Readonly<Record<string, { readonly unknown: "U-02" | "U-03"; readonly kind: string }>> = {
  listDonors: { unknown: "U-02", kind: "donor" },
  queryDonors: { unknown: "U-02", kind: "donor" },
  listGifts: { unknown: "U-02", kind: "gift" },
  queryGifts: { unknown: "U-02", kind: "gift" },
  listCampaigns: { unknown: "U-02", kind: "campaign" },
  queryCampaigns: { unknown: "U-02", kind: "campaign" },
  queryRecurringGifts: { unknown: "U-02", kind: "recurring gift" },
  querySegments: { unknown: "U-02", kind: "segment" },
  listProjects: { unknown: "U-02", kind: "project" },
  listUsers: { unknown: "U-03", kind: "user" },
  getUser: { unknown: "U-03", kind: "user" },
  createUser: { unknown: "U-03", kind: "user" },
  createGroup: { unknown: "U-03", kind: "group" },
  updateGroup: { unknown: "U-03", kind: "group" },
  createProject: { unknown: "U-03", kind: "project" },
  updateProject: { unknown: "U-03", kind: "project" },
};

/** A record with more fields is a map. */
const mostFields = 60;

interface KindSeen {
  readonly unknown: string;
  readonly kind: string;
  readonly fields: SeenRecords;
  readonly first: Exchange;
  records: number;
  /** The properties of the last record, and the number of further records like it. */
  keys: readonly string[];
  names: readonly string[];
  more: number;
}

/** Whether an object has exactly these properties, in this order. */
const hasKeys = (record: object, keys: readonly string[]): boolean => {
  let at = 0;
  for (const key in record) {
    if (key !== keys[at]) return false;
    at += 1;
  }
  return at === keys.length;
};

/** Counts the records like the last one. */
const settle = (entry: KindSeen): void => {
  for (const name of entry.more === 0 ? [] : entry.names) entry.fields.add(name, entry.first, entry.more);
  entry.more = 0;
};

const count = (entry: KindSeen, record: object, exchange: Exchange): void => {
  entry.records += 1;
  // The records of a list are alike.
  if (hasKeys(record, entry.keys)) {
    entry.more += 1;
    return;
  }
  settle(entry);
  entry.keys = Object.keys(record);
  entry.names = namesOf(record);
  for (const name of entry.names) entry.fields.add(name, exchange);
};

/** A record at the root, or below `data` or its own name. A list in it, such as a group's members, is part of it. */
const single = (body: unknown, kind: string): readonly unknown[] => {
  const wrapped = ["data", kind].map((name) => property(body, name)).find((inner) => inner !== undefined);
  if (Array.isArray(wrapped)) return wrapped.length === 1 ? wrapped : [];
  return [isObject(wrapped) ? wrapped : body];
};

const answersMany = (operation: string): boolean => /^(?:list|query)[A-Z]/.test(operation);

const recordsIn = (exchange: Exchange, kind: string): readonly unknown[] => {
  const body = jsonOf(exchange);
  return answersMany(exchange.operation ?? "")
    ? (recordsOnPage(exchange) ?? recordList(body) ?? [])
    : single(body, kind);
};

const sentence = ({ kind, records, fields }: KindSeen): string => {
  const all = fields.all();
  const always = all.filter(({ count }) => count === records).map(({ key }) => key);
  const sometimes = all.filter(({ count }) => count < records).map(({ key }) => key);
  return `${kind}, ${records} seen: always ${always.join(", ") || "nothing"}${sometimes.length === 0 ? "" : `, at times ${sometimes.join(", ")}`}`;
};

/** Letter case in which the details of a donor begin. */
const detailsSpelling = ({ fields }: KindSeen): Settings => {
  const names = new Set(fields.keys());
  if (names.has("DonorAddresses")) return { "U-02.details": "pascal" };
  return names.has("donorAddresses") ? { "U-02.details": "camel" } : {};
};

/** Fields of the records of the donation and the volunteer interface. */
export const recordFieldsSeen = defineObserver({
  id: "record-fields-seen",
  unknowns: ["U-02", "U-03"],
  interfaces: ["donation", "volunteer"],
  watch() {
    const seen = new Map<string, KindSeen>();
    return {
      see(exchange) {
        const known = kinds[exchange.operation ?? ""];
        if (known === undefined || !isSuccess(exchange)) return;
        if (Object.hasOwn(isObject(exchange.request.body) ? exchange.request.body : {}, "selectedColumns"))
          return;
        const key = `${known.unknown} ${known.kind}`;
        for (const record of recordsIn(exchange, known.kind).filter(isObject)) {
          const entry = seen.get(key) ?? {
            ...known,
            fields: createSeen(mostFields),
            first: exchange,
            records: 0,
            keys: [],
            names: [],
            more: 0,
          };
          seen.set(key, entry);
          count(entry, record, exchange);
        }
      },
      *observations() {
        for (const entry of seen.values()) {
          settle(entry);
          yield observationOn(entry.unknown, sentence(entry), entry.first, 1, detailsSpelling(entry));
        }
      },
    };
  },
});
