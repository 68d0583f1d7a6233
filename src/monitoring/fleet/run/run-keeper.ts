import type { Documentation } from "../../../core/shapes/documentation.ts";
import { createRunRepository, type RunRepository } from "../../history/create-repository.ts";
import type { EndedRun } from "../../history/run-repository.ts";
import type { Database } from "../../../core/store/database.ts";
import { createGrants, type Grants } from "../budget/grants.ts";

type Ending = Parameters<RunRepository["end"]>;

/** The database functions of a run, with plain values only, so that another thread can execute them. */
export interface RunKeeper extends Pick<RunRepository, "begin" | "tried" | "outlooks" | "preview"> {
  /** Judges a run and stores it; undefined if another worker has restarted or ended it. */
  end(run: Ending[0], end: Ending[1], results: Ending[2]): Promise<Pick<EndedRun, "paused"> | undefined>;
  readonly takeGrant: Grants["take"];
  readonly renewGrant: Grants["renew"];
  readonly endGrant: Grants["end"];
}

export const createRunKeeper = (database: Database, documentation: Documentation): RunKeeper => {
  const { begin, tried, outlooks, preview, end } = createRunRepository(database, documentation);
  const grants = createGrants(database);
  return {
    begin,
    tried,
    outlooks,
    preview,
    async end(...run) {
      const ended = await end(...run);
      return ended && (ended.paused === undefined ? {} : { paused: ended.paused });
    },
    takeGrant: grants.take,
    renewGrant: grants.renew,
    endGrant: grants.end,
  };
};
