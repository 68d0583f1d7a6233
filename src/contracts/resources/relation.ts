import type { ActiveCheck, Judgement, Plan, PlanContext, Violation } from "../../core/model/check.ts";
import type { Exchange } from "../../core/model/exchange.ts";
import { type Exploration, replayed } from "../../core/model/exploration.ts";
import type { Api } from "../checks/api.ts";
import type { ApiResource } from "./resource.ts";
import type { ResourceAnswers, Tag } from "./tag.ts";

/** A relation between the answers about the records of one resource. */
export interface ResourceRelation {
  /** The end of its facts' ids: `stays` of `shop/order/stays`. */
  readonly kind: string;
  /** What each of its facts states about a resource, by the end of its id. */
  readonly facts: Readonly<Record<string, (resource: ApiResource) => string>>;
  readonly why: string;
  /** Order among the relations. */
  readonly phase: number;
  /** Whether it needs to create records. */
  readonly writes: boolean;
  /** Whether it is about a list, so that it holds of each list of the records. */
  readonly ofLists?: boolean;
  /** Whether a resource says enough for it. */
  applies(resource: ApiResource, api: Api): boolean;
  plan(scene: Scene, context: PlanContext): Plan<void, Tag>;
  /** In place of a plan: random sequences, of records that break no relation by themselves. */
  readonly explore?: (scene: Scene) => Exploration<Tag>;
  judge(scene: Scene, answers: ResourceAnswers): Iterable<RelationFound>;
  /** Only for relations that read: whether a repeated answer shows the same (see `ActiveCheck`). */
  readonly looksAgain?: (first: Exchange, second: Exchange) => boolean;
}

export interface Scene {
  readonly api: Api;
  readonly resource: ApiResource;
  /** All of the document, for what is below a record. */
  readonly resources: readonly ApiResource[];
}

/** What a relation has found: that a fact holds, does not hold, or could not be judged. */
export type RelationFound =
  | { readonly fact: string; readonly holds: true }
  | { readonly fact: string; readonly reason: string }
  | ({ readonly fact: string } & Pick<
      Violation,
      "message" | "exchange" | "also" | "pointer" | "expected" | "actual"
    >);

/** The id of a fact about a resource. */
export const resourceFact = ({ name }: Pick<Api, "name">, resource: ApiResource, kind: string): string =>
  `${name}/${resource.factName ?? resource.name}/${kind}`;

const judgementOf = (scene: Scene, found: RelationFound): readonly Judgement[] => {
  const fact = resourceFact(scene.api, scene.resource, found.fact);
  if ("holds" in found) return [];
  if ("reason" in found) return [{ kind: "not-applicable", fact, reason: found.reason }];
  return [{ kind: "violation", rule: "relation", ...found, fact }];
};

/** Its statements by fact id. */
export type ResourceCheck = ActiveCheck<Tag> & { readonly statements: Readonly<Record<string, string>> };

/** What is broken by itself is broken in any sequence: that is said once. */
const whileUnbroken = ({ api, resource }: Scene, exploration: Exploration<Tag>): Exploration<Tag> => ({
  ...exploration,
  leftOut: ({ replay }) =>
    replay === undefined && api.records.broken.has(resource.name)
      ? `another relation of ${resource.name} is broken`
      : undefined,
});

/** A relation as a check of one resource: what is declared fails, what is inferred warns. */
export const checkOf = (relation: ResourceRelation, scene: Scene, position: number): ResourceCheck => {
  const { api, resource } = scene;
  const kinds = Object.keys(relation.facts);
  const statements = Object.fromEntries(
    Object.entries(relation.facts).map(([kind, statement]) => [
      resourceFact(api, resource, kind),
      `${statement(resource)}.`,
    ]),
  );
  const exploration = relation.explore && whileUnbroken(scene, relation.explore(scene));
  const [first = "", ...others] = kinds.map((kind) => resourceFact(api, resource, kind));
  return {
    id: resourceFact(api, resource, relation.kind),
    facts: [first, ...others],
    severity: resource.isDeclared ? "error" : "warning",
    title: relation.facts[kinds[0] ?? ""]?.(resource) ?? "",
    why: relation.why,
    effect: relation.writes || api.writes ? "write" : "read",
    position,
    interfaces: [api.name],
    needs: [],
    statements,
    plan: (context) =>
      exploration === undefined ? relation.plan(scene, context) : replayed(exploration, context),
    ...(exploration === undefined ? {} : { explore: exploration }),
    *judge(exchanges): Generator<Judgement> {
      const found = [...relation.judge(scene, exchanges)];
      if (exploration === undefined && found.some((one) => "message" in one))
        api.records.broken.add(resource.name);
      yield* found.flatMap((one) => judgementOf(scene, one));
      for (const kind of kinds)
        if (!found.some(({ fact }) => fact === kind))
          yield {
            kind: "not-applicable",
            fact: resourceFact(api, resource, kind),
            reason: `no ${resource.name} was created, or it shows nothing of this`,
          };
    },
    ...(relation.looksAgain === undefined ? {} : { looksAgain: relation.looksAgain }),
  };
};

export const relationHolds = (fact: string): RelationFound => ({ fact, holds: true });
