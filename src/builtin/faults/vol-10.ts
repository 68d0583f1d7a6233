import { type Fault, faultsOf } from "./fault.ts";
import { headerReplaced } from "./support/answers.ts";
import { at } from "./support/requests.ts";
import { onAnswer, onField, onRequest } from "./support/rows.ts";

const prefix = "/volunteer/";

/** Also serves paths without the version. */
const unversioned = (isServed: RegExp): Fault["wrap"] =>
  onRequest(
    ({ url }) => url.pathname.startsWith(prefix) && isServed.test(url.pathname.slice(prefix.length)),
    at((path) => path.replace(prefix, `${prefix}v1/`)),
  );

const unlinked = (link: unknown): unknown => (typeof link === "string" ? link.replace("/v1/", "/") : link);

export const faults = faultsOf("VOL-10", {
  gross: {
    "version-may-be-left-out": ["Every path is served without /v1 as well", unversioned(/^(?!v1\/)/)],
  },
  structural: {
    "single-user-without-version": [
      "A single user is served without /v1 as well",
      unversioned(/^users\/[^/]+$/),
    ],
    "links-without-version": [
      "The links of a list of users lack the version",
      onField("listUsers", "links/*", unlinked),
    ],
    "created-user-is-located-without-version": [
      "The Location of a new user lacks the version",
      onAnswer("createUser", headerReplaced("location", "/volunteer/users/46"), 201),
    ],
  },
  behavioural: {
    "groups-without-version": ["Groups are updated without /v1 as well", unversioned(/^groups\/[^/]+$/)],
    "version-decides-the-way-back": [
      "The list of users links to its next page without the version, the other links have it",
      onField("listUsers", "links/next", unlinked),
    ],
  },
});
