import { isObject } from "../../core/model/json-object.ts";
import { nounOf, type PathPlace } from "./templates.ts";

/** Whether a value may name a record in a path. */
export const isRecordId = (value: unknown): value is string | number =>
  (typeof value === "string" && value !== "" && value.length <= 200 && value.isWellFormed()) ||
  // A rounded number names another record.
  (typeof value === "number" && (Number.isSafeInteger(value) || !Number.isInteger(value)));

const usualLists = ["data", "items", "results", "records", "content", "values", "entries", "list"];

/** The records of a list, wherever it holds them. */
export const listedIn = (body: unknown): readonly unknown[] => {
  if (Array.isArray(body)) return body;
  if (!isObject(body)) return [];
  const lists = [...usualLists.map((name) => body[name]), ...Object.values(body)];
  return lists.find((value): value is readonly unknown[] => Array.isArray(value) && isObject(value[0])) ?? [];
};

/** The id of a record in an answer, for a parameter of a path. */
export const idIn = (record: unknown, { name, collection }: PathPlace): string | undefined => {
  if (isRecordId(record)) return String(record);
  if (!isObject(record)) return undefined;
  const noun = nounOf(collection);
  const tail = /(?:name|key|slug|code|uuid|email)$/i.exec(name)?.[0].toLowerCase();
  const names = [name, ...(tail === undefined ? [] : [tail]), "id", "_id", "uuid", "guid"];
  const usual = [...names, `${noun}Id`, `${noun}ID`, `${noun}_id`, "key", "slug", "name"];
  for (const inner of [record, record["data"], record[noun], record["result"]])
    for (const one of usual) if (isObject(inner) && isRecordId(inner[one])) return String(inner[one]);
  return undefined;
};

/** Names that mean the same record wherever they occur. */
export const namesARecord = (name: string): boolean =>
  name.length > 3 && /(?:id|uuid|slug|key|code|name)$/i.test(name);
