import type { Plan } from "../../core/model/check.ts";
import { type Exchange, isSuccess } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { idIn } from "../checks/record-ids.ts";
import { recordTargets } from "../checks/targets.ts";
import type { KnownRecord } from "../checks/run-records.ts";
import { placesIn } from "../checks/templates.ts";
import { changeOf, write } from "./changing.ts";
import { isStill } from "./fields.ts";
import {
  askList,
  isOfPaging,
  looksAgain,
  mayBeCut,
  looksAgainUnordered,
  type NeededFilters,
  neededFilters,
  needsFilters,
  pagingOf,
  sizeOf,
  walkList,
  wholeWalk,
} from "./lists.ts";
import { parentOf } from "./parents.ts";
import { changedBetween, idsIn, itemsIn, nextIn, recordPlace, shownRecord, totalIn } from "./record-view.ts";
import { type RelationFound, relationHolds, type ResourceRelation, type Scene } from "./relation.ts";
import type { Listing } from "./resource.ts";
import { isMasked } from "./same-value.ts";
import { allAt, answerAt, quotedNames, type ResourceAnswers, type Tag } from "./tag.ts";
import { ask, ownId, makeRecord, noInput, pathFor, readRecord } from "./working-record.ts";

/** The record that a list is below; undefined if it is below none, null if none is known. */
export function* aboveList(scene: Scene): Plan<KnownRecord | undefined | null, Tag> {
  const { api, resource } = scene;
  const { list, create } = resource;
  if (list === undefined || placesIn(list.callable.operation.path).length === 0) return undefined;
  if (api.writes && create !== undefined) return (yield* parentOf(scene)) ?? null;
  return recordTargets(api, list.callable)[0]?.record ?? null;
}

/** Of a page, and of the records that a list then has at least. */
const sizes = [3, 5, 10];
const enough = 7;
const large = [50, 25, 20, 10];

const idsOn = (pages: ResourceAnswers, list: Listing, scene: Pick<Scene, "resource">) => {
  const place = recordPlace(scene.resource);
  if (place === undefined) return undefined;
  const ids = pages.map((page) => idsIn(page, list, place));
  return ids.every((one) => one !== undefined) ? ids : undefined;
};

/** How many pages there are before the end, for which some servers answer the last page again. */
const pagesToEnd = (
  pages: ResourceAnswers,
  ids: readonly (readonly string[])[],
  list: Listing,
  size: number,
): number => {
  const page = pages.at(-2);
  // Who names a next page has one.
  if (page === undefined || nextIn(page, list) !== undefined) return ids.length;
  const [before, last] = ids.slice(-2);
  const isSame = last !== undefined && last.length > 0 && before?.join("\0") === last.join("\0");
  // Whoever answers its first page again, and a full one, may have no other.
  return isSame && (ids.length > 2 || last.length < size) ? ids.length - 1 : ids.length;
};

/** A record that two pages show. */
function* repeated(pages: ResourceAnswers, ids: readonly (readonly string[])[]): Generator<RelationFound> {
  for (const [index, page] of pages.entries()) {
    const earlier = ids.findIndex(
      (some, before) => before < index && some.some((id) => ids[index]?.includes(id) === true),
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
}

/** Whether a row of ids is another one with gaps in it. */
const leavesOut = (part: readonly string[], all: readonly string[]): boolean => {
  const places = part.map((id) => all.indexOf(id));
  const isInOrder = places.every(
    (place, index) => place >= 0 && (index === 0 || place > (places[index - 1] ?? 0)),
  );
  return isInOrder && (places.at(-1) ?? 0) - (places[0] ?? 0) >= places.length;
};

/** Pages hold each record once, and no more records than asked for. */
export const pagesApart: ResourceRelation = {
  kind: "pages",
  facts: { pages: ({ name }) => `The pages of a list show each ${name} once, as many as asked for` },
  why: "Who reads a list page by page must get each record once.",
  phase: 6,
  writes: false,
  ofLists: true,
  applies: ({ list }, api) => {
    if (list === undefined) return false;
    const { by, size } = pagingOf(api, list);
    return by !== "nothing" && sizeOf(api, list.callable, size, sizes) !== undefined;
  },
  *plan(scene) {
    const { api, resource } = scene;
    const { list, create } = resource;
    const parent = yield* aboveList(scene);
    if (list === undefined || parent === null) return;
    const first = yield* askList(scene, {}, { step: "all" }, parent);
    if (first === undefined) return;
    if (api.writes && create !== undefined)
      for (let index = itemsIn(first, list).length; index < enough; index += 1)
        if ((yield* makeRecord(api, resource, "other", parent)) === undefined) break;
    yield* walkList(scene, { step: "page" }, sizes, parent);
    yield* walkList(scene, { step: "whole" }, large, parent);
  },
  *judge({ api, resource }, answers) {
    const { list } = resource;
    const asked = allAt(answers, "page").filter(isSuccess);
    const [first] = asked;
    if (list === undefined || first === undefined) return;
    const size = sizeOf(api, list.callable, pagingOf(api, list).size, sizes) ?? 0;
    const shown = idsOn(asked, list, { resource });
    if (shown === undefined) return;
    const end = pagesToEnd(asked, shown, list, size);
    const [pages, ids] = [asked.slice(0, end), shown.slice(0, end)];
    const count = ids[0]?.length ?? 0;
    if (count > size)
      return yield {
        fact: "pages",
        message: `${first.operation ?? ""} shows ${count} records where ${size} are asked for`,
        exchange: first,
        expected: `at most ${size}`,
        actual: String(count),
      };
    if (pages.length < 2 || count === 0) return;
    const again = [...repeated(pages, ids)];
    yield* again;
    if (again.length > 0) return;
    const whole = wholeWalk({ api, resource }, answers, "whole");
    const all = whole && idsOn(whole, list, { resource })?.flat();
    const [, second = first] = pages;
    if (all !== undefined && leavesOut(ids.flat(), all))
      return yield {
        fact: "pages",
        message: `${second.operation ?? ""} leaves out a record between two pages`,
        exchange: second,
        also: [first, ...(whole ?? []).slice(0, 1)],
        expected: "each record of the list on one of its pages",
        actual: "a record between them on none",
      };
    yield relationHolds("pages");
  },
  looksAgain,
};

function* judgeTotal(
  { resource }: Scene,
  answers: ResourceAnswers,
  count: number,
  page: Exchange<Tag>,
): Generator<RelationFound> {
  const { list } = resource;
  if (list === undefined) return;
  const small = answerAt(answers, "small page");
  const stated = [page, ...(small === undefined || !isSuccess(small) ? [] : [small])].flatMap((one) => {
    const total = totalIn(one, list);
    return total === undefined ? [] : [{ one, total }];
  });
  if (stated.length === 0) return;
  const wrong = stated.find(({ total }) => total !== count);
  if (wrong === undefined) return yield relationHolds("total");
  yield {
    fact: "total",
    message: `${page.operation ?? ""} states a total of ${wrong.total}, and shows ${count}`,
    exchange: wrong.one,
    also: [page],
    ...(list.total === undefined ? {} : { pointer: list.total }),
    expected: String(count),
    actual: String(wrong.total),
  };
}

/** Whether a list has nothing by which it could leave records out. */
const hidesNothing = ({ callable }: Listing): boolean =>
  callable.operation.parameters.every(({ in: place, name }) => place !== "query" || isOfPaging(name));

/** A record that a list holds twice, in every word. */
const twiceIn = (pages: ResourceAnswers, list: Listing): boolean => {
  const texts = pages
    .flatMap((page) => itemsIn(page, list))
    .filter(isObject)
    .map((item) => JSON.stringify(item));
  return new Set(texts).size < texts.length;
};

const wrongs = {
  missing: ["does not list a NAME that was created", "the record among them", "others alone"],
  gone: ["still lists a NAME that was removed", "the record left out", "the record among them"],
  twice: ["lists a NAME twice", "each record once", "one of them twice"],
} as const;

/** The run's own records: those that are there are listed, once; those that are gone are not. */
function* judgeListed(
  { resource }: Scene,
  pages: ResourceAnswers,
  { ids, isWhole }: { readonly ids: readonly string[]; readonly isWhole: boolean },
): Generator<RelationFound> {
  const { list, remove } = resource;
  const [page] = pages;
  const { there = [], gone = [] } = page?.call?.tag ?? {};
  if (list === undefined || page === undefined) return;
  const newest = there.at(-1);
  // A list may show a name as a path spells it.
  const isListed = (id: string): boolean => ids.includes(id) || ids.includes(encodeURIComponent(id));
  // A list may leave out a kind of records by default, such as drafts: the newest is like those before it.
  const isMissing =
    isWhole &&
    newest !== undefined &&
    !isListed(newest) &&
    (there.slice(0, -1).some(isListed) || (resource.isDeclared && hidesNothing(list)));
  const found: readonly (keyof typeof wrongs)[] = [
    ...(isMissing ? (["missing"] as const) : []),
    ...(remove?.keeps !== true && gone.some(isListed) ? (["gone"] as const) : []),
    ...(pages.length === 1 && twiceIn(pages, list) ? (["twice"] as const) : []),
  ];
  if (found.length === 0 && newest !== undefined && isWhole) return yield relationHolds("listed");
  for (const one of found) {
    const [message, expected, actual] = wrongs[one];
    yield {
      fact: "listed",
      message: `${page.operation ?? ""} ${message.replace("NAME", resource.name)}`,
      exchange: page,
      also: [page],
      expected,
      actual,
    };
  }
}

/** A list shows a record as its own read does. */
function* judgeShown(
  scene: Scene,
  pages: ResourceAnswers,
  answers: ResourceAnswers,
): Generator<RelationFound> {
  const { api, resource } = scene;
  const { list } = resource;
  const place = recordPlace(resource);
  const read = answerAt(answers, "read", "one");
  const record = read && isSuccess(read) ? shownRecord(read, resource) : undefined;
  if (list === undefined || place === undefined || read === undefined || record === undefined) return;
  for (const page of pages) {
    const item = itemsIn(page, list).find((one) => idIn(one, place) === read.call?.tag?.id);
    if (!isObject(item)) continue;
    const isShown = (one: JsonObject, name: string): boolean =>
      Object.hasOwn(one, name) && !isMasked(one[name]);
    const isShared = (name: string): boolean => isShown(item, name) && isShown(record, name);
    const isQuiet = isStill(api, resource);
    const others = changedBetween(record, item, (name) => isShared(name) && isQuiet(name));
    if (others.length === 0) return yield relationHolds("shown");
    return yield {
      fact: "shown",
      message: `${page.operation ?? ""} shows another ${quotedNames(others)} than ${read.operation ?? ""}`,
      exchange: page,
      also: [read],
      expected: `the same ${quotedNames(others)}`,
      actual: "another value",
    };
  }
}

/** What a list is asked for, and the ids of the records that it then holds; undefined if those are all. */
interface Kept {
  readonly given: NeededFilters;
  readonly ids: readonly string[] | undefined;
}

const everything: Kept = { given: {}, ids: undefined };

/** Records of the run below a parent. */
const ownBelow = ({ api, resource }: Scene, parent: KnownRecord | undefined): readonly KnownRecord[] => {
  const place = recordPlace(resource);
  const above = (parent?.values ?? []).join("\0");
  return (place === undefined ? [] : api.records.own(place.template)).filter(
    ({ values }) => values.slice(0, -1).join("\0") === above,
  );
};

/** What a list must be asked for to hold a record, and others that show the same values. */
const keptWith = (scene: Scene, one: Exchange<Tag> | undefined, alike: Exchange<Tag> | undefined): Kept => {
  if (!needsFilters(scene)) return everything;
  const shown = [alike, one].flatMap((exchange) => {
    const record = exchange && isSuccess(exchange) ? shownRecord(exchange, scene.resource) : undefined;
    return record === undefined ? [] : [{ given: neededFilters(scene, record), id: exchange?.call?.tag?.id }];
  });
  const given = shown.at(-1)?.given;
  if (given === undefined) return { given: {}, ids: [] };
  const same = shown.filter((other) => JSON.stringify(other.given) === JSON.stringify(given));
  return { given, ids: same.flatMap(({ id }) => id ?? []) };
};

/** Creates records to look for in a list: one that is changed, and one that is removed. */
function* planRecords(scene: Scene, parent: KnownRecord | undefined): Plan<Kept, Tag> {
  const { api, resource } = scene;
  const { update, replace, remove } = resource;
  const gone = remove && (yield* makeRecord(api, resource, "other", parent));
  const alike = needsFilters(scene) ? yield* makeRecord(api, resource, "alike", parent) : undefined;
  const one = yield* makeRecord(api, resource, "one", parent);
  // A list that is kept, instead of made again, shows what it was.
  if (gone !== undefined) yield* askList(scene, {}, { step: "as it was" }, parent);
  const callable = update ?? replace;
  const before = one && callable && (yield* readRecord(api, resource, one, "before"));
  const record = before && shownRecord(before, resource);
  if (one !== undefined && callable !== undefined && record !== undefined) {
    const isWhole = update === undefined;
    const body = changeOf({ scene, callable, record, sent: one.sent, isWhole });
    if (body !== undefined) yield* write(scene, callable, one, "change", body);
  }
  const target = gone && remove && pathFor(remove.callable, gone.record);
  if (gone !== undefined && remove !== undefined && target !== undefined) {
    yield* ask(
      api,
      remove.callable,
      { target, input: noInput, words: "the removal of one that is listed" },
      { step: "remove", on: "other", id: ownId(gone.record) },
    );
    // What can still be read may be listed: that it was not removed is another matter.
    yield* readRecord(api, resource, gone, "after the removal");
  }
  const last = alike && (yield* readRecord(api, resource, alike, "read"));
  return keptWith(scene, one && (yield* readRecord(api, resource, one, "read")), last);
}

/** Reads a list to its end, and says what should be in it. Returns the number of records. */
function* walkWhole(
  scene: Scene,
  step: "whole" | "whole again",
  parent: KnownRecord | undefined,
  { given, ids }: Kept,
): Plan<number, Tag> {
  const own = ownBelow(scene, parent);
  const there = own
    .filter(({ isGone }) => !isGone)
    .map(ownId)
    .filter((id) => ids?.includes(id) ?? true);
  const gone = own.filter(({ isGone }) => isGone).map(ownId);
  return yield* walkList(scene, { step, there, gone }, large, parent, given);
}

/** A list holds what is there as it is, and counts it. */
export const listed: ResourceRelation = {
  kind: "listed",
  facts: {
    listed: ({ name }) => `A list shows each ${name} that is there, and none that is gone`,
    shown: ({ name }) => `A list shows a ${name} as its own read does`,
    total: ({ name }) => `The total of a list is the number of each ${name} that it shows`,
  },
  why: "Who reads a list relies on it being whole.",
  phase: 8,
  writes: false,
  ofLists: true,
  applies: ({ list }) => list !== undefined,
  *plan(scene) {
    const { api, resource } = scene;
    const { list, create } = resource;
    const parent = yield* aboveList(scene);
    if (list === undefined || parent === null) return;
    const kept = api.writes && create !== undefined ? yield* planRecords(scene, parent) : everything;
    const count = yield* walkWhole(scene, "whole", parent, kept);
    // One more record shows whether that was all.
    if (api.writes && create !== undefined && mayBeCut(scene, count)) {
      const more = yield* makeRecord(api, resource, needsFilters(scene) ? "alike" : "other", parent);
      if (more !== undefined) yield* walkWhole(scene, "whole again", parent, kept);
    }
    const { size } = pagingOf(api, list);
    const one = sizeOf(api, list.callable, size, [1, 2, 5]);
    if (size !== undefined && one !== undefined)
      yield* askList(scene, { ...kept.given, [size]: one }, { step: "small page" }, parent);
  },
  *judge(scene, answers) {
    const { list, lags } = scene.resource;
    const whole = wholeWalk(scene, answers, "whole") ?? wholeWalk(scene, answers, "whole again");
    // Any page shows what should not be there; only a whole list shows what is missing.
    const pages = whole ?? allAt(answers, "whole").filter(isSuccess);
    const [page] = pages;
    if (list === undefined || page === undefined || lags) return;
    const ids = idsOn(pages, list, scene);
    const isWhole = whole !== undefined;
    if (ids !== undefined) yield* judgeListed(scene, pages, { ids: ids.flat(), isWhole });
    yield* judgeShown(scene, pages, answers);
    const isRepeated = ids !== undefined && new Set(ids.flat()).size < ids.flat().length;
    // A record that is listed twice is another matter.
    if (isRepeated || !isWhole) return;
    const count = pages.reduce((sum, one) => sum + itemsIn(one, list).length, 0);
    yield* judgeTotal(scene, answers, count, page);
  },
  looksAgain: looksAgainUnordered,
};
