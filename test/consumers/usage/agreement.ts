import { join } from "node:path";
import type { BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import type { JsonObject } from "../../../src/core/model/json-object.ts";
import { compareDocuments } from "../../../src/consumers/diff/compare-documents.ts";
import { analyzeUsage } from "../../../src/consumers/usage/analyze-usage.ts";
import { loadCompiler } from "../../../src/consumers/usage/load-compiler.ts";
import { type Usage, usageOf } from "../../../src/consumers/usage/usage-file.ts";
import type { UseVerdict } from "../../../src/consumers/usage/verdict/judge-change.ts";
import {
  judgeDocuments,
  type JudgedChange,
  worst,
} from "../../../src/consumers/usage/verdict/judge-documents.ts";
import { documentOf } from "../diff/documents.ts";
import { richDocuments, typesOf } from "./documents.ts";
import { type Mutation, mutationsOf } from "./mutations.ts";
import { createOracle } from "./oracle.ts";
import { type ConsumerName, createWorkspace } from "./workspace.ts";

/** One consumer and one change: what TypeScript says of it, and what its usage file says. */
export interface Comparison {
  readonly consumer: ConsumerName;
  readonly mutation: string;
  /** The family that is measured; requests are not. */
  readonly family: Mutation["family"];
  /** Kinds of change that `diff` sees in it. */
  readonly kinds: readonly string[];
  readonly compiles: boolean;
  readonly verdict: UseVerdict;
  /** The first message of the compiler, and the uses that decide the verdict. */
  readonly why: string;
}

/** Which changes and consumers are compared. */
export interface Part {
  readonly consumers: readonly ConsumerName[];
  readonly interfaces: readonly BuiltinInterface[];
  /** Whether a change is taken, by its number and whether any of the consumers uses what it changes. */
  readonly takes: (index: number, isUsed: boolean) => boolean;
}

const whyOf = (error: string | undefined, judged: readonly JudgedChange[]): string => {
  const uses = judged.flatMap(({ consumers }) => consumers.flatMap(({ uses }) => uses));
  const shown = uses
    .slice(0, 3)
    .map(({ how, location, at, accepts = [] }) => `${how} ${location} ${at[0]} (${accepts.join(" ")})`);
  return [error ?? "compiles", ...shown].join(" | ");
};

const familyOf = ({ family }: Mutation, kinds: readonly string[]): Mutation["family"] =>
  kinds.some((kind) => kind.startsWith("response-")) ? family : "other";

/** Compares TypeScript's own verdict with the one by usage, for every change and consumer of a part. */
export const compareVerdicts = async function* ({
  consumers,
  interfaces,
  takes,
}: Part): AsyncGenerator<Comparison> {
  const folder = await createWorkspace(consumers);
  const compiler = loadCompiler(folder);
  const known = new Map([...richDocuments].map(([name, root]) => [name, documentOf(root)]));
  const usages = consumers.map((consumer): [ConsumerName, Usage] => [
    consumer,
    usageOf(consumer, analyzeUsage(compiler, join(folder, consumer, "tsconfig.json"), known)),
  ]);
  const oracle = createOracle(folder);
  const compare = async function* (
    name: BuiltinInterface,
    root: JsonObject,
    base: string,
    mutation: Mutation,
  ): AsyncGenerator<Comparison> {
    const documents = { old: documentOf(root), new: documentOf(mutation.root) };
    const changes = compareDocuments(documents, { names: true });
    const types = await typesOf(mutation.root);
    const kinds = [...new Set(changes.map(({ kind }) => kind))];
    for (const [consumer, { uses }] of usages) {
      const usage = usageOf(
        consumer,
        uses.filter((use) => use.interface === name),
      );
      const judged = judgeDocuments(documents, changes, [usage]);
      const [error] = types === base ? [] : oracle(consumer, name, types);
      yield {
        consumer,
        mutation: `${name}: ${mutation.name}`,
        family: familyOf(mutation, kinds),
        kinds,
        compiles: error === undefined,
        verdict: worst(judged.flatMap(({ consumers }) => consumers.map(({ verdict }) => verdict))),
        why: whyOf(error, judged),
      };
    }
  };
  let index = 0;
  for (const name of interfaces) {
    const root = richDocuments.get(name) ?? {};
    const base = await typesOf(root);
    for (const mutation of mutationsOf(root)) {
      index += 1;
      const isUsed = usages.some(([, { uses }]) =>
        uses.some((use) => use.interface === name && use.location.startsWith(mutation.at)),
      );
      if (takes(index, isUsed)) yield* compare(name, root, base, mutation);
    }
  }
};

/** How often each verdict met each answer of the compiler, by family. */
export type ConfusionTable = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const confusionOf = (comparisons: readonly Comparison[]): ConfusionTable =>
  Object.fromEntries(
    [...Map.groupBy(comparisons, ({ family }) => family)].map(([family, all]) => [
      family,
      Object.fromEntries(
        [
          ...Map.groupBy(all, ({ compiles, verdict }) => `${compiles ? "compiles" : "fails"}, ${verdict}`),
        ].map(([cell, found]) => [cell, found.length]),
      ),
    ]),
  );

/** The share of comparisons in which `breaks` and a failing compiler are the same. */
export const agreementOf = (comparisons: readonly Comparison[]): number =>
  comparisons.filter(({ compiles, verdict }) => compiles !== (verdict === "breaks")).length /
  comparisons.length;

export const unsafeAmong = (comparisons: readonly Comparison[]): readonly Comparison[] =>
  comparisons.filter(({ compiles, verdict }) => !compiles && verdict === "safe");
