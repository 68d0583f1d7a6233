import type { Report } from "../../core/model/report.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { printable } from "../../core/output/escape.ts";

/** A text that a client reads by its URI. */
export interface TextResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly text: string;
  /** The report behind the text, if it is one that `replay` accepts. */
  readonly report?: Report;
}

/** What this server has produced except its sandboxes: reports, dialects, diffs and lists. Kept in memory only. */
export type Resources = ReturnType<typeof createResources>;

const scheme = "tripact://";

export const isResource = (text: string): boolean => text.startsWith(scheme);

const most = 20;
const mostCharacters = 64 * 1024 * 1024;

export const createResources = () => {
  const kept: TextResource[] = [];
  let count = 0;
  return {
    /** Stores a text and returns its URI; drops the oldest ones to make room. */
    keep(kind: "report" | "dialect" | "diff" | "list", made: Omit<TextResource, "uri">) {
      count += 1;
      const uri = `${scheme}${kind}/${count}`;
      kept.push({ uri, ...made });
      const size = (): number => kept.reduce((sum, one) => sum + one.text.length, 0);
      while (kept.length > most || (kept.length > 1 && size() > mostCharacters)) kept.shift();
      return uri;
    },
    list: () => kept,
    /** @throws UsageError for an unknown or dropped URI */
    read(uri: string) {
      const found = kept.find((one) => one.uri === uri);
      if (found !== undefined) return found;
      throw new UsageError("there is no such resource", {
        location: printable(uri),
        hint: `the last ${most} are kept; resources/list lists them`,
      });
    },
  };
};
