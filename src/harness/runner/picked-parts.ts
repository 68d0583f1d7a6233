import type { PickedPart } from "../model/report.ts";

/** What several plans have picked, together. */
export const addParts = (parts: readonly PickedPart[]): PickedPart => ({
  asked: parts.reduce((sum, { asked }) => sum + asked, 0),
  of: parts.reduce((sum, { of }) => sum + of, 0),
});

/** Whether something was left out. */
export const isPartial = ({ asked, of }: PickedPart): boolean => asked < of;

/** How much the plans of a run ask of what they pick from. */
export interface PickedParts {
  /** Begins to count what the plan of a check picks; hears of each pick. */
  begin(check: string): (asked: number, of: number) => void;
  /** The plan that was counted last is complete. */
  done(check: string): void;
  /** By check; those alone that pick. */
  all(): ReadonlyMap<string, PickedPart>;
}

/** @param earlier what was picked before a run was resumed */
export const createPickedParts = (earlier: Readonly<Record<string, PickedPart>> = {}): PickedParts => {
  const picking = new Map<string, PickedPart>();
  const picked = new Map(Object.entries(earlier));
  return {
    begin(check) {
      picking.delete(check);
      return (asked, of) =>
        void picking.set(check, addParts([picking.get(check) ?? { asked: 0, of: 0 }, { asked, of }]));
    },
    done(check) {
      const part = picking.get(check);
      if (part !== undefined) picked.set(check, part);
    },
    all: () => picked,
  };
};
