import { responseOf, type Exchange } from "../../core/model/exchange.ts";
import { defineObserver } from "../../core/model/observer.ts";
import { isObject } from "../support/json.ts";
import { isPage, recordsOnPage, totalOnPage } from "../support/paging.ts";
import { createSeen, observationOn } from "../support/seen.ts";

/** Where the texts of a record contain the searched text, from the strictest reading to the widest. */
const positions = ["start", "word", "inside", "nowhere"] as const;

type Position = (typeof positions)[number];

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
};

/** The strictest position: the beginning of a text, of a word, or anywhere, ignoring letter case. */
const positionIn = (record: unknown, searched: string): Position => {
  const texts = textsIn(record).map((text) => text.toLowerCase());
  if (texts.some((text) => text.startsWith(searched))) return "start";
  const words = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  if (words.some((word) => word.startsWith(searched))) return "word";
  return texts.some((text) => text.includes(searched)) ? "inside" : "nowhere";
};

/** What the records found say about the search. */
const meanings: Readonly<Record<Exclude<Position, "nowhere">, string>> = {
  inside: "some that match hold the text inside a word only, as if anywhere were enough",
  word: "all that match hold the text at the beginning of a word, some of a later one",
  start: "all that match hold the text at the very beginning of a field",
};

const modes = { inside: "contains", word: "words", start: "prefix" } as const;

/** A shorter text begins some word of most records by chance. */
const informativeLength = 3;

/** Fewer records than this may fit a narrower reading by chance. */
const enough = 3;

const filterOf = (exchange: Exchange): string =>
  (new URL(exchange.request.url).searchParams.get("Filter") ?? "").trim().toLowerCase();

/** What Filter matches, by the records found. */
export const filterMatchesSeen = defineObserver({
  id: "filter-matches-seen",
  unknowns: ["U-10"],
  interfaces: ["donation"],
  watch() {
    const found = createSeen(positions.length);
    const vain = createSeen(10);
    return {
      see(exchange) {
        const searched = filterOf(exchange);
        if (searched === "" || /[^\p{L}\p{N}]/u.test(searched)) return;
        const isVain = isPage(exchange) && totalOnPage(exchange) === 0;
        if (isVain || responseOf(exchange)?.status === 404)
          vain.add(isVain ? "200 and an empty page" : "404", exchange);
        if (!isPage(exchange)) return;
        for (const record of recordsOnPage(exchange) ?? []) {
          const position = positionIn(record, searched);
          if (position !== "word" || searched.length >= informativeLength) found.add(position, exchange);
        }
      },
      *observations() {
        const seen = new Map(found.all().map((one) => [one.key, one]));
        const widest = (["inside", "word", "start"] as const).find((position) => seen.has(position));
        const sighting = widest === undefined ? undefined : seen.get(widest);
        if (widest !== undefined && sighting !== undefined && found.count() >= enough)
          yield observationOn("U-10", meanings[widest], sighting.exchange, sighting.count, {
            "U-10": modes[widest],
          });
        const hidden = seen.get("nowhere");
        if (hidden !== undefined)
          yield observationOn(
            "U-10",
            "some that match do not show the text in any field",
            hidden.exchange,
            hidden.count,
          );
        for (const { key, exchange, count } of vain.all())
          yield observationOn("U-10", `a search in vain is answered with ${key}`, exchange, count);
      },
    };
  },
});
