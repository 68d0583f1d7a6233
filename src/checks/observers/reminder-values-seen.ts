import type { Exchange } from "../../core/model/exchange.ts";
import { defineObserver } from "../../core/model/observer.ts";
import { isObject } from "../support/json.ts";
import { createSeen, observationOn } from "../support/seen.ts";

/** Usual names of states and kinds of tasks; anything else may be a customer's text and is not reported. */
const usualWords =
  /^(?:(?:Not)?(?:Open|Opened|New|Active|Started|InProgress|Pending|Waiting|Scheduled|Due|Overdue|Late|Snoozed|Deferred|Assigned|Unassigned|Completed?|Done|Finished|Closed?|Resolved|Unresolved|Dismissed?|Cancell?ed|Skipped|Archived|Deleted|Expired)|Task|Reminder|Call|Phone|E?mail|Letter|Meeting|Visit|Note|Event|Gift|Contact|Birthday|Anniversary|FollowUp|ThankYou|Custom|Other)$/i;

const another = "another value";

const fields = ["taskStatus", "reminderType"] as const;

/** Limit of reminders whose last status is kept, to see changes. */
const mostReminders = 500;

const stateIn = (reminder: Readonly<Record<string, unknown>>, field: string): string | undefined => {
  const value = reminder[field];
  if (typeof value !== "string" || value === "") return undefined;
  return usualWords.test(value) ? value : another;
};

/** States and types of reminders, and the transitions between states. */
export const reminderValuesSeen = defineObserver({
  id: "reminder-values-seen",
  unknowns: ["U-04"],
  interfaces: ["crm"],
  watch() {
    const values = { taskStatus: createSeen(20), reminderType: createSeen(20) };
    const changes = createSeen(20);
    const last = new Map<unknown, string>();
    const follow = (id: unknown, status: string, exchange: Exchange): void => {
      const before = last.get(id);
      if (before !== undefined && before !== status) changes.add(`${before} became ${status}`, exchange);
      if (before !== undefined || last.size < mostReminders) last.set(id, status);
    };
    return {
      see(exchange, { instances }) {
        for (const { value } of instances(exchange, "Reminder")) {
          if (!isObject(value)) continue;
          for (const field of fields) {
            const state = stateIn(value, field);
            if (state !== undefined) values[field].add(state, exchange);
          }
          const status = stateIn(value, "taskStatus");
          if (status !== undefined) follow(value["id"], status, exchange);
        }
      },
      *observations() {
        for (const field of fields) {
          const first = values[field].first();
          if (first !== undefined)
            yield observationOn(
              "U-04",
              `${field}: ${values[field].keys().join(", ")}`,
              first,
              values[field].count(),
            );
        }
        for (const { key, exchange, count } of changes.all())
          yield observationOn("U-04", key, exchange, count);
      },
    };
  },
});
