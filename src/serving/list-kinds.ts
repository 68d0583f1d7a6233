import type { Callable } from "../contracts/checks/api.ts";
import { takesList } from "../contracts/checks/effects.ts";
import { erased, isItemPath, nounOf, placesIn } from "../contracts/checks/templates.ts";
import type { ApiDocument, ApiOperation } from "../documents/document.ts";
import type { Schema } from "../documents/schemas/schema.ts";
import { bodySchema, kindOf, listedSchema, type ServedKind } from "./kinds.ts";
import { hasNamedExamples } from "./named-examples.ts";
import { successOf } from "./responses.ts";
import { roleOf } from "./roles.ts";
import type { Schemas } from "./schemas.ts";
import { isPlainList } from "./show.ts";
import { parentKind } from "./verbs.ts";

const pathIn = ({ path }: ApiOperation): string => path.replace(/\/$/, "");

/** Names of a schema's properties, and of those of its alternatives. */
const namesIn = (schema: Schema | undefined, { reading }: Schemas): readonly string[] => {
  const { properties, branches } = reading.view(schema);
  return [schema, ...branches].flatMap((one) =>
    Object.keys(one === schema ? properties : reading.view(one).properties),
  );
};

const sharesProperty = (one: Schema | undefined, other: Schema | undefined, schemas: Schemas): boolean => {
  const names = namesIn(one, schemas);
  return namesIn(other, schemas).some((name) => names.includes(name));
};

/** Whether a POST beside a list adds to it, rather than asks for it in another way. */
const adds = (operation: ApiOperation, records: Schema | undefined, schemas: Schemas): boolean => {
  const { media } = successOf(operation);
  return (
    operation.method === "POST" &&
    !takesList(operation, schemas.reading) &&
    sharesProperty(bodySchema(operation), records, schemas) &&
    (media?.schema === undefined || !isPlainList(media.schema, schemas))
  );
};

/** Whether an operation sends the whole of a list, so that it is a state of its own. */
const sendsWhole = (operation: ApiOperation, schemas: Schemas): boolean =>
  (operation.method === "PUT" || operation.method === "PATCH") && takesList(operation, schemas.reading);

const callableOf = (operation: ApiOperation): Callable => ({
  operation,
  id: operation.id,
  name: operation.id,
  reach: "one record",
});

/** Records that nothing but a list shows, such as events: they are found page by page, and by its filters. */
export const withLists = (
  { operations }: Pick<ApiDocument, "operations">,
  kinds: readonly ServedKind[],
  schemas: Schemas,
): readonly ServedKind[] => {
  const free = operations.filter((operation) => roleOf(operation, kinds, schemas).does === "answer");
  const made = free.flatMap((operation): readonly ServedKind[] => {
    const { method, path } = operation;
    const list = { callable: callableOf(operation) };
    const records = listedSchema({ list }, schemas);
    if (method !== "GET" || isItemPath(path) || records === undefined) return [];
    // Its examples are answers to requests that it names.
    if (hasNamedExamples(operation)) return [];
    const beside = operations.filter((one) => one !== operation && pathIn(one) === pathIn(operation));
    const isKnown = kinds.some(
      (kind) =>
        schemas.isSame(records, kind.schema) && kind.template.startsWith(`${erased(pathIn(operation))}/`),
    );
    const isState = beside.some((one) => sendsWhole(one, schemas));
    if (isKnown || isState || !isPlainList(successOf(operation).media?.schema, schemas)) return [];
    const create = beside.find((one) => free.includes(one) && adds(one, records, schemas));
    const kind = kindOf(
      {
        name: nounOf(path),
        isDeclared: false,
        list,
        ...(create === undefined ? {} : { create: { callable: callableOf(create) } }),
        unique: [],
        canonical: [],
        moves: [],
        lags: false,
      },
      schemas,
    );
    if (kind === undefined) return [];
    const parent = parentKind(kind, kinds);
    const isFilled = placesIn(path).length === (parent === undefined ? 0 : placesIn(parent.path).length);
    return isFilled || create !== undefined ? [kind] : [];
  });
  return [...kinds, ...made];
};
