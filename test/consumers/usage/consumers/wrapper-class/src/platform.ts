import type { components, paths } from "../contract/donation.ts";
import type { components as crm } from "../contract/crm.ts";

type Problem = components["schemas"]["Problem"];

type Readable = {
  [Path in keyof paths]: paths[Path] extends {
    get: { responses: { 200: { content: { "application/json": infer Body } } } };
  }
    ? Body
    : never;
};

export class PlatformError extends Error {
  readonly fields: readonly string[];
  constructor(problem: Problem) {
    super(`${problem.status} ${problem.title}: ${problem.detail}`);
    this.fields = Object.keys(problem.errors ?? {});
  }
}

export class Platform {
  readonly #base: string;
  readonly #token: string;

  constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  async get<Path extends keyof paths & string>(path: Path): Promise<Readable[Path]> {
    const response = await fetch(this.#base + path, { headers: { authorization: `Bearer ${this.#token}` } });
    if (response.ok) return response.json();
    throw new PlatformError(await response.json());
  }

  async donors(): Promise<components["schemas"]["Donor"][]> {
    const page = await this.get("/api/Donor/list");
    return page.items ?? [];
  }

  async replaceSegment(body: components["schemas"]["ReplaceRequest"]): Promise<void> {
    await fetch(`${this.#base}/api/Segment/replace`, { method: "PUT", body: JSON.stringify(body) });
  }
}

export class Notes {
  #last: crm["schemas"]["ContactNote"] | undefined;

  remember(note: crm["schemas"]["ContactNote"]): void {
    this.#last = note;
  }

  get author(): string {
    return this.#last?.createdByUser ?? "nobody";
  }

  get reminder(): string | undefined {
    const reminder = this.#last?.reminder;
    return reminder && reminder.taskStatus === "Open" ? reminder.message : undefined;
  }

  request(text: string): crm["schemas"]["ContactNoteRequest"] {
    return { note: text, type: "Call", private: true, timeSpent: 5 };
  }
}
