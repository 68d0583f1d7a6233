import { isJsonType } from "../contracts/checks/input.ts";
import type { ApiOperation } from "../documents/document.ts";
import type { JsonObject } from "../core/model/json-object.ts";
import { exampleValue } from "./exact-json.ts";
import { isUnfit } from "./json-patch.ts";
import { FurtherVerbs } from "./further-verbs.ts";
import type { ServedKind } from "./kinds.ts";
import { createListing, type ListingOf } from "./listing.ts";
import { RecordRefusal } from "./record-store.ts";
import { createServedValues } from "./record-values.ts";
import type { Success } from "./responses.ts";
import type { OperationRole } from "./roles.ts";
import type { Schemas } from "./schemas.ts";
import type { Serving } from "./served-document.ts";
import { createHolding, type Singleton } from "./singletons.ts";
import { type AskedOperation, missing, RecordVerbs, refusedPatch, type VerbOutcome } from "./verbs.ts";

/** An operation, and what it does. */
export interface Performed {
  readonly operation: ApiOperation;
  readonly role: OperationRole;
  readonly success: Success;
  /** What there is once at its path; undefined where there are records, or nothing. */
  readonly singleton: Singleton | undefined;
}

interface PerformerParts {
  readonly kinds: readonly ServedKind[];
  readonly schemas: Schemas;
  readonly parts: Serving;
}

interface Held {
  readonly schemas: Schemas;
  readonly holding: ReturnType<typeof createHolding>;
}

/** An example of the success, or what its schema allows. */
const exampleOf = ({ success }: Performed, schemas: Schemas): unknown => {
  const { media, validator } = success;
  if (media === undefined) return undefined;
  const example = media.examples.find(({ value }) => value !== undefined);
  if (example !== undefined) return exampleValue(example);
  if (media.schema === undefined) return isJsonType(media.mediaType) ? {} : "";
  return schemas.answerValue(media.schema, validator);
};

/** What a singleton's operation answers: its state, or else something that it shows in place of it. */
const held = (
  { operation, success }: Performed,
  singleton: Singleton,
  { texts, body }: AskedOperation,
  { holding, schemas }: Held,
  answer: () => unknown,
): VerbOutcome => {
  const isRead = operation.method === "GET";
  const record = isRead ? holding.read(singleton, texts) : holding.write(singleton, operation, texts, body);
  if (isUnfit(record)) return refusedPatch(record);
  const isShown = isRead || schemas.isSame(success.media?.schema, singleton.success.media?.schema);
  return { value: isShown ? record : answer(), record };
};

/** Does what operations do with records, over a store. */
export const createPerformer = ({ kinds, schemas, parts }: PerformerParts) => {
  const verbs = new RecordVerbs({
    parts,
    schemas,
    recordValues: createServedValues(schemas, parts),
    kinds,
  });
  const further = new FurtherVerbs({ verbs, kinds, schemas, parts });
  const holding = createHolding(schemas, parts);
  const listings = new Map<string, ListingOf>();
  const listingOf = (operation: ApiOperation, kind: ServedKind): ListingOf => {
    const known = listings.get(operation.id) ?? createListing(operation, kind, schemas, parts);
    listings.set(operation.id, known);
    return known;
  };

  const perform = (performed: Performed, asked: AskedOperation): VerbOutcome => {
    const { role, success, singleton, operation } = performed;
    const answer = (): unknown => exampleOf(performed, schemas);
    // What there is once stays: its DELETE answers as the document says.
    if (singleton !== undefined && operation.method !== "DELETE") {
      // What there is once below a record is there with it.
      if ("kind" in role && !verbs.isThere(role.kind, asked.texts)) return missing(role.kind);
      return held(performed, singleton, asked, { schemas, holding }, answer);
    }
    if (role.does === "answer") return { value: answer() };
    const { kind } = role;
    switch (role.does) {
      case "create":
        return verbs.create(kind, success, asked);
      case "read":
        return verbs.read(kind, success, asked);
      case "list":
        return verbs.list(kind, success, asked, listingOf(operation, kind));
      case "replace":
        return verbs.replace(kind, success, asked);
      case "replace by body":
        return verbs.replaceByBody(kind, success, asked);
      case "update":
        return verbs.update(kind, success, asked);
      case "remove":
        return verbs.remove(kind, success, asked);
      case "act":
        return verbs.act(kind, success, asked, answer);
      case "further":
        return further.perform(role.further, kind, success, asked, listingOf(operation, kind));
    }
  };

  return {
    /** The record, or what there is once, that a request is about; undefined if it is not there. */
    stateOf: ({ role, singleton }: Performed, asked: AskedOperation): JsonObject | undefined => {
      if (!("kind" in role)) return singleton && holding.read(singleton, asked.texts);
      const { does, kind } = role;
      const texts = does === "replace by body" ? verbs.textsByBody(kind, asked) : asked.texts;
      const record = verbs.recordAt(kind, texts);
      return record !== undefined && singleton !== undefined ? holding.read(singleton, texts) : record;
    },
    /** @returns a refusal for what the store does not take */
    perform: (performed: Performed, asked: AskedOperation): VerbOutcome => {
      try {
        return perform(performed, asked);
      } catch (thrown) {
        if (!(thrown instanceof RecordRefusal)) throw thrown;
        const { refused, message, fields } = thrown;
        return { refused, message, fields };
      }
    },
    verbs,
  };
};

export type Performer = ReturnType<typeof createPerformer>;
