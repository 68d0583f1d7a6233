import { deserialize, serialize } from "node:v8";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { DatabaseSync } from "node:sqlite";
import type { StorePart } from "../store/store.ts";
import type { Replayer, ReplayState } from "./replay.ts";

/** To be raised whenever the same nights come to something else, or to the same in another form. */
const form = 2;

/** Steps of the store's drift part; see drift-store.ts. */
export const checkpointSteps: StorePart["steps"] = [
  `CREATE TABLE drift_checkpoint (
     target INTEGER PRIMARY KEY REFERENCES drift_target,
     version TEXT NOT NULL,
     past TEXT NOT NULL,
     place INTEGER NOT NULL,
     state BLOB NOT NULL
   ) STRICT;`,
];

/** So many nights are gone through again rather than keep what they came to each time. */
const usualDistance = 8;

export interface CheckpointOptions {
  /** Of tripact: another one may make something else of the same nights. */
  readonly version: string;
  /** Nights between two checkpoints; 8 by default. */
  readonly every?: number;
}

/**
 * What the nights of a target came to, up to some night, so that they need not be gone through again. All of it follows
 * from the nights; whatever does not fit them, or was made by another version, is passed over.
 */
export interface Checkpoints {
  load(target: number): ReplayState | undefined;
  /** Keeps what a replayer has come to where enough nights have passed; to be called within a transaction. */
  keep(target: number, replayer: Replayer): void;
}

const unpacked = (blob: unknown): ReplayState | undefined => {
  if (!(blob instanceof Uint8Array)) return undefined;
  try {
    // What `keep` has written, of this form and version.
    return deserialize(inflateRawSync(blob)) as ReplayState;
  } catch {
    // Another Node may write what this one cannot read.
    return undefined;
  }
};

export const createCheckpoints = (
  database: DatabaseSync,
  { version: tool, every = usualDistance }: CheckpointOptions,
): Checkpoints => {
  const version = `${form} ${tool}`;
  const kept = new Map<number, number>();

  /** Tells the nights and acceptances up to a place from any others. */
  const pastOf = (target: number, place: number, acceptance: number): string => {
    const nights = database
      .prepare(
        `SELECT count(*) AS nights, total(length(shapes)) AS bytes, total(id) AS ids FROM drift_night
         WHERE target = ? AND place <= ?`,
      )
      .get(target, place);
    const accepted = database
      .prepare("SELECT count(*) AS count FROM drift_acceptance WHERE target = ? AND id <= ?")
      .get(target, acceptance);
    return JSON.stringify({ ...nights, accepted: accepted?.["count"], acceptance });
  };

  return {
    load(target) {
      const row = database
        .prepare("SELECT past, state FROM drift_checkpoint WHERE target = ? AND version = ?")
        .get(target, version);
      const state = unpacked(row?.["state"]);
      if (state === undefined || row?.["past"] !== pastOf(target, state.place, state.acceptance))
        return undefined;
      kept.set(target, state.place);
      return state;
    },
    keep(target, replayer) {
      if (replayer.place - (kept.get(target) ?? 0) < every) return;
      const state = replayer.state();
      database
        .prepare("INSERT OR REPLACE INTO drift_checkpoint VALUES (?, ?, ?, ?, ?)")
        .run(
          target,
          version,
          pastOf(target, state.place, state.acceptance),
          state.place,
          deflateRawSync(serialize(state), { level: 1 }),
        );
      kept.set(target, state.place);
    },
  };
};
