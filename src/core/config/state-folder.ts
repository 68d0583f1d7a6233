import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import type { EnvironmentVariables } from "../model/environment.ts";
import { UsageError } from "../model/usage-error.ts";

/** For users unknown to the system. */
const orNothing = (folder: () => string): string => {
  try {
    return folder();
  } catch {
    return "";
  }
};

/** $HOME, else the system's home folder of the user; never a relative path. */
const homeFolder = ({ HOME = "" }: EnvironmentVariables): string => {
  const home = [HOME, homedir(), orNothing(() => userInfo().homedir)].find(isAbsolute);
  if (home !== undefined) return home;
  throw new UsageError("this user has no home folder", {
    location: "HOME",
    hint: "set HOME or XDG_STATE_HOME to an absolute path",
  });
};

/** `tripact` in $XDG_STATE_HOME, or in `.local/state` at home. @throws UsageError if no home folder is known */
export const stateFolder = (env: EnvironmentVariables): string => {
  const state = env["XDG_STATE_HOME"];
  // The XDG base directory specification says to ignore relative paths.
  if (state !== undefined && isAbsolute(state)) return join(state, "tripact");
  return join(homeFolder(env), ".local", "state", "tripact");
};

/** What this user's runs against live targets share: locks, hourly budget, journals of writes, refresh tokens. */
export const liveFolder = (env: EnvironmentVariables): string => join(stateFolder(env), "live");

/** Location of the store unless `--store` names a file. */
export const defaultStore = (env: EnvironmentVariables): string => join(stateFolder(env), "store.sqlite");
