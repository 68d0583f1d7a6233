import type { Plan } from "../../core/model/check.ts";
import { type Exchange, isSuccess } from "../../core/model/exchange.ts";
import type { ApiParameter } from "../../documents/document.ts";
import type { Api } from "../checks/api.ts";
import { type Input, inputKey } from "../checks/input.ts";
import type { KnownRecord } from "../checks/run-records.ts";
import { placesIn, type PathPlace } from "../checks/templates.ts";
import { idsIn, totalIn } from "./record-view.ts";
import { type RelationFound, relationHolds, type ResourceRelation, type Scene } from "./relation.ts";
import type { ApiResource } from "./resource.ts";
import { allAt, type ResourceAnswers, type Tag } from "./tag.ts";
import { ask, makeRecord } from "./working-record.ts";

const sizes = /^(?:limit|take|size|top|page_?size|per_?page|max_?results|count)$/i;
const positions = /^(?:offset|skip|start|start_?index)$/i;
const numbers = /^(?:page|page_?number)$/i;
const cursors = /cursor|marker|token|after|before/i;

const named = (parameters: readonly ApiParameter[], pattern: RegExp): ApiParameter | undefined =>
  parameters.find(({ in: place, name }) => place === "query" && pattern.test(name));

export const recordPlace = ({ read, list }: ApiResource): PathPlace | undefined => {
  const own = read && placesIn(read.operation.path).at(-1);
  if (own !== undefined || list === undefined) return own;
  const { path } = list.callable.operation;
  return { name: "id", template: `${path}/{}`, collection: path };
};

/** Parameters that an accepted request had, and others. */
export const listInput = (
  api: Api,
  { list }: ApiResource,
  more: Readonly<Record<string, unknown>> = {},
): Input => {
  const { parameters = [] } = list?.callable.operation ?? {};
  const base = list && api.records.accepted.get(list.callable.id)?.input;
  const required = parameters.filter((one) => one.required && base?.parameters.has(inputKey(one)) === true);
  return {
    parameters: new Map<string, unknown>([
      ...required.map((one) => [inputKey(one), base?.parameters.get(inputKey(one))] as const),
      ...Object.entries(more).map(([name, value]) => [`query ${name}`, value] as const),
    ]),
  };
};

export function* askList(
  { api, resource }: Scene,
  more: Readonly<Record<string, unknown>>,
  tag: Tag,
): Plan<Exchange<Tag> | undefined, Tag> {
  const { list } = resource;
  if (list === undefined || placesIn(list.callable.operation.path).length > 0) return undefined;
  const asking = { target: { path: {} }, input: listInput(api, resource, more), words: tag.step };
  return yield* ask(api, list.callable, asking, tag);
}

/** The same records in the same order: somebody else may have come between. */
const looksAgain =
  () =>
  (first: Exchange, second: Exchange): boolean =>
    JSON.stringify(bodyOf(first)) === JSON.stringify(bodyOf(second));

const bodyOf = ({ outcome }: Exchange): unknown => (outcome.kind === "response" ? outcome.body : undefined);

/** Of a page, and of the records that a list then has at least. */
const size = 3;
const enough = 7;
const mostPages = 8;

/** The query of each page, by a size and a position or a number; undefined for a list without. */
const pagesOf = ({
  list,
}: ApiResource): ((index: number) => Readonly<Record<string, unknown>>) | undefined => {
  const parameters = list?.callable.operation.parameters ?? [];
  const [limit, position, number] = [sizes, positions, numbers].map((pattern) => named(parameters, pattern));
  if (limit === undefined || (position === undefined && number === undefined)) return undefined;
  return (index) => ({
    [limit.name]: size,
    ...(position === undefined ? { [number?.name ?? ""]: index + 1 } : { [position.name]: index * size }),
  });
};

/** Pages hold no record twice. */
export const pagesApart: ResourceRelation = {
  kind: "pages",
  facts: { pages: ({ name }) => `No ${name} is on two pages of a list` },
  why: "Who reads a list page by page must get each record once.",
  phase: 5,
  writes: false,
  applies: (resource) => pagesOf(resource) !== undefined,
  *plan(scene) {
    const { api, resource } = scene;
    const { list, create } = resource;
    const [pageAt, place] = [pagesOf(resource), recordPlace(resource)];
    if (pageAt === undefined || place === undefined || list === undefined) return;
    const all = yield* askList(scene, {}, { step: "all" });
    if (all === undefined) return;
    const there = idsIn(all, list, place).length;
    const mayCreate =
      api.writes && create !== undefined && placesIn(create.callable.operation.path).length === 0;
    if (mayCreate)
      for (let index = there; index < enough; index += 1) yield* makeRecord(api, resource, "other");
    for (let index = 0; index < mostPages; index += 1) {
      const page = yield* askList(scene, pageAt(index), { step: "page" });
      if (page === undefined || !isSuccess(page) || idsIn(page, list, place).length < size) return;
    }
  },
  *judge({ resource }, answers) {
    const { list } = resource;
    const place = recordPlace(resource);
    const pages = allAt(answers, "page").filter(isSuccess);
    if (place === undefined || list === undefined || pages.length < 2) return;
    const ids = pages.map((page) => idsIn(page, list, place));
    // A size that is not heeded is another matter.
    if (ids[0]?.length !== size || ids.some((some) => some.length > size)) return;
    for (const [index, page] of pages.entries()) {
      const earlier = pages.findIndex(
        (_, before) =>
          before < index && ids[before]?.some((id) => ids[index]?.includes(id) === true) === true,
      );
      const before = pages[earlier];
      if (before === undefined) continue;
      return yield {
        fact: "pages",
        message: `page ${index + 1} of ${page.operation ?? ""} shows a record of page ${earlier + 1} again`,
        exchange: page,
        also: [before],
        expected: "records that no page before it has shown",
        actual: "one of them again",
      };
    }
    yield relationHolds("pages");
  },
  looksAgain: looksAgain(),
};

const isComplete = ({ list }: ApiResource): boolean => {
  const parameters = list?.callable.operation.parameters ?? [];
  return ![sizes, positions, numbers, cursors].some((pattern) => named(parameters, pattern) !== undefined);
};

const pageSize = 50;

/** All of a list: one answer where it has no pages, else page by page. */
function* walk(scene: Scene): Plan<void, Tag> {
  const { resource } = scene;
  const parameters = resource.list?.callable.operation.parameters ?? [];
  const [size, position] = [named(parameters, sizes), named(parameters, positions)];
  if (isComplete(resource)) return void (yield* askList(scene, {}, { step: "whole" }));
  const place = recordPlace(resource);
  if (size === undefined || position === undefined || place === undefined || resource.list === undefined)
    return;
  for (let index = 0, start = 0; index < mostPages; index += 1) {
    const page = yield* askList(scene, { [size.name]: pageSize, [position.name]: start }, { step: "whole" });
    const found = page === undefined ? 0 : idsIn(page, resource.list, place).length;
    start += found;
    if (found === 0) return;
  }
}

/** Ids on all pages of a walk that has reached the end; undefined if it has not. */
const wholeOf = ({ resource }: Scene, answers: ResourceAnswers): readonly string[] | undefined => {
  const pages = allAt(answers, "whole");
  const place = recordPlace(resource);
  const { list } = resource;
  if (pages.length === 0 || place === undefined || list === undefined || !pages.every(isSuccess))
    return undefined;
  const ids = pages.map((page) => idsIn(page, list, place));
  const isEnded = isComplete(resource) || ids.at(-1)?.length === 0;
  return isEnded ? ids.flat() : undefined;
};

function* judgeTotal(
  { resource }: Scene,
  ids: readonly string[],
  page: Exchange<Tag>,
): Generator<RelationFound> {
  const total = totalIn(page, resource.list ?? {});
  if (total === undefined) return;
  const count = new Set(ids).size;
  if (total === count) return yield relationHolds("total");
  yield {
    fact: "total",
    message: `${page.operation ?? ""} states a total of ${total}, and shows ${count}`,
    exchange: page,
    also: [page],
    ...(resource.list?.total === undefined ? {} : { pointer: resource.list.total }),
    expected: String(count),
    actual: String(total),
  };
}

/** The run's own records: those that are there are listed, those that are gone are not. */
function* judgeListed(
  { api, resource }: Scene,
  ids: readonly string[],
  page: Exchange<Tag>,
): Generator<RelationFound> {
  const place = recordPlace(resource);
  if (place === undefined || resource.remove?.keeps === true) return;
  const own = api.records.own(place.template);
  const isListed = ({ values }: KnownRecord): boolean => ids.includes(values.at(-1) ?? "");
  const there = own.filter(({ isGone }) => !isGone);
  // A list may leave out a kind of records by default, such as drafts: the newest is like those before it.
  const newest = there.at(-1);
  const missing =
    newest !== undefined && there.slice(0, -1).some(isListed) && !isListed(newest) ? [newest] : [];
  const gone = own.filter((record) => record.isGone && isListed(record));
  if (own.length === 0) return;
  if (gone.length === 0 && missing.length === 0) return yield relationHolds("listed");
  const { operation = "" } = page;
  yield {
    fact: "listed",
    message:
      missing.length > 0
        ? `${operation} does not list a ${resource.name} that was created`
        : `${operation} still lists a ${resource.name} that was removed`,
    exchange: page,
    also: [page],
    expected: missing.length > 0 ? "the record among them" : "the record left out",
    actual: `${ids.length} others`,
  };
}

/** A list holds what is there, and counts it. */
export const listed: ResourceRelation = {
  kind: "listed",
  facts: {
    listed: ({ name }) => `A list shows each ${name} that is there`,
    total: ({ name }) => `The total of a list is the number of each ${name} that it shows`,
  },
  why: "Who reads a list relies on it being whole.",
  phase: 7,
  writes: false,
  applies: ({ list }) => list !== undefined,
  *plan(scene) {
    const { api, resource } = scene;
    const isNested = resource.create && placesIn(resource.create.callable.operation.path).length > 0;
    if (api.writes && isNested === false) yield* makeRecord(api, resource, "one");
    yield* walk(scene);
  },
  *judge(scene, answers) {
    const ids = wholeOf(scene, answers);
    const page = allAt(answers, "whole")[0];
    if (ids === undefined || page === undefined || scene.resource.lags) return;
    yield* judgeListed(scene, ids, page);
    yield* judgeTotal(scene, ids, page);
  },
  looksAgain: looksAgain(),
};
