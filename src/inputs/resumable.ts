import type { ValidConfig } from "../core/config/config.ts";
import type { Tally } from "../core/model/tally.ts";
import { UsageError } from "../core/model/usage-error.ts";
import type { Shard } from "../core/run/selection.ts";
import { pickedCount, thoroughBudget } from "../core/run/picks.ts";
import type { Store, StorePart } from "../core/store/store.ts";
import type { ChosenChecks } from "./choose-checks.ts";
import { tallyRule } from "./read-report.ts";
import type { Suite } from "./suite.ts";
import { storedAs, aText, valuesOf } from "../core/source/rules.ts";
import { digestOf } from "../core/model/texts.ts";

/** The last interrupted run of each shard against each set of targets: its options and its results so far. */
const part: StorePart = {
  name: "resume",
  steps: [
    "CREATE TABLE resume_run (targets TEXT PRIMARY KEY, identity TEXT NOT NULL, saved TEXT NOT NULL) STRICT",
    `CREATE TABLE resume_part (
       targets TEXT, shard TEXT, identity TEXT NOT NULL, saved TEXT NOT NULL, PRIMARY KEY (targets, shard)
     ) STRICT;
     INSERT INTO resume_part SELECT targets, '', identity, saved FROM resume_run;
     DROP TABLE resume_run;`,
  ],
};

/** What two parts of one run must have in common. */
export interface ResumedIdentity {
  readonly seed: number;
  readonly version: string;
  readonly shard: Shard | undefined;
  readonly choice: ChosenChecks;
  readonly config: ValidConfig;
  readonly suite: Suite;
}

const hashOf = (value: unknown): string => digestOf(JSON.stringify(value), 16);

const sections = ["records", "scratch", "queries", "created", "readBack"] as const;

/** Everything in a configuration that affects plans; the limits may differ unless plans depend on them. */
const shapeOf = ({ config, choice, suite }: ResumedIdentity): unknown => {
  const { maxRequests, perHour, writes } = config.safety;
  const needs = suite.checks.flatMap((check) => (check.effect === "passive" ? [] : check.needs));
  return [
    config.shownUrls,
    writes,
    pickedCount(thoroughBudget, 0, Math.min(maxRequests, perHour)),
    choice.interfaces.map((name) => sections.map((section) => config.setting(`${name}.${section}`) ?? null)),
    [...new Set(needs)].filter((path) => config.has(path)),
  ];
};

const partsOf = (identity: ResumedIdentity): Readonly<Record<string, string>> => ({
  "another format": "2",
  "another seed": String(identity.seed),
  "another version of tripact": identity.version,
  "another --shard": hashOf(identity.shard ?? null),
  "other checks": hashOf([identity.choice.interfaces, identity.choice.checks.map(({ id }) => id)]),
  "another configuration": hashOf(shapeOf(identity)),
});

const hint = "run without --resume to begin anew";

/** @throws UsageError if a newer tripact wrote the store. */
export const resumableRuns = (store: Store) => {
  store.migrate(part);
  const { database } = store;
  const targetsOf = ({ config }: ResumedIdentity): string => JSON.stringify(config.shownUrls);
  const shardOf = ({ shard }: ResumedIdentity): string =>
    shard === undefined ? "" : `${shard.index}/${shard.count}`;
  return {
    /** @throws UsageError if there is none, or it belongs to a different run. */
    load(identity: ResumedIdentity): Tally {
      // The saved run of another shard explains the difference.
      const row = database
        .prepare("SELECT identity, saved FROM resume_part WHERE targets = ? ORDER BY shard <> ? LIMIT 1")
        .get(targetsOf(identity), shardOf(identity));
      if (row === undefined)
        throw new UsageError("no run against these targets was cut short", { location: "--resume", hint });
      const then = storedAs<Record<string, string>>(
        "what a saved run was asked",
        String(row["identity"]),
        valuesOf(aText),
      );
      const other = Object.entries(partsOf(identity)).filter(([name, value]) => then[name] !== value);
      if (other.length > 0)
        throw new UsageError(`the run that was cut short had ${other.map(([name]) => name).join(", ")}`, {
          location: "--resume",
          hint,
        });
      return storedAs<Tally>("a saved run", String(row["saved"]), tallyRule);
    },
    keep(identity: ResumedIdentity, saved: Tally) {
      database
        .prepare("INSERT OR REPLACE INTO resume_part VALUES (?, ?, ?, ?)")
        .run(
          targetsOf(identity),
          shardOf(identity),
          JSON.stringify(partsOf(identity)),
          JSON.stringify(saved),
        );
    },
    forget(identity: ResumedIdentity) {
      database
        .prepare("DELETE FROM resume_part WHERE targets = ? AND shard = ?")
        .run(targetsOf(identity), shardOf(identity));
    },
  };
};
