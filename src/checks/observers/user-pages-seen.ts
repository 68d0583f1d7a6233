import { isSuccess, jsonOf, type Exchange } from "../../core/model/exchange.ts";
import { defineObserver } from "../../core/model/observer.ts";
import { type Settings, withSettings } from "../../core/model/settings.ts";
import { at, isObject } from "../support/json.ts";
import { askedOf, recordsOn, totalOn } from "../support/paging.ts";
import { agreed, createSeen, observationOn } from "../support/seen.ts";
import { namesOf } from "../support/value-shape.ts";
import { pagedLists } from "../../builtin/generated/resources.ts";
import { operations } from "../../builtin/generated/operations.ts";

const writing: ReadonlySet<string> = new Set(
  Object.values(operations)
    .filter((one) => one.interface === "volunteer" && one.effect === "write")
    .map(({ id }) => id),
);

const { listUsers } = pagedLists.volunteer;

/** The settings for one of the sentences below. */
const settingsOf = (key: string): Settings => {
  const [, unasked] = /^a page without per_page holds (\d+)$/.exec(key) ?? [];
  if (unasked !== undefined) return { "U-17.perPage": Number(unasked) };
  const [, most] = /^per_page \d+ gives (\d+)$/.exec(key) ?? [];
  if (most !== undefined) return { "U-17.maximumPerPage": Number(most) };
  if (key.endsWith("answers the same user")) return { "U-17.upsert": "update" };
  return key.endsWith("makes another one") ? { "U-17.upsert": "create" } : {};
};

const idIn = (exchange: Exchange): unknown =>
  ["/id", "/data/id", "/user/id"]
    .map((pointer) => at(jsonOf(exchange), pointer))
    .find((id) => id !== undefined);

/** Lengths of pages of users, and the bodies that the volunteer interface accepts. */
export const userPagesSeen = defineObserver({
  id: "user-pages-seen",
  unknowns: ["U-17"],
  interfaces: ["volunteer"],
  watch() {
    const defaults = createSeen(5);
    const cut = createSeen(5);
    const bodies = createSeen(20);
    const repeated = createSeen(5);
    let last: { readonly body: string; readonly id: unknown } | undefined;
    /** Outcome of creating the same user twice in a row. */
    const seeCreated = (exchange: Exchange): void => {
      const body = JSON.stringify(exchange.request.body);
      const id = idIn(exchange);
      if (last?.body === body && last.id !== undefined && id !== undefined)
        repeated.add(
          `creating a user of the same body again ${last.id === id ? "answers the same user" : "makes another one"}`,
          exchange,
        );
      last = { body, id };
    };
    const seePage = (exchange: Exchange): void => {
      const total = totalOn(listUsers, exchange);
      const held = recordsOn(listUsers, exchange)?.length;
      if (total === undefined || held === undefined) return;
      const asked = askedOf(listUsers, exchange, "take");
      if (asked === undefined)
        defaults.add(
          held < total ? `a page without per_page holds ${held}` : `without per_page everybody comes`,
          exchange,
        );
      else if (held < Math.min(asked, total)) cut.add(`per_page ${asked} gives ${held}`, exchange);
    };
    return {
      see(exchange) {
        const { operation = "", request } = exchange;
        if (operation === "listUsers" && isSuccess(exchange)) seePage(exchange);
        if (operation === "createUser" && isSuccess(exchange)) seeCreated(exchange);
        if (!writing.has(operation) || !isObject(request.body)) return;
        const names = namesOf(request.body).join(", ");
        bodies.add(`${operation} ${isSuccess(exchange) ? "takes" : "refuses"} a body of ${names}`, exchange);
      },
      *observations() {
        const first = defaults.first();
        if (first !== undefined)
          yield observationOn(
            "U-17",
            agreed(defaults.keys()),
            first,
            defaults.count(),
            withSettings(...defaults.keys().map(settingsOf)).settings,
          );
        for (const { key, exchange, count } of [...cut.all(), ...repeated.all()])
          yield observationOn("U-17", key, exchange, count, settingsOf(key));
        for (const { key, exchange, count } of bodies
          .all()
          .filter(({ key: text }) => text.includes(" takes ")))
          yield observationOn("U-17", key, exchange, count);
      },
    };
  },
});
