import {
  bodyOf,
  type Dialect,
  evaluate,
  printQuery,
  type QueriedRecord,
  type Query,
} from "../../../src/builtin/queries/index.ts";
import type { Assumptions } from "../../../src/sandbox/assumptions/assumptions.ts";
import type { SandboxConfiguration } from "../../../src/sandbox/configuration.ts";
import { createSandbox, type Sandbox } from "../../../src/sandbox/sandbox.ts";
import { sandboxDialect } from "./sandbox-dialect.ts";

interface Page {
  readonly items: readonly QueriedRecord[];
  readonly total: number;
}

/** What a query is answered with, and the query itself for whoever reads the difference. */
interface Answer {
  readonly query: string;
  readonly total: number;
  readonly ids: readonly unknown[];
}

export const idsOf = (records: readonly QueriedRecord[]): readonly unknown[] =>
  records.map((record) => record["id"]);

/** A sandbox under some assumptions, and the dialect that it speaks then. */
export class SandboxBench {
  readonly sandbox: Sandbox;
  readonly dialect: Dialect;
  readonly #configuration: SandboxConfiguration["interfaces"]["donation"];

  constructor(assumptions: Partial<Assumptions>) {
    this.sandbox = createSandbox({ scale: 60, assumptions: { "U-28": 0, ...assumptions } });
    this.dialect = sandboxDialect(assumptions);
    this.#configuration = this.sandbox.config().interfaces.donation;
  }

  /** The JSON body of a 200; anything else is an error. */
  async send(method: string, path: string, body?: unknown): Promise<unknown> {
    const { baseUrl, credentials } = this.#configuration;
    const headers = {
      authorization: `Bearer ${String(credentials["token"])}`,
      "content-type": "application/json",
    };
    const sent = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await this.sandbox.fetch(new Request(`${baseUrl}${path}`, sent));
    const answer: unknown = await response.json();
    if (response.status !== 200)
      throw new Error(`${path} answers ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Every record of a kind with all its parameters, in the order of their ids. */
  async records(kind: string): Promise<readonly QueriedRecord[]> {
    const columns = Object.keys(this.dialect.queryTypes[kind]?.parameters ?? {});
    const { items, total } = await this.#page({ kind, columns, take: 1000 });
    if (items.length !== total) throw new Error(`${total - items.length} records are missing`);
    return items;
  }

  /** What the sandbox answers, and what the evaluation in memory gives over all records of the kind. */
  async bothAnswers(wanted: Query, records: readonly QueriedRecord[]): Promise<readonly [Answer, Answer]> {
    const query = printQuery(wanted, { values: "shown" });
    const asked = await this.#page({ ...wanted, columns: ["id"] });
    const evaluated = evaluate(wanted, records, { dialect: this.dialect, now: this.sandbox.clock.now() });
    return [
      { query, total: asked.total, ids: idsOf(asked.items) },
      { query, total: evaluated.total, ids: idsOf(evaluated.items) },
    ];
  }

  async #page(wanted: Query): Promise<Page> {
    const kind = String(wanted.kind);
    const path = `/api/${kind.charAt(0).toUpperCase()}${kind.slice(1)}/query`;
    // The passive checks hold the sandbox to this shape.
    return (await this.send("POST", path, bodyOf(wanted, this.dialect))) as Page;
  }
}
