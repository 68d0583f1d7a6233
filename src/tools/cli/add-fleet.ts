import type { Command } from "commander";
import { type Action, addCommand, addGroup, type Dispatch } from "./add-command.ts";
import type { CommandDefinition, OptionsOf } from "./definition.ts";
import {
  fleetAcceptCommand,
  fleetCheckCommand,
  fleetCommand,
  fleetDriftCommand,
  fleetHistoryCommand,
  fleetImportCommand,
  fleetMigrateCommand,
  fleetPauseCommand,
  fleetPlanCommand,
  fleetResumeCommand,
  fleetRunCommand,
  fleetServeCommand,
  fleetStatusCommand,
  fleetWorkCommand,
} from "./definitions/fleet.ts";

/** Adds `tripact fleet` and its commands. */
export const addFleet = (program: Command, dispatch: Dispatch): void => {
  const fleet = addGroup(program, fleetCommand);
  const add = <const One extends CommandDefinition>(
    definition: One,
    load: () => Promise<Action<OptionsOf<One>>>,
  ): unknown => addCommand(fleet, dispatch, definition, load);
  add(fleetCheckCommand, async () => (await import("./commands/fleet/check.ts")).checkFleet);
  add(fleetMigrateCommand, async () => (await import("./commands/fleet/migrate.ts")).migrateFleet);
  add(fleetImportCommand, async () => (await import("./commands/fleet/import.ts")).importFleet);
  add(fleetRunCommand, async () => (await import("./commands/fleet/run.ts")).runFleet);
  add(fleetPlanCommand, async () => (await import("./commands/fleet/plan.ts")).planFleet);
  add(fleetWorkCommand, async () => (await import("./commands/fleet/work.ts")).workFleet);
  add(fleetStatusCommand, async () => (await import("./commands/fleet/status.ts")).fleetStatus);
  add(fleetServeCommand, async () => (await import("./commands/fleet/serve.ts")).serveFleet);
  add(fleetDriftCommand, async () => (await import("./commands/fleet/drift.ts")).fleetDrift);
  add(fleetHistoryCommand, async () => (await import("./commands/fleet/history.ts")).fleetHistory);
  add(fleetAcceptCommand, async () => (await import("./commands/fleet/accept.ts")).acceptFleetDrift);
  add(fleetPauseCommand, async () => (await import("./commands/fleet/pause.ts")).pauseOrganization);
  add(fleetResumeCommand, async () => (await import("./commands/fleet/pause.ts")).resumeOrganization);
};
