import { type Issue, type IssueTracker, syncIssues } from "../../../src/monitoring/drift/issues.ts";
import type { DriftReport } from "../../../src/core/model/drift.ts";
import type { Problem } from "../../../src/core/model/problem.ts";
import { issueText } from "../../../src/report/problem-markdown.ts";

/** A tracker that keeps its issues in a list; what trackers' APIs are asked is proven in trackers.test.ts. */
export const createTracker = (issues: Issue[] = []) => {
  const log: string[] = [];
  const tracker: IssueTracker = {
    async list() {
      log.push("list");
      return [...issues];
    },
    async open(title, body) {
      log.push("open");
      issues.push({ number: issues.length + 1, title, body, isOpen: true });
    },
    async change(number, change) {
      log.push("change");
      issues.splice(number - 1, 1, ...issues.slice(number - 1, number).map((one) => ({ ...one, ...change })));
    },
  };
  const sync = (report: DriftReport, to: IssueTracker = tracker, open: readonly Problem[] = []) =>
    syncIssues(
      report,
      to,
      (problem, targets, elsewhere) => issueText(problem, targets, elsewhere, { typesPackage: "the-types" }),
      open,
    );
  return { issues, log, tracker, sync };
};
