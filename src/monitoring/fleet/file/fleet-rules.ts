import { loadFileRules } from "../../../builtin/file-rules.ts";
import { notifyProblems } from "../../../core/config/notify-problems.ts";
import type { FileProblem, FileRules } from "../../../core/model/file-rules.ts";
import { valueAt } from "../../../core/source/path.ts";
import { derivedNameProblems, secretKinds } from "./derived-names.ts";
import { isTimezone } from "./timezone.ts";

/** Keys of a map of which exactly one must be given. */
const choiceProblems = (
  value: unknown,
  path: readonly string[],
  keys: readonly string[],
): readonly FileProblem[] => {
  const at = valueAt(value, path);
  if (typeof at !== "object" || at === null || Array.isArray(at)) return [];
  if (keys.filter((key) => Object.hasOwn(at, key)).length === 1) return [];
  return [
    { path, part: "key", message: `${path.join(".")} must name one of ${keys.join(", ")}, and one alone` },
  ];
};

const timezoneProblems = (value: unknown): readonly FileProblem[] => {
  const path = ["schedule", "timezone"];
  const name = valueAt(value, path);
  if (typeof name !== "string" || isTimezone(name)) return [];
  return [
    {
      path,
      part: "value",
      message: "schedule.timezone is no time zone that this machine knows",
      hint: "write it as Europe/Amsterdam",
    },
  ];
};

/** Whether a database is a server instead of a file. */
export const isPostgres = (database: string): boolean => /^postgres(?:ql)?:\/\//.test(database);

const databaseProblems = (value: unknown): readonly FileProblem[] => {
  const database = valueAt(value, ["database"]);
  if (typeof database !== "string" || !isPostgres(database)) return [];
  if (!URL.canParse(database))
    return [
      {
        path: ["database"],
        part: "value",
        message: "database is no address",
        hint: "write postgres://user@host/database; in a password, @ is %40 and / is %2F",
      },
    ];
  if (valueAt(value, ["key"]) !== undefined) return [];
  return [
    {
      path: ["database"],
      part: "key",
      message: "a fleet on PostgreSQL needs a key, the same for all workers",
      hint: "make one with openssl rand -hex 32, and add key: ${TRIPACT_FLEET_KEY}",
    },
  ];
};

const heartbeatProblems = (value: unknown): readonly FileProblem[] => {
  const path = ["work", "heartbeat"];
  const heartbeat = valueAt(value, path);
  if (typeof heartbeat !== "string" || !/^\ds$/.test(heartbeat)) return [];
  return [{ path, part: "value", message: "work.heartbeat must be 10s or more" }];
};

/** Rules of a fleet file. */
export const loadFleetRules = (): FileRules =>
  loadFileRules("fleet", (value) => [
    ...databaseProblems(value),
    ...timezoneProblems(value),
    ...heartbeatProblems(value),
    ...choiceProblems(value, ["secrets"], secretKinds),
    ...choiceProblems(value, ["organizations"], ["file", "command"]),
    ...derivedNameProblems(value),
    ...notifyProblems(value),
  ]);
