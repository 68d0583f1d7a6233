import { isSuccess } from "../../core/model/exchange.ts";
import { changeOf, write } from "./changing.ts";
import { carriedRecord } from "./fields.ts";
import { aboveList } from "./listed.ts";
import { walkList } from "./lists.ts";
import { largePages, type Mark, markedValue, marksOf } from "./marks.ts";
import { shownRecord } from "./record-view.ts";
import { relationHolds, type ResourceRelation } from "./relation.ts";
import { allAt, answerAt, isCarriedOut } from "./tag.ts";
import { makeRecord, readRecord } from "./working-record.ts";

/** A replacement sent twice leaves one record: PUT is idempotent (RFC 9110, section 9.2.2). */
export const replacedOnce: ResourceRelation = {
  kind: "replaced-once",
  facts: { "replaced-once": ({ name }) => `A replacement that is sent twice leaves one ${name}` },
  why: "A client that got no answer sends a replacement again.",
  phase: 3,
  writes: true,
  applies: ({ create, read, replace, list, lags }) =>
    create !== undefined && read !== undefined && replace !== undefined && list !== undefined && !lags,
  *plan(scene) {
    const { api, resource } = scene;
    const { replace } = resource;
    const parent = yield* aboveList(scene);
    const one = parent === null ? undefined : yield* makeRecord(api, resource, "one", parent);
    const read = one && (yield* readRecord(api, resource, one, "before"));
    const record = read && isSuccess(read) ? shownRecord(read, resource) : undefined;
    if (one === undefined || replace === undefined || record === undefined) return;
    const body = changeOf({ scene, callable: replace, record, sent: one.sent, isWhole: true });
    if (body === undefined) return;
    const marks = marksOf(carriedRecord(api, replace, resource, body) ?? {});
    const mark = marks.find(({ name, text }) => record[name] !== text);
    if (mark === undefined) return;
    yield* walkList(scene, { step: "list before" }, largePages, parent ?? undefined);
    yield* write(scene, replace, one, "replace", body);
    yield* write(scene, replace, one, "replace again", body);
    const tag = { step: "list", wanted: { [mark.name]: mark.text } };
    yield* walkList(scene, tag, largePages, parent ?? undefined);
  },
  *judge({ resource }, answers) {
    const [first, again] = [answerAt(answers, "replace", "one"), answerAt(answers, "replace again", "one")];
    const pages = allAt(answers, "list").filter(isSuccess);
    const [page] = pages;
    const [changed] = Object.entries(page?.call?.tag?.wanted ?? {});
    if (!isCarriedOut(first) || !isCarriedOut(again) || page === undefined || changed === undefined) return;
    const mark: Mark = { name: changed[0], text: changed[1] };
    const before = allAt(answers, "list before").filter(isSuccess);
    // Another record may have the same text.
    if (markedValue(before, resource, mark).length > 0) return;
    const count = markedValue(pages, resource, mark).length;
    if (count === 1) yield relationHolds("replaced-once");
    if (count > 1)
      yield {
        fact: "replaced-once",
        message: `${again.operation ?? ""} leaves ${count} records of ${resource.name} with the \`${mark.name}\` of one`,
        exchange: again,
        also: [page],
        expected: "1",
        actual: String(count),
      };
  },
};
