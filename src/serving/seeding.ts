import { isObject, type JsonObject } from "../core/model/json-object.ts";
import { isJsonType } from "../contracts/checks/input.ts";
import { listedIn } from "../contracts/checks/record-ids.ts";
import type { ApiMedia } from "../documents/document.ts";
import { exampleValue, roundedJson } from "./exact-json.ts";
import type { ServedKind } from "./kinds.ts";
import { mediaOf, successOf } from "./responses.ts";
import type { Schemas } from "./schemas.ts";
import { scopeOf, storedRecord } from "./show.ts";
import type { Serving } from "./served-document.ts";
import { parentKind, type RecordVerbs } from "./verbs.ts";

/** Records of parents that get children, and children of each. */
const fewParents = 3;

const examplesIn = (media: ApiMedia | undefined): readonly unknown[] =>
  media === undefined || !isJsonType(media.mediaType) ? [] : media.examples.map(exampleValue);

/** Records that the document shows as examples, of answers first. */
const exampleRecords = (
  kind: ServedKind,
): { readonly listed: readonly JsonObject[]; readonly all: readonly JsonObject[] } => {
  const { read, list, create, serving } = kind.resource;
  const single = (value: unknown): unknown =>
    kind.wrapper !== undefined && isObject(value) ? value[kind.wrapper] : value;
  const answers = [read, create?.callable].flatMap((callable) =>
    callable === undefined ? [] : examplesIn(mediaOf(successOf(callable.operation).response)).map(single),
  );
  const lists = [
    list?.callable,
    ...(serving?.operations ?? []).filter(({ does }) => does === "list").map(({ callable }) => callable),
  ];
  const listed = lists.flatMap((callable) =>
    callable === undefined
      ? []
      : examplesIn(mediaOf(successOf(callable.operation).response)).flatMap(listedIn),
  );
  const sent =
    create === undefined ? [] : (create.callable.operation.requestBody?.content ?? []).flatMap(examplesIn);
  return { listed: listed.filter(isObject), all: [...listed, ...answers, ...sent].filter(isObject) };
};

/** Fills the store with records: examples of the document, and values that its schemas allow. */
export const createSeeding = (
  kinds: readonly ServedKind[],
  verbs: RecordVerbs,
  schemas: Schemas,
  { store, choices }: Serving,
) => {
  const areExamples = choices.records === "examples";
  const wanted = areExamples ? 0 : Number(choices.records);

  const isShowable = (kind: ServedKind, record: JsonObject): boolean =>
    schemas.fits(
      kind.validator,
      roundedJson(kind.wrapper === undefined ? record : { [kind.wrapper]: record }),
    );

  const fillScope = (kind: ServedKind, scope: string): void => {
    const creation = kind.resource.create?.callable.operation;
    const invented = Array.from({ length: wanted }, (_, at) => at + 1).flatMap((number) => {
      const value = schemas.answerValue(
        kind.schema,
        kind.wrapper === undefined ? kind.validator : "",
        number,
      );
      return isObject(value) ? [fresh(value, kind)] : [];
    });
    const { listed, all } = exampleRecords(kind);
    // What a list shows is all of it; elsewhere one record is shown several times.
    const isWhole = listed.length > 0 && (areExamples || (kind.isListedAlone && wanted > 0));
    const examples = isWhole ? listed : all.slice(0, areExamples ? 1 : wanted);
    for (const record of isWhole ? examples : [...examples, ...invented]) {
      if (!areExamples && !isWhole && store.count(kind.template, scope) >= wanted) return;
      store.attempt(
        () => verbs.add(kind, scope, record, creation),
        (made) => !("refused" in made) && isShowable(kind, made.record),
      );
    }
  };

  /** An id of its own, unless whoever creates a record names it. */
  const fresh = (record: JsonObject, { idProperty, isNamedByClient, idSchema }: ServedKind): JsonObject => {
    if (idProperty === undefined) return record;
    const { [idProperty]: id, ...rest } = record;
    return isNamedByClient && schemas.typeIs(idSchema, "string") ? { ...rest, [idProperty]: id } : rest;
  };

  const fill = (kind: ServedKind): void => {
    const parent = parentKind(kind, kinds);
    const depth = kind.path.split("{").length - 2;
    if (depth === 0) return fillScope(kind, "");
    if (parent === undefined || parent.path.split("{").length - 1 !== depth) return;
    for (const scope of scopesOf(parent).slice(0, fewParents)) fillScope(kind, scope);
  };

  /** The scopes below the records of a kind. */
  const scopesOf = (kind: ServedKind): readonly string[] => {
    const parent = parentKind(kind, kinds);
    const above = parent === undefined ? [""] : scopesOf(parent);
    return above.flatMap((scope) =>
      store.page(kind.template, scope, 0, fewParents).flatMap((text) => {
        const id = kind.idProperty === undefined ? undefined : storedRecord(text)[kind.idProperty];
        return id === undefined ? [] : [`${scope}${scopeOf([String(id)])}`];
      }),
    );
  };

  return () => {
    for (const kind of kinds.toSorted((one, other) => one.template.length - other.template.length))
      fill(kind);
  };
};
