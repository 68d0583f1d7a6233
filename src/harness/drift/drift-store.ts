import type {
  Acceptance,
  Drift,
  DriftGroup,
  DriftHistory,
  DriftTarget,
  FieldHistory,
  RunSummary,
} from "../model/drift.ts";
import type { Problem } from "../model/problem.ts";
import { UsageError } from "../model/usage-error.ts";
import { livesOfRun, type ShownRun } from "../problems/lives.ts";
import type { Store } from "../store/store.ts";
import { fieldHistories, type SeenRun, type WantedFields } from "./field-history.ts";
import { emptyTrackerState, type RunVerdict } from "./change-tracker.ts";
import type { Documentation } from "./documentation.ts";
import {
  driftPart,
  driftTables,
  type DriftTables,
  type Progress,
  type RunIdentity,
  type TargetRow,
} from "./drift-tables.ts";
import { judgeTarget } from "./judge-target.ts";
import { type Outlook, outlookOf } from "./outlook.ts";
import { operationRunsOf, type RunOutcome, summaryOf } from "./run-outcome.ts";
import { createShapes, type Shapes } from "./shapes.ts";
import { createValueDigest, type ValueDigest } from "./value-digest.ts";
import { type EndedRun, type RunResult, type StoredRun } from "./stored-run.ts";
import {
  addAll,
  type AddedRun,
  createTrackedTarget,
  type TrackedState,
  type TrackedTarget,
} from "./tracked-target.ts";

/** A run that was begun and not ended. */
export interface OpenRun extends RunIdentity {
  readonly id: number;
  readonly target: DriftTarget;
}

/** A run of one target that ends. */
export interface EndingRun {
  readonly open: OpenRun;
  readonly result: RunResult;
}

/** A run that has ended, beside the runs before it. */
export interface JudgedRun {
  readonly target: DriftTarget;
  readonly night: RunSummary;
  /** Undefined for a run that failed. */
  readonly verdict: RunVerdict | undefined;
}

/** A change beside a run that is not stored. */
export interface TriedOut {
  readonly before: Drift | undefined;
  readonly after: Drift | undefined;
}

/**
 * The runs of every target and what was accepted. Every method throws a UsageError for a target whose state cannot be
 * read although runs that it was made of are removed. The result of all runs of a target is stored with each run, so the
 * next one reads that and nothing of other targets. Runs are judged without a lock; if another run of the same target
 * ended meanwhile, this one is judged again, after it.
 */
export interface DriftStore {
  /** Notes that a run has begun: one that is killed shows as a run that has not ended. */
  begin(target: DriftTarget, run: RunIdentity): OpenRun;
  /** Ends a run of one target. */
  end(open: OpenRun, result: RunResult): JudgedRun;
  /**
   * Ends runs of different targets: judges each by the runs that ended before, and writes all in one transaction.
   * @param also writes into the same store in the same transaction; called again where it is judged again
   */
  endAll(
    runs: readonly EndingRun[],
    also: (judged: readonly JudgedRun[]) => Promise<void>,
  ): Promise<readonly JudgedRun[]>;
  /**
   * A change before and after a run with these shapes, which is not stored; undefined where it is not known, or is not
   * any more.
   */
  tryOut(change: Pick<Drift, "fingerprint" | "target">, shapes: Shapes, startedAt: string): TriedOut;
  /** What the next run of a target should ask for. */
  outlook(target: DriftTarget): Outlook;
  /** What a run with these shapes would show, which is not stored. */
  preview(target: DriftTarget, shapes: Shapes, startedAt: string): readonly Drift[];
  /** Fingerprints of the changes and groups, of any target, that can be accepted. */
  openFingerprints(): readonly string[];
  /** Accepts a change, or a group of them, for every target that has it open; returns those targets. */
  accept(fingerprint: string, acceptance: Acceptance): readonly DriftTarget[];
  /**
   * Removes the runs of these targets that began before a moment (ISO 8601); what they came to stays. The last run of a
   * target stays in any case. Returns how many were removed.
   */
  removeRuns(targets: readonly DriftTarget[], startedBefore: string): number;
  /**
   * Gives the problems that a run of one organization shows the states that follow from earlier runs, and keeps them.
   * Call it in the transaction that ends the run.
   */
  live(run: ShownRun): readonly Problem[];
  /** Stands for texts in the shapes of its runs. */
  readonly digest: ValueDigest;
  /** Every target that has runs. */
  targets(): readonly DriftTarget[];
  /** What the runs of a target that are in the store saw, added up. */
  shapesOf(target: DriftTarget): Shapes;
  /** What fields were in each run that is in the store and began at a moment or later (ISO 8601). */
  fields(target: DriftTarget, wanted: WantedFields, since?: string): readonly FieldHistory[];
  /** The histories of these targets, or of all, read one at a time without a lock. */
  histories(targets?: readonly DriftTarget[]): Iterable<DriftHistory>;
}

interface Loaded {
  readonly tracked: TrackedTarget;
  /** Runs that were not in the stored state: an earlier version wrote them, or the state cannot be read. */
  readonly added: readonly AddedRun[];
  /** What was stored of the target when it was loaded. */
  readonly progress: Progress;
}

/** What is to be written of a target, unless its history has moved on from what was loaded. */
interface Change {
  readonly row: TargetRow;
  readonly progress: Progress;
  readonly state: TrackedState;
  readonly groups: readonly DriftGroup[];
  /** How its runs ended that were not in its stored state. */
  readonly added: readonly Omit<AddedRun, "verdict">[];
  /** Writes the run that made it what it is. */
  write?(): void;
}

/** A run that was judged. */
interface End extends Change {
  readonly judged: JudgedRun;
}

const lostState = ({ interface: name, organization }: DriftTarget, path: string): UsageError =>
  new UsageError(
    `the state of ${name} (${organization}) cannot be read, and runs that it was made of are removed`,
    {
      location: path,
      hint: "use the version of tripact that wrote it, restore the file from a backup, or name another file with --store",
    },
  );

const load = (tables: DriftTables, { id, target }: TargetRow, path: string): Loaded => {
  const state = tables.state(id);
  if (state === undefined && tables.firstPosition(id) > 1) throw lostState(target, path);
  const tracked = createTrackedTarget(target, tables.documentation, state);
  const { run, acceptance } = tracked.state;
  const added = addAll(tracked, tables.endedAfter(id, run), tables.acceptedAfter(id, acceptance));
  return { tracked, added, progress: tables.progress(id) };
};

const changeOf = (row: TargetRow, { tracked, added, progress }: Loaded): Change => ({
  row,
  progress,
  state: tracked.state,
  groups: tracked.groups(),
  added,
});

/** Writes what a target has become. Call it in a transaction. */
const save = (tables: DriftTables, { row: { id }, state, groups, added, write }: Change): void => {
  write?.();
  for (const { run, outcome } of added) if (outcome !== undefined) tables.setOutcome(id, run, outcome);
  tables.setState(id, state, groups);
};

const historyFrom = (
  { target }: TargetRow,
  { tracked, added }: Loaded,
  stored: ReturnType<DriftTables["runs"]>,
): DriftHistory => {
  const fresh = new Map(added.map(({ run, outcome }) => [run, outcome]));
  const runs = stored.map(({ run, outcome }): { run: StoredRun; outcome: RunOutcome | undefined } => ({
    run,
    outcome: outcome ?? fresh.get(run.run),
  }));
  const operations = new Map<string, DriftHistory["operations"][number]["nights"]>();
  for (const { run, outcome } of runs)
    for (const [operation, one] of outcome === undefined ? [] : operationRunsOf(run, outcome))
      operations.set(operation, [...(operations.get(operation) ?? []), one]);
  return {
    target,
    nights: runs.map(({ run, outcome }) => summaryOf(run, outcome)),
    operations: [...operations]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([operation, nights]) => ({ operation, nights })),
    drift: tracked.drift(),
    groups: tracked.groups(),
  };
};

const unstoredRun = ({ state }: TrackedTarget, shapes: Shapes, startedAt: string): EndedRun => ({
  run: state.run + 1,
  state: "sampled",
  startedAt,
  seed: 0,
  version: "",
  requests: 0,
  findings: { error: 0, warning: 0, info: 0 },
  shapes: () => shapes,
});

class SqliteDriftStore implements DriftStore {
  private readonly store: Store;
  private readonly tables: DriftTables;
  readonly digest: ValueDigest;

  constructor(store: Store, documentation: Documentation) {
    this.store = store;
    this.tables = driftTables(store.database, documentation);
    this.digest = createValueDigest(this.tables.digestKey());
  }

  begin(target: DriftTarget, run: RunIdentity): OpenRun {
    return this.store.transaction(() => {
      const of = this.tables.findTarget(target) ?? this.tables.addTarget(target);
      return { ...run, id: this.tables.addRun(of, run), target };
    });
  }

  end(open: OpenRun, result: RunResult): JudgedRun {
    for (;;) {
      const end = this.judge({ open, result });
      if (this.store.transaction(() => this.saveUnlessMoved([end]))) return end.judged;
    }
  }

  async endAll(...[runs, also]: Parameters<DriftStore["endAll"]>): Promise<readonly JudgedRun[]> {
    for (;;) {
      const ends = runs.map((one) => this.judge(one));
      const judged = ends.map((one) => one.judged);
      const isSaved = await this.store.transactionOf(async () => {
        if (!this.saveUnlessMoved(ends)) return false;
        await also(judged);
        return true;
      });
      if (isSaved) return judged;
    }
  }

  tryOut(
    { fingerprint, target }: Pick<Drift, "fingerprint" | "target">,
    shapes: Shapes,
    startedAt: string,
  ): TriedOut {
    const tracked = this.read(target);
    if (tracked === undefined) return { before: undefined, after: undefined };
    const find = (): Drift | undefined => tracked.drift().find((one) => one.fingerprint === fingerprint);
    const before = find();
    tracked.add(unstoredRun(tracked, shapes, startedAt));
    return { before, after: find() };
  }

  outlook(target: DriftTarget): Outlook {
    return outlookOf(this.read(target)?.state.tracker ?? emptyTrackerState());
  }

  preview(target: DriftTarget, shapes: Shapes, startedAt: string): readonly Drift[] {
    const tracked = this.read(target);
    // Judging hides names of fields that more samples may yet show to be none.
    const copy = createShapes(shapes.documentation);
    copy.merge(shapes);
    return tracked?.add(unstoredRun(tracked, copy, startedAt)).verdict?.drift ?? [];
  }

  openFingerprints(): readonly string[] {
    this.saveMissing();
    return this.tables.openFingerprints();
  }

  accept(fingerprint: string, acceptance: Acceptance): readonly DriftTarget[] {
    this.saveMissing();
    return this.store.transaction(() =>
      this.tables.targetsWith(fingerprint).map((row) => {
        const loaded = this.load(row);
        const id = this.tables.addAcceptance(row.id, loaded.tracked.state.run, fingerprint, acceptance);
        loaded.tracked.accept({ id, fingerprint, ...acceptance });
        save(this.tables, changeOf(row, loaded));
        return row.target;
      }),
    );
  }

  live(run: ShownRun): readonly Problem[] {
    const targets = run.results.map(({ target }) => target);
    const [{ organization } = { organization: "" }] = targets;
    const addresses = [...new Set(targets.map(({ address }) => address))].toSorted();
    const { problems, kept } = livesOfRun(this.tables.problems(organization, addresses), run);
    this.tables.setProblems(organization, addresses, kept);
    return problems;
  }

  removeRuns(targets: readonly DriftTarget[], startedBefore: string): number {
    const removed = this.store.transaction(() =>
      this.rowsOf(targets).reduce((sum, { id }) => sum + this.tables.removeRuns(id, startedBefore), 0),
    );
    if (removed > 0) this.store.compact();
    return removed;
  }

  targets(): readonly DriftTarget[] {
    return this.tables.targets().map(({ target }) => target);
  }

  shapesOf(target: DriftTarget): Shapes {
    const sum = createShapes(this.tables.documentation);
    const [row] = this.rowsOf([target]);
    if (row === undefined) return sum;
    for (const run of this.tables.endedAfter(row.id, 0)) sum.merge(run.shapes());
    return sum;
  }

  fields(target: DriftTarget, wanted: WantedFields, since = ""): readonly FieldHistory[] {
    const [row] = this.rowsOf([target]);
    if (row === undefined) return [];
    return this.store.read(() => {
      const { fields } = this.load(row).tracked.state;
      return fieldHistories(this.seenRuns(row.id, fields, since), wanted);
    });
  }

  /** Read one at a time. */
  private *seenRuns(id: number, known: ReadonlySet<string>, since: string): Generator<SeenRun> {
    for (const run of this.tables.endedAfter(id, 0)) {
      if (run.state !== "sampled" || run.startedAt < since) continue;
      const shapes = run.shapes();
      // As for a tracked target.
      shapes.hideNames(known);
      yield { mark: run, shapes };
    }
  }

  *histories(targets?: readonly DriftTarget[]): Generator<DriftHistory> {
    for (const row of this.rowsOf(targets)) {
      const { loaded, runs } = this.store.read(() => ({
        loaded: this.load(row),
        runs: this.tables.runs(row.id),
      }));
      if (loaded.added.length > 0) this.saveIfPossible(row, loaded);
      yield historyFrom(row, loaded, runs);
    }
  }

  /** What is known of a target; undefined where nothing is. */
  private read(target: DriftTarget): TrackedTarget | undefined {
    const [row] = this.rowsOf([target]);
    return row === undefined ? undefined : this.store.read(() => this.load(row)).tracked;
  }

  private load(row: TargetRow): Loaded {
    return load(this.tables, row, this.store.path);
  }

  private rowsOf(targets: readonly DriftTarget[] | undefined): readonly TargetRow[] {
    if (targets === undefined) return this.tables.targets();
    return targets.flatMap((target) => {
      const id = this.tables.findTarget(target);
      return id === undefined ? [] : [{ id, target }];
    });
  }

  /** Judges a run by what is stored now; nothing of it is written yet. */
  private judge({ open, result }: EndingRun): End {
    const { id, target } = open;
    const rowId = this.tables.findTarget(target);
    if (rowId === undefined) throw new Error("a run ended that was not begun");
    const row = { id: rowId, target };
    const { tracked, added, progress } = this.store.read(() => this.load(row));
    const judged = judgeTarget({ target, state: tracked.state }, result, open, this.tables.documentation);
    const { run, outcome, verdict, shapes } = judged;
    const { state, groups } = judged;
    return {
      row,
      state,
      groups,
      progress,
      added: [...added, { run: run.run, outcome }],
      judged: { target, night: summaryOf(run, outcome), verdict },
      write: () => this.tables.endRun(id, { ...result, position: run.run, shapes }),
    };
  }

  /** Saves unless another process has ended a run or accepted a change since they were loaded. Call it in a transaction. */
  private saveUnlessMoved(changes: readonly Change[]): boolean {
    const hasMoved = ({ row, progress }: Change): boolean => {
      const now = this.tables.progress(row.id);
      return now.run !== progress.run || now.acceptance !== progress.acceptance;
    };
    if (changes.some(hasMoved)) return false;
    for (const change of changes) save(this.tables, change);
    return true;
  }

  /** Spares the next reader going through the same runs; one that may not write has read them all the same. */
  private saveIfPossible(row: TargetRow, loaded: Loaded): void {
    try {
      this.store.transaction(() => this.saveUnlessMoved([changeOf(row, loaded)]));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
    }
  }

  /** Targets that an earlier version wrote get their state. */
  private saveMissing(): void {
    for (const row of this.tables.withoutState()) {
      const loaded = this.store.read(() => this.load(row));
      this.store.transaction(() => this.saveUnlessMoved([changeOf(row, loaded)]));
    }
  }
}

/**
 * Opens the drift part of a store and brings its tables up to date.
 * @throws UsageError when a newer tripact has written it.
 */
export const openDriftStore = (store: Store, documentation: Documentation): DriftStore => {
  store.migrate(driftPart);
  return new SqliteDriftStore(store, documentation);
};
