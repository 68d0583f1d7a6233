import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { DriftHistory, DriftTarget } from "../model/drift.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { isInterfaceName } from "../model/interface-name.ts";
import type { Store, StorePart } from "../store/store.ts";
import { type CheckpointOptions, checkpointSteps, createCheckpoints } from "./checkpoint.ts";
import type { NightVerdict } from "./chronicle.ts";
import { createReplayer, historyOf, type Replayer } from "./replay.ts";
import { createShapes, type Shapes, shapesFromJson } from "./shapes.ts";
import type { FindingCounts, StoredAcceptance, StoredNight } from "./stored-night.ts";

const part: StorePart = {
  name: "drift",
  steps: [
    `CREATE TABLE drift_target (
       id INTEGER PRIMARY KEY,
       interface TEXT NOT NULL,
       address TEXT NOT NULL,
       organization TEXT NOT NULL,
       UNIQUE (interface, address, organization)
     ) STRICT;
     CREATE TABLE drift_night (
       id INTEGER PRIMARY KEY AUTOINCREMENT,
       target INTEGER NOT NULL REFERENCES drift_target,
       place INTEGER,
       state TEXT NOT NULL CHECK (state IN ('running', 'sampled', 'failed')),
       reason TEXT,
       run TEXT NOT NULL,
       started_at TEXT NOT NULL,
       seed INTEGER NOT NULL,
       version TEXT NOT NULL,
       requests INTEGER NOT NULL DEFAULT 0,
       errors INTEGER NOT NULL DEFAULT 0,
       warnings INTEGER NOT NULL DEFAULT 0,
       infos INTEGER NOT NULL DEFAULT 0,
       shapes BLOB,
       UNIQUE (target, place)
     ) STRICT;
     CREATE TABLE drift_acceptance (
       id INTEGER PRIMARY KEY AUTOINCREMENT,
       target INTEGER NOT NULL REFERENCES drift_target,
       after_place INTEGER NOT NULL,
       fingerprint TEXT NOT NULL,
       accepted_at TEXT NOT NULL
     ) STRICT;
     CREATE INDEX drift_acceptance_target ON drift_acceptance (target);`,
    ...checkpointSteps,
  ],
};

/** Which run a night belongs to. */
export interface NightRun {
  readonly run: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seed: number;
  readonly version: string;
}

/** A night that was begun and not ended. */
export interface OpenNight {
  readonly id: number;
  readonly target: DriftTarget;
}

/** What a night came to: what was seen, or why nothing was. */
export interface NightOutcome {
  readonly shapes: Shapes | undefined;
  /** Why it failed, or what cut it short. */
  readonly reason?: string;
  readonly requests: number;
  readonly findings: FindingCounts;
}

/** What a night that has ended tells, beside its history. */
export interface EndedNight {
  readonly night: DriftHistory["nights"][number];
  /** Undefined for a failed night. */
  readonly verdict: NightVerdict | undefined;
}

/**
 * The nights of every target and what was accepted. A night is judged and written in one transaction, so that runs
 * at the same time come one after another, and one that was killed leaves nothing but that it had begun.
 */
export interface DriftStore {
  begin(target: DriftTarget, run: NightRun): OpenNight;
  /** Ends a night: judges it by the nights that ended before. */
  end(night: OpenNight, outcome: NightOutcome): EndedNight;
  /** Makes a change part of the baseline wherever it was noticed; the targets where it was. */
  accept(fingerprint: string, at: string): readonly DriftTarget[];
  histories(): readonly DriftHistory[];
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const interfaceOf = (value: unknown): InterfaceName => {
  const name = textOf(value);
  if (!isInterfaceName(name)) throw new Error("the store names an interface that there is not");
  return name;
};

/** As they are kept, without any name that may be data; the names that are known to be fields may stay. */
const packed = (shapes: Shapes, fields: ReadonlySet<string>): Uint8Array => {
  shapes.hideNames(fields);
  return deflateRawSync(JSON.stringify(shapes));
};

const unpacked = (blob: unknown): Shapes =>
  blob instanceof Uint8Array
    ? shapesFromJson(JSON.parse(inflateRawSync(blob).toString("utf8")))
    : createShapes();

const stateOf = (value: unknown): StoredNight["state"] =>
  value === "sampled" || value === "failed" ? value : "running";

type Row = Readonly<Record<string, unknown>>;

const nightOf = (row: Row): StoredNight => ({
  // A night that has not ended has no place yet.
  night: Number(row["place"] ?? 0),
  state: stateOf(row["state"]),
  ...(typeof row["reason"] === "string" ? { reason: row["reason"] } : {}),
  startedAt: textOf(row["started_at"]),
  seed: Number(row["seed"]),
  version: textOf(row["version"]),
  requests: Number(row["requests"]),
  findings: {
    error: Number(row["errors"]),
    warning: Number(row["warnings"]),
    info: Number(row["infos"]),
  },
  shapes: () => unpacked(row["shapes"]),
});

/**
 * Opens the drift part of a store. Without options for checkpoints all nights are gone through again.
 * @throws UsageError when a newer tripact has written it.
 */
export const openDriftStore = (store: Store, options?: CheckpointOptions): DriftStore => {
  store.migrate(part);
  const { database } = store;
  const checkpoints = options && createCheckpoints(database, options);

  const targetId = ({ interface: name, address, organization }: DriftTarget): number => {
    database
      .prepare(
        "INSERT INTO drift_target (interface, address, organization) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      )
      .run(name, address, organization);
    const row = database
      .prepare("SELECT id FROM drift_target WHERE interface = ? AND address = ? AND organization = ?")
      .get(name, address, organization);
    return Number(row?.["id"]);
  };

  const targets = (): readonly { readonly id: number; readonly target: DriftTarget }[] =>
    database
      .prepare("SELECT * FROM drift_target ORDER BY id")
      .all()
      .map((row) => ({
        id: Number(row["id"]),
        target: {
          interface: interfaceOf(row["interface"]),
          address: textOf(row["address"]),
          organization: textOf(row["organization"]),
        },
      }));

  /** Nights that ended after the one at a place, in the order in which they did. */
  const endedAfter = (target: number, place: number): readonly StoredNight[] =>
    database
      .prepare("SELECT * FROM drift_night WHERE target = ? AND place > ? ORDER BY place")
      .all(target, place)
      .map(nightOf);

  const running = (target: number): readonly StoredNight[] =>
    database
      .prepare("SELECT * FROM drift_night WHERE target = ? AND place IS NULL ORDER BY id")
      .all(target)
      .map(nightOf);

  const acceptedAfter = (target: number, id: number): readonly StoredAcceptance[] =>
    database
      .prepare("SELECT * FROM drift_acceptance WHERE target = ? AND id > ? ORDER BY id")
      .all(target, id)
      .map((row) => ({
        id: Number(row["id"]),
        after: Number(row["after_place"]),
        fingerprint: textOf(row["fingerprint"]),
      }));

  /** What was gone through is not gone through again: nights and acceptances are only ever added. */
  const replayers = new Map<number, Replayer>();

  const replayOf = (id: number, target: DriftTarget): Replayer => {
    const replayer = replayers.get(id) ?? createReplayer(target, checkpoints?.load(id));
    replayers.set(id, replayer);
    replayer.continue(endedAfter(id, replayer.place), acceptedAfter(id, replayer.acceptance));
    checkpoints?.keep(id, replayer);
    return replayer;
  };

  const lastPlace = (target: number): number =>
    Number(
      database.prepare("SELECT max(place) AS place FROM drift_night WHERE target = ?").get(target)?.[
        "place"
      ] ?? 0,
    );

  /** What was undone in the file must not stay in memory. */
  const transaction = <Result>(work: () => Result): Result => {
    try {
      return store.transaction(work);
    } catch (error) {
      replayers.clear();
      throw error;
    }
  };

  return {
    begin: (target, { run, startedAt, seed, version }) =>
      store.transaction(() => {
        const { lastInsertRowid } = database
          .prepare(
            "INSERT INTO drift_night (target, state, run, started_at, seed, version) VALUES (?, 'running', ?, ?, ?, ?)",
          )
          .run(targetId(target), run, startedAt, seed, version);
        return { id: Number(lastInsertRowid), target };
      }),
    end: ({ id, target }, { shapes, reason, requests, findings }) =>
      transaction(() => {
        const of = targetId(target);
        const place = lastPlace(of) + 1;
        const fields = replayOf(of, target).fields;
        database
          .prepare(
            `UPDATE drift_night SET place = ?, state = ?, reason = ?, requests = ?, errors = ?, warnings = ?, infos = ?,
             shapes = ? WHERE id = ?`,
          )
          .run(
            place,
            shapes === undefined ? "failed" : "sampled",
            reason ?? null,
            requests,
            findings.error,
            findings.warning,
            findings.info,
            shapes === undefined ? null : packed(shapes, fields),
            id,
          );
        const ended = replayOf(of, target).nights.find(({ night }) => night.night === place);
        if (ended === undefined) throw new Error("the night is not in its own history");
        return ended;
      }),
    accept: (fingerprint, at) =>
      transaction(() =>
        targets().flatMap(({ id, target }) => {
          const isOpen = replayOf(id, target)
            .chronicle.drift()
            .some((drift) => drift.fingerprint === fingerprint && drift.state !== "accepted");
          if (!isOpen) return [];
          database
            .prepare(
              "INSERT INTO drift_acceptance (target, after_place, fingerprint, accepted_at) VALUES (?, ?, ?, ?)",
            )
            .run(id, lastPlace(id), fingerprint, at);
          return [target];
        }),
      ),
    histories: () =>
      transaction(() => targets().map(({ id, target }) => historyOf(replayOf(id, target), running(id)))),
  };
};
