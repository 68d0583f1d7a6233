import { isObject, parseJson } from "../../core/model/json-object.ts";
import type { ApiOperation } from "../../documents/document.ts";
import type { ServedKind } from "../kinds.ts";
import type { Security } from "../security.ts";
import { anotherOf, filledPath, hasSucceeded, onListed, withShown, type Staging } from "./scene.ts";

interface OperationFault {
  readonly id: string;
  readonly title: string;
  readonly applies: (operation: ApiOperation, kind: ServedKind) => boolean;
  readonly stage: (operation: ApiOperation, kind: ServedKind) => Staging;
}

const always = (): boolean => true;

const removal = ({ resource }: ServedKind): ApiOperation | undefined => resource.remove?.callable.operation;

const notStored: OperationFault = {
  id: "is-not-stored",
  title: "A created record is gone at once",
  applies: (_, kind) => removal(kind) !== undefined && kind.resource.read !== undefined,
  stage: (_, kind) => () => async (scene) => {
    const answer = await scene.pass();
    // The sandbox says where a new record is, whatever its answer shows.
    const id = hasSucceeded(answer) ? answer.headers.get("location")?.split("/").at(-1) : undefined;
    if (id !== undefined)
      await scene.ask("DELETE", filledPath(kind.path, [...scene.texts, decodeURIComponent(id)]));
    return answer;
  },
};

const createdTwice: OperationFault = {
  id: "is-created-twice",
  title: "Each creation adds two records",
  applies: always,
  stage:
    () =>
    () =>
    async ({ pass }) => {
      await pass();
      return pass();
    },
};

const keepsRecord: OperationFault = {
  id: "keeps-the-record",
  title: "A removal answers success and removes nothing",
  applies: (_, kind) => kind.resource.read !== undefined,
  stage: (_, kind) => () => {
    let success: Awaited<ReturnType<ReturnType<Staging>>> | undefined;
    return async (scene) => {
      const shown = await scene.ask("GET", filledPath(kind.path, scene.texts));
      if (!hasSucceeded(shown)) return scene.pass();
      const other = success === undefined ? await anotherOf(scene, kind) : undefined;
      if (other !== undefined) success = await scene.ask("DELETE", filledPath(kind.path, other));
      return success === undefined || !hasSucceeded(success) ? scene.pass() : success;
    };
  },
};

const removesAnother: OperationFault = {
  id: "removes-another-too",
  title: "A removal takes another record with it",
  applies: (_, kind) => kind.resource.list !== undefined,
  stage: (_, kind) => () => async (scene) => {
    const other = await anotherOf(scene, kind);
    const answer = await scene.pass();
    if (hasSucceeded(answer) && other !== undefined) await scene.ask("DELETE", filledPath(kind.path, other));
    return answer;
  },
};

const leavesOutNewest: OperationFault = {
  id: "leaves-out-the-newest",
  title: "A list leaves its last record out",
  // Of what nothing else shows, nobody can say that it is missing.
  applies: (_, { isListedAlone, resource }) => !isListedAlone || resource.create !== undefined,
  stage:
    () =>
    () =>
    async ({ pass }) =>
      onListed(await pass(), (records) => records.slice(0, -1)),
};

const repeatsFirst: OperationFault = {
  id: "repeats-the-first",
  title: "A list holds its first record twice",
  applies: always,
  stage:
    () =>
    () =>
    async ({ pass }) =>
      onListed(await pass(), (records) => [...records, ...records.slice(0, 1)]),
};

const totals = /^(?:total|count|total_?count|total_?items|total_?elements)$/i;

const countsOneMore: OperationFault = {
  id: "counts-one-more",
  title: "The number of all records is one too many",
  applies: (operation) => JSON.stringify(operation.responses).match(/"total/i) !== null,
  stage:
    () =>
    () =>
    async ({ pass }) => {
      const answer = await pass();
      const value = parseJson(answer.body);
      if (!hasSucceeded(answer) || !isObject(value)) return answer;
      const entries = Object.entries(value).map(([name, inner]) => [
        name,
        totals.test(name) ? Number(inner) + 1 : inner,
      ]);
      return withShown(answer, Object.fromEntries(entries));
    },
};

const readsAnother: OperationFault = {
  id: "shows-another",
  title: "A read shows another record",
  applies: (_, kind) => kind.resource.list !== undefined,
  stage: (_, kind) => () => async (scene) => {
    const answer = await scene.pass();
    const other = hasSucceeded(answer) ? await anotherOf(scene, kind) : undefined;
    return other === undefined ? answer : scene.ask("GET", filledPath(kind.path, other));
  },
};

const shownAfterRemoval: OperationFault = {
  id: "shows-what-is-gone",
  title: "A read shows a removed record as it was read last",
  applies: (_, kind) => removal(kind) !== undefined,
  stage: () => () => {
    const last = new Map<string, Awaited<ReturnType<ReturnType<Staging>>>>();
    return async ({ request, pass }) => {
      const answer = await pass();
      const { pathname } = request.url;
      if (hasSucceeded(answer)) last.set(pathname, answer);
      return answer.status === 404 ? (last.get(pathname) ?? answer) : answer;
    };
  },
};

/** Faults of a whole operation, by what it does. */
export const operationFaults: Readonly<Record<string, readonly OperationFault[]>> = {
  create: [notStored, createdTwice],
  read: [readsAnother, shownAfterRemoval],
  list: [leavesOutNewest, repeatsFirst, countsOneMore],
  remove: [keepsRecord, removesAnother],
};

/** A query parameter that is not heeded. */
export const ignoringQuery =
  (name: string): Staging =>
  () =>
  ({ withQuery }) =>
    withQuery((query) => {
      query.delete(name);
      query.delete(`${name}[]`);
    });

/** A request without a credential is answered as if it had one. */
export const openToAll =
  (operation: ApiOperation, security: Security): Staging =>
  () =>
  async (scene) => {
    const answer = await scene.pass();
    if (answer.status !== 401 && answer.status !== 403) return answer;
    for (const [name, value] of security.headersFor(operation)) scene.request.headers.set(name, value);
    return scene.pass();
  };

/** Whether a parameter of a list filters it, by its name. */
export const filterNames = ({ parameters }: ApiOperation, properties: readonly string[]): readonly string[] =>
  parameters.flatMap(({ in: place, name, required }) =>
    place === "query" && !required && properties.includes(name) ? [name] : [],
  );
