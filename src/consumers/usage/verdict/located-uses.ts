import { plainLocation } from "../locations.ts";
import { isUnder, type Use } from "../use.ts";
import type { Targets } from "./targets.ts";

/** A use, at one location that its own one stands for; without names of path parameters. */
export interface LocatedUse extends Use {
  readonly stated: Use;
}

/** What one consumer uses of a document. */
export interface ConsumerUses {
  readonly uses: readonly LocatedUse[];
  /** The operations that it is seen to call; without any, it may call all. */
  readonly called: ReadonlySet<string>;
  /** Whether a called operation answers or takes what is at a location. */
  isExchanged(location: string): boolean;
  /** Whether a called operation explains a use: what is read comes from it, what is sent goes to it. */
  isExplained(use: LocatedUse): boolean;
}

const operationOf = (location: string): string | undefined => /^\/paths\/[^/]+\/[^/]+/.exec(location)?.[0];

/** What several operations share is used in those that are called, if any of them is. */
const ofCalled = (locations: readonly string[], called: ReadonlySet<string>): readonly string[] => {
  const own = locations.filter((location) => called.has(operationOf(location) ?? ""));
  return own.length > 0 ? own : locations;
};

/** Uses at the locations of a document. */
export const locatedUses = (stated: readonly Use[], targets: Targets): ConsumerUses => {
  const all = stated.map((use) => ({ use, locations: targets.locationsOf(use.location).map(plainLocation) }));
  const called = new Set(all.flatMap(({ use, locations }) => (use.how === "call" ? locations : [])));
  const uses = all.flatMap(({ use, locations }) =>
    ofCalled(locations, called).map((location) => ({ ...use, location, stated: use })),
  );
  const reached = (part: string): ReadonlySet<string> =>
    new Set([...called].flatMap((operation) => targets.below(`${operation}${part}`).map(plainLocation)));
  const answered = reached("/responses");
  const sent = new Set([...reached("/requestBody"), ...reached("/parameters")]);
  const isExchanged = (location: string): boolean => isUnder(location, answered) || isUnder(location, sent);
  return {
    uses,
    called,
    isExchanged,
    isExplained: ({ how, seen, location }) => {
      if (seen !== undefined) return isExchanged(location);
      if (how === "read" || how === "compare") return isUnder(location, answered);
      return (how === "send" || how === "build") && isUnder(location, sent);
    },
  };
};
