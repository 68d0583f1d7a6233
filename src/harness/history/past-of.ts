import type { Past } from "../drift/outlook.ts";
import type { DriftTarget } from "../model/drift.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { OpenRun, RunRepository } from "./run-repository.ts";

/** What earlier runs say of each target of a run, by its interface. */
export const pastOf = async (
  run: OpenRun,
  targets: readonly DriftTarget[],
  { outlooks, preview }: Pick<RunRepository, "outlooks" | "preview">,
): Promise<(name: InterfaceName) => Past | undefined> => {
  const known = await outlooks(run, targets);
  return (name) => {
    const at = targets.findIndex((one) => one.interface === name);
    const [target, outlook] = [targets[at], known[at]];
    if (target === undefined || outlook === undefined) return undefined;
    return {
      outlook,
      freshIn: async (shapes) =>
        (await preview(run, target, JSON.stringify(shapes))).filter(
          ({ firstSeen }) => firstSeen === run.startedAt,
        ),
    };
  };
};
