import { dirname, isAbsolute, join } from "node:path";
import type { FileReference } from "../../../core/config/config.ts";
import {
  type CheckedFile,
  readCheckedFile,
  type CheckedReading,
} from "../../../core/config/read-checked-file.ts";
import type { NotifySettings } from "../../../core/model/notify.ts";
import { type Path, valueAt } from "../../../core/source/path.ts";
import type {
  Command,
  DatabaseLocation,
  FleetFile,
  Limits,
  OrganizationSource,
  Schedule,
  SecretSource,
  Texts,
} from "./fleet-file.ts";
import { secretTemplateOf } from "./derived-names.ts";
import { isPostgres, loadFleetRules } from "./fleet-rules.ts";

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a duration such as `90d`. */
const msOf = (duration: string): number => Number(duration.slice(0, -1)) * (units[duration.slice(-1)] ?? 0);

const daysOf = (duration: string): number => Math.max(1, Math.floor(msOf(duration) / (units["d"] ?? 1)));

/** Reads single values of a file that matches the schema. */
const readerOf = ({ value, source }: CheckedFile, file: string) => {
  const text = (path: Path, usual: string): string => {
    const found = valueAt(value, path);
    return typeof found === "string" ? found : usual;
  };
  const optional = (path: Path): string | undefined => {
    const found = valueAt(value, path);
    return typeof found === "string" ? found : undefined;
  };
  const beside = (path: string): string => (isAbsolute(path) ? path : join(dirname(file), path));
  return {
    value,
    text,
    optional,
    beside,
    number: (path: Path, usual: number): number => {
      const found = valueAt(value, path);
      return typeof found === "number" ? found : usual;
    },
    location: (path: Path): string => source.location(path),
    reference: (path: Path): FileReference => ({
      path: beside(text(path, "")),
      location: source.location(path),
    }),
    // The schema guarantees these forms.
    texts: (path: Path): Texts => (valueAt(value, path) as Texts | undefined) ?? {},
    limits: (path: Path): Limits => (valueAt(value, path) as Limits | undefined) ?? {},
    command: (path: Path): Command => (valueAt(value, path) as Command | undefined) ?? [],
  };
};

type Reader = ReturnType<typeof readerOf>;

const databaseIn = (read: Reader): DatabaseLocation => {
  const database = read.text(["database"], "fleet.sqlite");
  return isPostgres(database)
    ? { kind: "postgres", schema: read.text(["schema"], "tripact"), address: () => database }
    : { kind: "sqlite", path: read.beside(database) };
};

/** @param timezone of this machine: workers on many machines need one that is the same for all */
const scheduleIn = (read: Reader, timezone: string): Schedule => {
  const [hour = 0, minute = 0] = read.text(["schedule", "at"], "01:00").split(":").map(Number);
  return {
    hour,
    minute,
    windowMs: msOf(read.text(["schedule", "window"], "6h")),
    timezone: read.text(["schedule", "timezone"], isPostgres(read.text(["database"], "")) ? "UTC" : timezone),
  };
};

const secretsIn = (read: Reader): SecretSource => {
  const secrets = secretTemplateOf(valueAt(read.value, ["secrets"]));
  const { kind } = secrets;
  return {
    ...(kind === "files" || kind === "sops" ? { kind, template: read.beside(secrets.template) } : secrets),
    location: read.location(["secrets"]),
    timeoutMs: msOf(read.text(["secrets", "timeout"], "10s")),
    concurrency: read.number(["secrets", "concurrency"], 4),
    at: read.text(["secrets", "at"], ""),
  };
};

const organizationsIn = (read: Reader): OrganizationSource => {
  const path: Path = ["organizations"];
  const location = read.location(path);
  const given = valueAt(read.value, path);
  if (Array.isArray(given)) {
    const items = given.map((value, index) => ({ value, location: read.location([...path, String(index)]) }));
    return { kind: "list", items, location };
  }
  if (read.optional([...path, "file"]) !== undefined)
    return { kind: "file", file: read.reference([...path, "file"]) };
  const timeoutMs = msOf(read.text([...path, "timeout"], "60s"));
  return { kind: "command", command: read.command([...path, "command"]), timeoutMs, location };
};

export interface LoadFleetOptions extends CheckedReading {
  /** Of this machine; default: UTC. */
  readonly timezone?: string;
}

/**
 * Parses a fleet file from YAML or JSON. Pure: touches neither the file system nor the environment, and no secret.
 * @throws UsageError with all errors, each with `file:line:column` and a hint.
 */
export const loadFleet = (text: string, options: LoadFleetOptions): FleetFile => {
  const { file, timezone = "UTC" } = options;
  const read = readerOf(readCheckedFile(text, loadFleetRules(), options), file);
  const key = read.optional(["key"]);
  return {
    file,
    database: databaseIn(read),
    key: () => key,
    schedule: scheduleIn(read, timezone),
    work: {
      heartbeatSeconds: msOf(read.text(["work", "heartbeat"], "60s")) / 1000,
      retries: read.number(["work", "retries"], 3),
      retryDelaySeconds: msOf(read.text(["work", "retryDelay"], "30s")) / 1000,
    },
    defaults: {
      account: read.optional(["defaults", "account"]),
      config: read.reference(["defaults", "config"]),
      variables: read.texts(["defaults", "variables"]),
      safety: read.limits(["defaults", "safety"]),
    },
    secrets: secretsIn(read),
    organizations: organizationsIn(read),
    breadth: {
      share: read.number(["breadth", "share"], 0.5),
      atLeast: read.number(["breadth", "atLeast"], 10),
    },
    tolerate: read.number(["tolerate"], 0.1),
    // The schema guarantees this form.
    notify: () => (valueAt(read.value, ["notify"]) as NotifySettings | undefined) ?? {},
    retention: {
      shapes: daysOf(read.text(["retention", "shapes"], "90d")),
      operations: daysOf(read.text(["retention", "operations"], "400d")),
    },
  };
};
