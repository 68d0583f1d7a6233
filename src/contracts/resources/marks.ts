import type { JsonObject } from "../../core/model/json-object.ts";
import { isObject } from "../../core/model/json-object.ts";
import { idIn } from "../checks/record-ids.ts";
import { itemsIn, recordPlace } from "./record-view.ts";
import type { ApiResource } from "./resource.ts";
import type { ResourceAnswers } from "./tag.ts";

/** A text by which a record is known in a list. */
export interface Mark {
  readonly name: string;
  readonly text: string;
}

/** A shorter text may be another record's. */
const shortest = 6;

/** Pages that hold a small list whole. */
export const largePages: readonly number[] = [100, 50, 25, 20, 10];

/** Texts of a record that may mark it. */
export const marksOf = (record: JsonObject): readonly Mark[] =>
  Object.entries(record).flatMap(([name, text]) =>
    typeof text === "string" && text.length >= shortest ? [{ name, text }] : [],
  );

/** The records with a mark in the pages of a list; one that several pages show counts once. */
export const markedValue = (pages: ResourceAnswers, resource: ApiResource, { name, text }: Mark) => {
  const items = pages.flatMap((page) => itemsIn(page, resource.list ?? {}));
  const found = items.filter((item) => isObject(item) && item[name] === text);
  const place = recordPlace(resource);
  // Two records may have the same mark, so an id that is the mark identifies neither.
  const keyOf = (item: unknown): string => {
    const id = place && idIn(item, place);
    return id === undefined || id === text ? JSON.stringify(item) : id;
  };
  return [...new Map(found.map((item) => [keyOf(item), item])).values()];
};
