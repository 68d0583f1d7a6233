import type { JsonObject } from "../../core/model/json-object.ts";
import { isObject } from "../../core/model/json-object.ts";
import { itemsIn } from "./record-view.ts";
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

/** The records with a mark in the pages of a list; what is shown twice in every word counts once. */
export const markedValue = (pages: ResourceAnswers, { list }: ApiResource, { name, text }: Mark) => {
  const items = pages.flatMap((page) => itemsIn(page, list ?? {}));
  const found = items.filter((item) => isObject(item) && item[name] === text);
  return [...new Map(found.map((item) => [JSON.stringify(item), item])).values()];
};
