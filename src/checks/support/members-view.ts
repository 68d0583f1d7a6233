import { jsonOf, type Exchange } from "../../harness/model/exchange.ts";
import { columnsOf, rightPlaces, type Step } from "./shown-members.ts";

type Members = ReadonlySet<string>;

/** Where answers of one kind show the members of a group, found out from those that were set. */
export interface MembersView {
  /** Takes in an answer after one of some sets was stored; true when it shows another set than it must. */
  see(sets: readonly Members[], answer: Exchange): boolean;
}

/** Sets that differ, after which a place was right: then it is no accident. */
const isProven = (steps: readonly Step[]): boolean =>
  new Set(steps.map(({ members }) => JSON.stringify([...members].toSorted()))).size > 1;

/** @param everyone the ids that may be set; others at the same place are nobody's concern */
export const createMembersView = (everyone: Members): MembersView => {
  let steps: readonly Step[] = [];
  return {
    see(sets, read) {
      if (columnsOf(jsonOf(read)).size === 0 && steps.length === 0) return false;
      const tried = sets.map((members) => [...steps, { members, put: read, read }]);
      const fitting = tried.find((one) => rightPlaces(one, everyone).length > 0);
      if (fitting !== undefined) {
        steps = fitting;
        return false;
      }
      if (isProven(steps)) return true;
      // The first places were no members: they are looked for anew.
      steps = [];
      return false;
    },
  };
};
