import type { RunEvent, RunFooter } from "../model/run-event.ts";

/** Passes on every event of a run and returns its footer; undefined for a run that was cut short. */
export const follow = async (
  events: AsyncIterable<RunEvent>,
  see: (event: RunEvent) => void | Promise<void>,
): Promise<RunFooter | undefined> => {
  let footer: RunFooter | undefined;
  for await (const event of events) {
    await see(event);
    if (event.type === "run-ended") footer = event;
  }
  return footer;
};
