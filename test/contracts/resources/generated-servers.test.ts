import fc from "fast-check";
import { expect, test } from "vitest";
import { isNightly, tries } from "../../nightly.ts";
import { judged } from "./judged.ts";
import type { ListModel, PropertyModel, ResourceModel } from "./model.ts";

const flag = fc.boolean();

const property: fc.Arbitrary<PropertyModel> = fc
  .record({
    kind: fc.constantFrom("text", "integer", "boolean", "choice", "object", "list", "moment"),
    masked: flag,
  } as const)
  .map(({ kind, masked }) => ({ kind, ...(masked && kind === "text" ? { masked: true as const } : {}) }));

/** Servers spell texts in their own way only. */
const named = fc.record({ canonical: flag, unique: flag }).map(({ canonical, unique }): PropertyModel => ({
  kind: "text",
  required: true,
  ...(canonical ? { canonical: true } : {}),
  ...(unique ? { unique: true } : {}),
}));

const list: fc.Arbitrary<Omit<ListModel, "filters">> = fc
  .record({
    envelope: fc.constantFrom("plain", "data", "items", "page"),
    hasTotal: flag,
    paging: fc.constantFrom("none", "offset", "page", "cursor", "link"),
    newestFirst: flag,
    sorts: flag,
  })
  // A plain list has no place for a cursor, but in a header.
  .map((one) => ({
    ...one,
    ...(one.envelope === "plain" && one.paging === "cursor" ? { paging: "link" as const } : {}),
  }));

const model = fc
  .record({
    idName: fc.constantFrom("id", "uuid", "key", "_id"),
    idKind: fc.constantFrom("integer", "uuid", "text"),
    name: named,
    others: fc.dictionary(fc.constantFrom("alpha", "beta", "gamma", "delta"), property, { maxKeys: 4 }),
    hasDefault: flag,
    hasExample: flag,
    createStatus: fc.constantFrom(200, 201),
    createAnswers: fc.constantFrom("record", "wrapped", "id", "location"),
    isWrapped: flag,
    update: fc.constantFrom("merge-patch", "json", undefined),
    hasReplace: flag,
    changeAnswers: fc.constantFrom("record", "nothing"),
    remove: fc.option(
      fc.record({ status: fc.constantFrom(200, 204), keeps: flag, twice: fc.constantFrom(204, 404) }),
      { nil: undefined },
    ),
    list: fc.option(list, { nil: undefined }),
    filters: flag,
    etags: fc.constantFrom("none", "weak", "strong"),
    hasConditions: flag,
    showsNull: flag,
    moves: flag,
  } as const)
  .map(({ name, others, hasDefault, hasReplace, update, remove, list: form, filters, moves, ...rest }) => {
    const { alpha, ...more } = others;
    const properties: Readonly<Record<string, PropertyModel>> = {
      name,
      ...(alpha === undefined
        ? {}
        : { alpha: hasDefault && alpha.kind === "boolean" ? { ...alpha, default: true } : alpha }),
      ...more,
    };
    const closed = Object.entries(properties).flatMap(([key, { kind }]) => (kind === "choice" ? [key] : []));
    return {
      ...rest,
      properties,
      // A counter that each read moves leaves no state to name.
      moves: moves && rest.etags === "none",
      hasConditions: rest.hasConditions && rest.etags === "strong",
      ...(update === undefined ? {} : { update }),
      ...(hasReplace ? { replace: true as const } : {}),
      ...(remove === undefined ? {} : { remove }),
      ...(form === undefined ? {} : { list: { ...form, filters: filters ? closed : [] } }),
    };
  });

/** Records of up to three kinds, some below others. */
const models = fc
  .record({
    kinds: fc.array(model, { minLength: 1, maxLength: 3 }),
    isNested: fc.array(flag, { minLength: 3, maxLength: 3 }),
  })
  .map(({ kinds, isNested }): readonly ResourceModel[] =>
    kinds.map((one, index) => ({
      ...one,
      name: ["order", "line", "remark"][index] ?? "",
      ...(index > 0 && isNested[index] === true ? { parent: ["order", "line"][index - 1] ?? "" } : {}),
    })),
  );

test(
  "servers that keep their word in any of the ways that a document allows give no error",
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(models, flag, async (kinds, isDeclared) => {
        const { findings } = await judged(kinds, { isDeclared, maxRequests: isNightly ? 600 : 250 });
        const errors = findings.filter(({ severity }) => severity === "error");
        expect(errors.map(({ fact, message }) => `${fact}: ${message}`)).toEqual([]);
      }),
      tries(1, 500),
    );
  },
);
