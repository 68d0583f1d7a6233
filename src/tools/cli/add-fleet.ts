import type { Command } from "commander";
import type * as FleetCommands from "./commands/fleet.ts";
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

type Commands = typeof FleetCommands;

const of =
  <Name extends keyof Commands>(name: Name) =>
  async (): Promise<Commands[Name]> =>
    (await import("./commands/fleet.ts"))[name];

/** Adds `tripact fleet` and its commands. */
export const addFleet = (program: Command, dispatch: Dispatch): void => {
  const fleet = addGroup(program, fleetCommand);
  const add = <const One extends CommandDefinition>(
    definition: One,
    load: () => Promise<Action<OptionsOf<One>>>,
  ): unknown => addCommand(fleet, dispatch, definition, load);
  add(fleetCheckCommand, of("checkFleet"));
  add(fleetMigrateCommand, of("migrateFleet"));
  add(fleetImportCommand, of("importFleet"));
  add(fleetRunCommand, of("runFleet"));
  add(fleetPlanCommand, of("planFleet"));
  add(fleetWorkCommand, of("workFleet"));
  add(fleetStatusCommand, of("fleetStatus"));
  add(fleetServeCommand, of("serveFleet"));
  add(fleetDriftCommand, of("fleetDrift"));
  add(fleetHistoryCommand, of("fleetHistory"));
  add(fleetAcceptCommand, of("acceptFleetDrift"));
  add(fleetPauseCommand, of("pauseOrganization"));
  add(fleetResumeCommand, of("resumeOrganization"));
};
