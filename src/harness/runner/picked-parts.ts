import type { PickedPart } from "../model/report.ts";

/** How much the plans of a run ask of what they pick from. */
export interface PickedParts {
  /** Begins to count what the plan of a check picks; hears of each pick. */
  begin(check: string): (asked: number, of: number) => void;
  /** The plan that was counted last is complete. */
  done(check: string): void;
  /** By check; those alone that pick. */
  all(): Readonly<Record<string, PickedPart>>;
}

export const createPickedParts = (): PickedParts => {
  const picking = new Map<string, PickedPart>();
  const picked = new Map<string, PickedPart>();
  return {
    begin(check) {
      picking.delete(check);
      return (asked, of) => {
        const before = picking.get(check) ?? { asked: 0, of: 0 };
        picking.set(check, { asked: before.asked + asked, of: before.of + of });
      };
    },
    done(check) {
      const part = picking.get(check);
      if (part !== undefined) picked.set(check, part);
    },
    all: () => Object.fromEntries(picked),
  };
};
