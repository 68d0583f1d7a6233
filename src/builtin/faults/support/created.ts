import type { OperationId } from "../../generated/operations.ts";
import type { JsonObject } from "../../../core/model/json-object.ts";
import type { Fault, FaultRequest, FaultAnswer } from "../fault.ts";
import { isGoodAnswer, message, parse, withJson } from "./answers.ts";
import { isAdmitted, type Who } from "./credentials.ts";
import { edit, asArray, property } from "./edit.ts";
import { sentBody } from "./requests.ts";
import type { TimedRule } from "./rows.ts";

type Wrap = Fault["wrap"];

/** A created record and later requests. */
interface Created {
  readonly id: string;
  /** Number of reads, the present one included. */
  reads: number;
  /** Bodies of later creations: accepted, and refused. */
  readonly next: JsonObject[];
  readonly refused: JsonObject[];
}

const creations: Readonly<Record<string, OperationId>> = {
  users: "createUser",
  groups: "createGroup",
  projects: "createProject",
};

type Collection = "users" | "groups" | "projects";

const readOf = ({ method, url }: FaultRequest, collection: Collection): string | undefined =>
  method === "GET" ? new RegExp(`/v1/${collection}/([^/]+)$`).exec(url.pathname)?.[1] : undefined;

/** Changes reads of created records of a collection, and with `list` also reads of all. */
const onCreated =
  (
    collection: Collection,
    change: (outgoing: FaultAnswer, record: Created) => FaultAnswer,
    list?: (outgoing: FaultAnswer, records: readonly Created[]) => FaultAnswer,
  ): Wrap =>
  (next, environment) => {
    const records = new Map<string, Created>();
    const note = (incoming: FaultRequest, outgoing: FaultAnswer): void => {
      const body = sentBody(incoming);
      for (const record of records.values())
        (isGoodAnswer(outgoing) ? record.next : record.refused).push(body);
      const id = property(property(parse(outgoing.body), "data"), "id");
      if (isGoodAnswer(outgoing))
        records.set(String(id), { id: String(id), reads: 0, next: [], refused: [] });
    };
    return async (incoming) => {
      const outgoing = await next(incoming);
      // Records created by another organization are not listed here.
      const isOwn = isGoodAnswer(outgoing) ? isAdmitted(incoming, environment) : true;
      if (incoming.operation === creations[collection] && isOwn) note(incoming, outgoing);
      if (
        incoming.operation === "listUsers" &&
        isAdmitted(incoming, environment) &&
        isGoodAnswer(outgoing) &&
        list !== undefined
      )
        return list(outgoing, [...records.values()]);
      const record = records.get(readOf(incoming, collection) ?? "");
      if (record === undefined || !isGoodAnswer(outgoing)) return outgoing;
      record.reads += 1;
      return change(outgoing, record);
    };
  };

const lost = message(404, "There is nothing here.");

export const losing = (collection: Collection, isLost: (record: Created) => boolean): Wrap =>
  onCreated(collection, (outgoing, record) => (isLost(record) ? lost : outgoing));

/** Shows another value of created records, always or at some reads. */
export const showing = (
  collection: Collection,
  name: string,
  value: string | null,
  isMeant: (record: Created) => boolean = () => true,
): Wrap =>
  onCreated(collection, (outgoing, record) =>
    isMeant(record)
      ? withJson(
          outgoing,
          edit(parse(outgoing.body), `data/${name}`, () => value),
        )
      : outgoing,
  );

/** Shows created records with the names sent for another one. */
export const renaming = (collection: Collection, of: (record: Created) => JsonObject | undefined): Wrap =>
  onCreated(collection, (outgoing, record) => {
    const sent = Object.entries(of(record) ?? {}).filter(([name]) => /^(?:first_)?name$/.test(name));
    const shown = sent.reduce<unknown>(
      (body, [name, value]) => edit(body, `data/${name}`, () => value),
      parse(outgoing.body),
    );
    return withJson(outgoing, shown);
  });

/** A list without some of its records, and with a matching total. */
const listWithout =
  (isLeftOut: (record: Created) => boolean) =>
  (outgoing: FaultAnswer, records: readonly Created[]): FaultAnswer => {
    const hidden = new Set(records.filter(isLeftOut).map(({ id }) => id));
    const body = parse(outgoing.body);
    const fewer = edit(body, "data", (data) =>
      asArray(data).filter((one) => !hidden.has(String(property(one, "id")))),
    );
    return withJson(
      outgoing,
      edit(fewer, "meta/total", (total) => Number(total) - hidden.size),
    );
  };

/** Lists users without some created ones. */
export const leavingTheList = (isLeftOut: (record: Created) => boolean): Wrap =>
  onCreated("users", (outgoing) => outgoing, listWithout(isLeftOut));

/** A record created since the sandbox started, by some callers; by default a user. */
export const justCreated = (by: Who = () => true, creation: OperationId = "createUser"): TimedRule => ({
  start: (here) => {
    const ids = new Set<string>();
    return {
      picks: ({ path }) => ids.has(path["id"] ?? ""),
      sees: (incoming, outgoing) => {
        const id = property(property(parse(outgoing.body), "data"), "id");
        if (incoming.operation === creation && id !== undefined && by(incoming, here)) ids.add(String(id));
      },
    };
  },
});
