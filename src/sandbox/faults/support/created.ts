import type { OperationId } from "../../../contract/generated/operations.ts";
import type { JsonObject } from "../../../harness/model/json-object.ts";
import type { Fault, Incoming, Outgoing } from "../fault.ts";
import { json } from "./answers.ts";
import { edit, objectOf, property } from "./edit.ts";
import { isTaken } from "./over-time.ts";
import { isAdmitted } from "./refusing.ts";
import { parse, withJson } from "./wrappers.ts";

type Wrap = Fault["wrap"];

/** A record that was created, and what came after. */
export interface Created {
  readonly id: string;
  /** How often it was read, the read under way included. */
  reads: number;
  /** The bodies of creations since then that were accepted, and of those that were refused. */
  readonly next: JsonObject[];
  readonly refused: JsonObject[];
}

const creations: Readonly<Record<string, OperationId>> = {
  users: "createUser",
  groups: "createGroup",
  projects: "createProject",
};

type Collection = "users" | "groups" | "projects";

const readOf = ({ method, url }: Incoming, collection: Collection): string | undefined =>
  method === "GET" ? new RegExp(`/v1/${collection}/([^/]+)$`).exec(url.pathname)?.[1] : undefined;

/** Changes what shows the records of a collection that were created meanwhile: reads of one, and with `list` those of all. */
export const onCreated =
  (
    collection: Collection,
    change: (outgoing: Outgoing, record: Created) => Outgoing,
    list?: (outgoing: Outgoing, records: readonly Created[]) => Outgoing,
  ): Wrap =>
  (next, surroundings) => {
    const records = new Map<string, Created>();
    const note = (incoming: Incoming, outgoing: Outgoing): void => {
      const body = objectOf(parse(incoming.body));
      for (const record of records.values()) (isTaken(outgoing) ? record.next : record.refused).push(body);
      const id = property(property(parse(outgoing.body), "data"), "id");
      if (isTaken(outgoing)) records.set(String(id), { id: String(id), reads: 0, next: [], refused: [] });
    };
    return async (incoming) => {
      const outgoing = await next(incoming);
      // What another organization creates is not listed here.
      const isOwn = isTaken(outgoing) ? isAdmitted(incoming, surroundings) : true;
      if (incoming.operation === creations[collection] && isOwn) note(incoming, outgoing);
      if (
        incoming.operation === "listUsers" &&
        isAdmitted(incoming, surroundings) &&
        isTaken(outgoing) &&
        list !== undefined
      )
        return list(outgoing, [...records.values()]);
      const record = records.get(readOf(incoming, collection) ?? "");
      if (record === undefined || !isTaken(outgoing)) return outgoing;
      record.reads += 1;
      return change(outgoing, record);
    };
  };

/** Leaves a record as it is. */
export const unchanged = (outgoing: Outgoing): Outgoing => outgoing;

export const lost = (): Outgoing => json(404, { message: "There is nothing here." });

/** The record with some of what was sent for another one. */
export const withNames = (outgoing: Outgoing, of: JsonObject | undefined): Outgoing =>
  withJson(
    outgoing,
    edit(parse(outgoing.body), "data", (data) => ({
      ...objectOf(data),
      ...Object.fromEntries(
        ["first_name", "name"].flatMap((name) =>
          of?.[name] === undefined || property(data, name) === undefined ? [] : [[name, of[name]]],
        ),
      ),
    })),
  );

/** A list without some of its records, and with a total that says so. */
export const listWithout =
  (isLeftOut: (record: Created) => boolean) =>
  (outgoing: Outgoing, records: readonly Created[]): Outgoing => {
    const hidden = new Set(records.filter(isLeftOut).map(({ id }) => id));
    const body = parse(outgoing.body);
    const fewer = edit(body, "data", (data) =>
      (Array.isArray(data) ? data : []).filter((one) => !hidden.has(String(property(one, "id")))),
    );
    return withJson(
      outgoing,
      edit(fewer, "meta/total", (total) => Number(total) - hidden.size),
    );
  };
