import type { DocumentOptions } from "../../inputs/common-options.ts";
import { emptyBaseline } from "../../core/config/baseline.ts";
import { type Contract, describedAs } from "../../core/model/contract.ts";
import { isHere } from "../../core/model/https-address.ts";
import type { Report } from "../../core/model/report.ts";
import type { Environment } from "../../core/model/environment.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { version } from "../../core/model/version.ts";
import { printable } from "../../core/output/escape.ts";
import { unrestoredIn } from "../../core/run/asking.ts";
import { follow } from "../../core/run/create-run.ts";
import { run } from "../../core/run/run.ts";
import type { Target } from "../../core/run/target.ts";
import { withCredentials } from "../../inputs/client-credentials.ts";
import { usualRequests } from "../../inputs/document-contract.ts";
import { type NamedDocument, openDocumentConfig, readDocumentTarget } from "../../inputs/named-target.ts";
import { loadJudgingParts } from "../../inputs/judging-parts.ts";
import { openTarget } from "../../inputs/open-target.ts";
import { documentHealth } from "../doctor/document-health.ts";
import type { InterfaceHealth } from "../doctor/health.ts";
import { documentPath, foundEntries, reachEntries, referring } from "./document-entries.ts";
import type { ConfigEntry } from "./extend-config.ts";

/** Requests of an inference: as many for each operation, and some for a first look. */
const requestsEach = 20;
const firstRequests = 40;
const mostRequests = 2000;

const inferenceRequests = (operations: number): number =>
  Math.min(mostRequests, firstRequests + requestsEach * operations);

/** What an inference has found out about a server. */
export interface Inference {
  readonly name: string;
  readonly entries: readonly ConfigEntry[];
  readonly health: InterfaceHealth;
  readonly requests: number;
  readonly budget: number;
  readonly stopped?: string;
  /** Number of facts that it has judged, and of all facts. */
  readonly facts: { readonly now: number; readonly isAtMost: true; readonly total: number };
  /** Variables that the file names for credentials that were given as they are, with their values. */
  readonly unset: readonly (readonly [variable: string, value: string])[];
}

/** Where the file is, and where runs keep their journals. */
export interface InferenceOptions extends DocumentOptions {
  readonly config: string;
  readonly stateFolder?: string;
}

const onlyEntry = ({ interfaces }: NamedDocument["config"]) => {
  const [only] = Object.entries(interfaces);
  if (only === undefined) throw new Error("there is no interface");
  return only;
};

/** The keys that the options stand for, without a secret in them. */
const givenEntries = (named: NamedDocument, { config }: InferenceOptions, { cwd, env }: Environment) => {
  const [name, entry] = onlyEntry(named.config);
  const at = (...keys: readonly string[]): readonly string[] => ["interfaces", name, ...keys];
  const secrets = (["credentials", "headers"] as const).flatMap((section) =>
    Object.entries(referring(entry[section], `${name}.${section}`, env)).map(([key, one]) => ({
      path: at(section, key),
      ...one,
    })),
  );
  const entries: readonly ConfigEntry[] = [
    { path: at("openapi"), value: documentPath(entry.openapi, cwd, config) },
    { path: at("baseUrl"), value: entry.baseUrl },
    ...secrets.map(({ path, text }) => ({ path, value: text })),
    ...Object.entries({ exclude: entry.exclude, include: entry.include, resources: entry.resources }).flatMap(
      ([key, value]) => (value === undefined ? [] : [{ path: at(key), value }]),
    ),
  ];
  return { entries, unset: secrets.flatMap(({ unset }) => (unset === undefined ? [] : [unset])) };
};

const safetyEntries = ({ config, document }: NamedDocument): readonly ConfigEntry[] => [
  {
    path: ["safety", "writes"],
    value: config.safety.writes,
    note: "whether records are created, changed and removed",
  },
  ...(isHere(onlyEntry(config)[1].baseUrl)
    ? [{ path: ["safety", "maxRequests"], value: usualRequests(document), note: "requests of one run" }]
    : []),
];

/** Runs what finds out what can be declared; undefined if it came to no end. */
const tryOut = async (
  contract: Contract,
  name: string,
  target: Target,
  nonce: () => string,
  { clock, signal }: Environment,
): Promise<{ readonly report: Report; readonly stopped?: string } | undefined> => {
  const asking = new Set(describedAs(contract, name).inference?.checks);
  const footer = await follow(
    run({
      ...(await loadJudgingParts(contract)),
      chosen: contract.checks.filter(({ id }) => asking.has(id)),
      target,
      seed: 1,
      version: version(),
      clock,
      nonce,
      baseline: emptyBaseline(),
      effort: "plans",
      signal,
    }),
    () => undefined,
  );
  return footer && { report: footer.report, ...(footer.stopped && { stopped: footer.stopped.message }) };
};

const judgedIn = (report: Report | undefined): ReadonlyMap<string, boolean> =>
  new Map(
    (report?.facts ?? []).flatMap(({ id, status }) =>
      status === "passed" || status === "failed" ? [[id, status === "passed"] as const] : [],
    ),
  );

/**
 * Tries what a server does with the operations of its document.
 * @param isThere whether the file has an interface of a name
 * @throws UsageError for a document or an option that cannot be used
 */
export const tryDocument = async (
  options: InferenceOptions,
  around: Environment,
  nonce: () => string,
  isThere: (name: string) => boolean,
): Promise<Inference> => {
  const named = await readDocumentTarget(options, around);
  const [name] = onlyEntry(named.config);
  if (isThere(name))
    throw new UsageError(`the file has an interface ${name} already`, {
      option: "name",
      hint: "give another name, or remove it from the file",
    });
  const maxRequests = options.maxRequests ?? inferenceRequests(named.document.operations.length);
  const config = { ...named.config, safety: { ...named.config.safety, maxRequests } };
  const opened = await openDocumentConfig(config, named, around, {
    canWrite: options.stateFolder !== undefined,
    infers: true,
  });
  if (opened === undefined) throw new Error("there is no configuration");
  const { contract } = opened;
  const { config: withAll = opened.config, unusable } = await withCredentials(opened, around);
  const { target, live } = await openTarget({
    contract,
    config: withAll,
    clock: around.clock,
    seed: 1,
    shared: options.stateFolder,
  });
  try {
    const [unrestored] = unrestoredIn(live);
    if (unrestored !== undefined)
      throw new UsageError(`an earlier run has left ${printable(unrestored)}`, {
        hint: "tripact restore removes what it has created",
      });
    const [first] = await documentHealth(contract, target, nonce, around.signal, unusable);
    if (first === undefined) throw new Error(`there is no interface ${name}`);
    const { problem } = first;
    const tried = problem === undefined ? await tryOut(contract, name, target, nonce, around) : undefined;
    around.signal.throwIfAborted();
    const judged = judgedIn(tried?.report);
    const { inference, outOfReach } = describedAs(contract, name);
    const unreached = problem === undefined ? (outOfReach?.() ?? []) : [];
    const given = givenEntries(named, options, around);
    return {
      name,
      entries: [
        ...given.entries,
        ...foundEntries(inference?.found(judged) ?? []),
        ...reachEntries(unreached),
        ...safetyEntries(named),
      ],
      health: { ...first, outOfReach: unreached },
      requests: target.requests(),
      budget: target.budget,
      ...(tried?.stopped === undefined ? {} : { stopped: tried.stopped }),
      facts: { now: first.facts.now, isAtMost: true, total: contract.facts.length },
      unset: given.unset,
    };
  } finally {
    await target.close();
  }
};
