import type { FleetFile } from "../file/fleet-file.ts";
import type { DayStatus, FleetChange } from "../repository/run-repository.ts";

/** Whether few enough of a day's runs failed for it to count. */
export const isTolerated = (
  { done, failed }: Pick<DayStatus, "done" | "failed">,
  { tolerate }: Pick<FleetFile, "tolerate">,
): boolean => failed <= (done + failed) * tolerate;

/** Whether a change fails the day: breaking, confirmed and open. */
export const isBreaking = ({ group }: FleetChange): boolean => group.severity === "error";
