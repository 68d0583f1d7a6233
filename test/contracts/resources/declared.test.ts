import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { check, UsageError } from "../../../src/index.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { declarationOf, documentOf } from "./model.ts";
import { shop } from "./shop.ts";

/** The refusal of a declaration in which one part is another. */
const refusalOf = async (change: (customer: Record<string, unknown>) => Record<string, unknown>) => {
  const declared: Readonly<Record<string, Record<string, unknown>>> = declarationOf(shop);
  const cwd = temporaryFolder({ "openapi.json": JSON.stringify(documentOf(shop)) });
  const resources = { ...declared, customer: change({ ...declared["customer"] }) };
  writeFileSync(join(cwd, "resources.json"), JSON.stringify(resources));
  const url = "http://127.0.0.1:1";
  const { result } = check({ cwd, openapi: "openapi.json", url, resources: "resources.json" });
  const error: unknown = await result.catch((thrown: unknown) => thrown);
  if (error instanceof UsageError) return error;
  throw new Error("nothing was refused", { cause: error });
};

test.each<readonly [string, (customer: Record<string, unknown>) => Record<string, unknown>, RegExp, RegExp]>([
  ["a key", (one) => ({ ...one, uniqe: [] }), /unknown key uniqe/, /unique/],
  ["an operation", (one) => ({ ...one, read: "getCustomr" }), /getCustomr is no operation/, /getCustomer/],
  [
    "the operation of a part",
    (one) => ({ ...one, list: { operation: "listCustomer", items: "/data" } }),
    /listCustomer is no operation/,
    /listCustomers/,
  ],
  [
    "a key of a part",
    (one) => ({ ...one, list: { operation: "listCustomers", item: "/data" } }),
    /unknown key item/,
    /items/,
  ],
  [
    "a pointer",
    (one) => ({ ...one, create: { operation: "createCustomer", newId: "id" } }),
    /JSON pointer/,
    /\/data\/id/,
  ],
  [
    "what a removal leaves",
    (one) => ({ ...one, delete: JSON.parse('{"operation": "deleteCustomer", "then": "away"}') as unknown }),
    /away is neither gone nor kept/,
    /gone|kept/,
  ],
  ["a parent", (one) => ({ ...one, parent: "notes" }), /notes is no resource/, /note/],
  ["names", (one) => ({ ...one, unique: "email" }), /list of property names/, /list/],
  ["a unique property", (one) => ({ ...one, unique: ["emial"] }), /unique.0: emial is no property/, /email/],
  ["a property that moves", (one) => ({ ...one, moves: ["nowhere"] }), /moves.0: nowhere/, /known: /],
  ["a time", (one) => ({ ...one, lag: "soon" }), /time such as/, /2s/],
  ["a model", (one) => ({ ...one, model: "Custmer" }), /Custmer is no schema/, /known: /],
  [
    "a referred resource",
    (one) => ({ ...one, refers: { noteId: "notes" } }),
    /refers.noteId: notes is no/,
    /note/,
  ],
  ["a map", (one) => ({ ...one, names: ["name"] }), /names: must map/, /names/],
  [
    "a further operation",
    (one) => ({ ...one, operations: { findCustomer: { does: "read" } } }),
    /findCustomer is no operation/,
    /known: |Customer/,
  ],
  [
    "what a further operation does",
    (one) => ({ ...one, operations: { listCustomers: { does: "lists" } } }),
    /does: lists is no verb/,
    /list/,
  ],
  [
    "a key of a further operation",
    (one) => ({ ...one, operations: { listCustomers: { does: "list", bye: {} } } }),
    /unknown key bye/,
    /by/,
  ],
  [
    "a linking resource",
    (one) => ({ ...one, operations: { listCustomers: { does: "list", through: { nots: "id" } } } }),
    /through: nots is no resource/,
    /note/,
  ],
  [
    "a pointer of a further operation",
    (one) => ({ ...one, operations: { createCustomer: { does: "create", items: "all" } } }),
    /items: must be a JSON pointer/,
    /\/transactions/,
  ],
])("%s that is wrong is said with its place and what is meant", async (_, change, message, hint) => {
  const error = await refusalOf(change);
  expect(error.line).toMatch(message);
  expect(error.line).toMatch(/customer/);
  expect(`${error.line} ${error.hint ?? ""}`).toMatch(hint);
});
