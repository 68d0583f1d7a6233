import { jsonOf, type Exchange } from "../../harness/model/exchange.ts";
import { at } from "./json.ts";
import { columnsOf, columnsHoldingOnly, rightColumns, type Step } from "./shown-members.ts";

type Members = ReadonlySet<string>;

/** Where answers of one kind show the members of a group, learnt from the members that were set. */
export interface MembersView {
  /** Takes in an answer after one of some sets was stored; true if it shows a wrong set. */
  see(sets: readonly Members[], answer: Exchange): boolean;
}

/** Whether an answer has any of the lists at some locations. */
const hasListOf = (answer: Exchange, columns: readonly string[]): boolean =>
  columns.some((column) => Array.isArray(at(jsonOf(answer), column.split(" ")[0] ?? "")));

/**
 * @param everyone the ids that may be set; others at the same location do not matter
 * @param isRead false for answers to writes, in which a list with others may be unrelated
 */
export const createMembersView = (everyone: Members, isRead: boolean): MembersView => {
  let steps: readonly Step[] = [];
  return {
    see(sets, read) {
      // A location that shows everybody after all of them were set is where members are shown.
      const isStart = sets.length === 1 && everyone.size > 1 && sets[0]?.size === everyone.size;
      if (steps.length === 0 && !isStart) return false;
      if (steps.length === 0 && !isRead && columnsHoldingOnly(everyone, columnsOf(jsonOf(read))).length === 0)
        return false;
      const tried = sets.map((members) => [...steps, { members, put: read, read }]);
      const fitting = tried.find((one) => rightColumns(one, everyone).length > 0);
      // An answer without the list does not show its members.
      if (fitting === undefined) return steps.length > 0 && hasListOf(read, rightColumns(steps, everyone));
      steps = fitting;
      return false;
    },
  };
};
