import type { JsonType } from "./shape-entry.ts";
import type { BodyForm } from "./error-form.ts";
import type { ChangeTrackerState } from "./change-tracker.ts";
import type { History } from "./history.ts";
import { type LocationHistory, otherValue } from "./location-history.ts";
import { locationKey } from "./sorted-run.ts";
import { driftFingerprint, type Subject } from "./subject.ts";
import type { TextClass } from "./text-class.ts";
import { variants } from "./variant.ts";

const hasValue = ({ values, otherValues }: LocationHistory, detail: string): boolean =>
  detail === otherValue ? otherValues > 0 : [...values.keys()].some((value) => String(value) === detail);

/** Whether a location has always shown, at times, what a change of it would show. */
const isUsualAt = (past: LocationHistory, { kind, detail }: Subject): boolean => {
  switch (kind) {
    case "field-added":
      return past.seen > 0;
    case "field-removed":
      return past.parents > 0 && past.seen === 0;
    case "presence-dropped":
      return past.parents > past.seen;
    case "null-appeared":
      return past.types.has("null");
    // The details of the following are a type, a form of text and a value.
    case "type-changed":
      return past.types.has(detail as JsonType);
    case "format-changed":
      return past.forms.has(detail as TextClass);
    case "value-added":
      return hasValue(past, detail);
    default:
      return false;
  }
};

const isUsualInHistory = (history: History, subject: Subject): boolean => {
  const { kind, operation, status = 0, pointer, detail } = subject;
  const answers = history.answers.get(`${operation} ${status}`);
  switch (kind) {
    case "header-appeared":
      return history.whole.headers.has(detail);
    case "error-form-changed":
      // The detail of such a change is a form of body.
      return answers?.forms.has(detail as BodyForm) === true;
    case "status-changed": {
      const [, to = 0] = detail.split(" > ").map(Number);
      return [...history.probes].some(
        ([key, statuses]) => key.startsWith(`${operation} `) && statuses.has(to),
      );
    }
    default: {
      const locations = variants.flatMap(
        (variant) => history.locations.get(locationKey({ operation, status, variant, pointer })) ?? [],
      );
      // A field that was never there is usually absent.
      if (locations.length === 0) return kind === "field-removed" && answers !== undefined;
      return locations.some((past) => isUsualAt(past, subject));
    }
  }
};

/**
 * Whether what a change shows has been usual at a target for as long as it is known: it is part of its history, and no
 * change of its own is open there.
 */
export const isUsualIn = ({ history, changes }: ChangeTrackerState, subject: Subject): boolean => {
  const own = changes.get(driftFingerprint(subject));
  return (own === undefined || own.state === "accepted") && isUsualInHistory(history, subject);
};
