import { faultsOf } from "./fault.ts";
import { add, property, put } from "./support/edit.ts";
import { failed, onAnswer, onBody, problems, status } from "./support/rows.ts";
import { discovery, replacements } from "./support/names.ts";

export const faults = faultsOf("DON-19", {
  gross: {
    "error-status-is-always-400": [
      "The status in every error is 400",
      onBody("donation", add("status", 400), problems),
    ],
    "error-status-is-zero": [
      "The status in every error is 0: nobody sets it",
      onBody("donation", add("status", 0), problems),
    ],
  },
  structural: {
    "refused-caller-is-told-403": [
      "The status in a 401 of the gift list is 403",
      onBody("listGifts", add("status", 403), 401),
    ],
    "refused-replacement-is-told-as-500": [
      "The error of a refused replacement was made for an exception and says 500",
      onBody(replacements, add("status", 500), problems),
    ],
    "discovery-errors-say-500": [
      "Whatever discovery refuses says 500 in its body",
      onBody(discovery, add("status", 500), failed),
    ],
  },
  behavioural: {
    "unreadable-campaigns-are-refused-with-200": [
      "A replacement that cannot be read is answered with an error and 200",
      onAnswer("replaceCampaign", status(200), 400),
      { alsoBreaks: { "DON-20": "It is a success by its status." } },
    ],
    "field-errors-are-told-as-422": [
      "The status in an error is 422 where a field is at fault",
      onBody(
        "donation",
        (body) => (property(body, "errors") === undefined ? body : put(body, "status", 422)),
        problems,
      ),
    ],
  },
});
