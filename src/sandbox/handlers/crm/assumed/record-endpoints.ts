import type { Permission } from "../../../permissions.ts";
import { integerInPath, type AssumedEndpoint } from "../../../pipeline/assumed-endpoint.ts";
import type { Answer, Context, ParsedRequest } from "../../../pipeline/endpoint.ts";
import { isRefusal, refuse, type Refusal } from "../../../refusal.ts";
import type { Database } from "../../../store/database.ts";
import { idIn, whenKnown } from "./when-known.ts";

interface Owned {
  readonly organizationId: number;
}

interface Stored extends Owned {
  readonly id: number;
}

/** A kind of record that is created, replaced and deleted by endpoints of its own (U-07). */
interface RecordKind<Input extends object> {
  /** What messages, bodies of events and their kinds call it: `event`, `eventCreate`. */
  readonly noun: string;
  /** Operation ids end in it: `createEvent`. */
  readonly name: string;
  /** Without the id: `/api/Event`. */
  readonly path: string;
  readonly permission: Permission;
  readonly readNew: (body: unknown, context: Context) => Input | Refusal;
  /** What a replacement writes: all but what a record keeps for good. */
  readonly readChange: (body: unknown, context: Context) => Partial<Input> | Refusal;
  readonly find: (context: Context, id: number) => (Input & Stored) | undefined;
  /** Where they are stored. */
  readonly entity: {
    add(database: Database, record: Input & Owned): number;
    save(database: Database, id: number, change: Partial<Input>): void;
    remove(database: Database, id: number): void;
  };
  readonly view: (stored: Input & Stored, context: Context) => Record<string, unknown>;
}

/** Creating, replacing and deleting records of a kind. */
export const recordEndpoints = <Input extends object>(
  kind: RecordKind<Input>,
): readonly AssumedEndpoint[] => {
  const { noun, name, permission, entity } = kind;
  const idName = `${noun}Id`;
  const path = `${kind.path}/{${idName}}`;
  const parameters = [integerInPath(idName)];
  const missing = (): Refusal => refuse(404, `There is no such ${noun}.`);

  const create = ({ body }: ParsedRequest, context: Context): Answer | Refusal => {
    const input = kind.readNew(body, context);
    if (isRefusal(input)) return input;
    const owned = { ...input, organizationId: context.caller.organizationId };
    const view = kind.view({ ...owned, id: entity.add(context.database, owned) }, context);
    context.emit(`${noun}Create`, { [noun]: view });
    return { status: 200, body: view };
  };

  const update = (request: ParsedRequest, context: Context): Answer | Refusal => {
    const before = kind.find(context, idIn(request, idName));
    if (before === undefined) return missing();
    const change = kind.readChange(request.body, context);
    if (isRefusal(change)) return change;
    const after = { ...before, ...change };
    entity.save(context.database, before.id, change);
    const view = kind.view(after, context);
    context.emit(`${noun}Update`, { [noun]: view });
    return { status: 200, body: view };
  };

  const remove = (request: ParsedRequest, context: Context): Answer | Refusal => {
    const known = kind.find(context, idIn(request, idName));
    if (known === undefined) return missing();
    entity.remove(context.database, known.id);
    context.emit(`${noun}Delete`, { [noun]: kind.view(known, context) });
    return { status: 204 };
  };

  const creating = { path: kind.path, permission, readsBody: true, respond: create } as const;
  const updating = { path, permission, parameters, readsBody: true, respond: update } as const;
  const removing = { path, permission, parameters, respond: remove };
  return [
    whenKnown("U-07", { id: `create${name}`, method: "POST", ...creating }),
    whenKnown("U-07", { id: `update${name}`, method: "PUT", ...updating }),
    whenKnown("U-07", { id: `delete${name}`, method: "DELETE", ...removing }),
  ];
};
