import { isFieldName } from "../../contract/documents.ts";
import { property } from "./json.ts";

/** Beyond so many values nothing more of an answer is looked at. */
const mostValues = 5000;

/**
 * The known properties that an answer shows at any depth, whatever they hold and however often: others may change
 * values, and add records and remove them, between two answers to one request.
 */
export const partsOf = (body: unknown): ReadonlySet<string> => {
  const names = new Set<string>();
  let seen = 0;
  const visit = (value: unknown, way: string): void => {
    seen += 1;
    if (seen > mostValues || typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) for (const entry of value) visit(entry, `${way}/*`);
    else
      for (const [name, inner] of Object.entries(value)) {
        if (isFieldName(name)) names.add(`${way}/${name}`);
        visit(inner, `${way}/${name}`);
      }
  };
  visit(body, "");
  return names;
};

/** The texts by which people know a record: who changes one seldom puts it back at once, as is done with flags and amounts. */
const texts = ["name", "informalName", "description", "contactType"] as const;

/** What a contact shows that does not change and change back by itself. */
export const lastingParts = (body: unknown): ReadonlySet<string> =>
  new Set([...partsOf(body), ...texts.map((name) => `${name}: ${JSON.stringify(property(body, name))}`)]);

/** Whether an answer lacks something that another one shows; what it shows beyond that, others may have added. */
export const lacks = (shown: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...other].some((part) => !shown.has(part));
