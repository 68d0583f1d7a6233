import { faultsOf, type Fault, type Incoming } from "./fault.ts";
import { withHeader } from "./support/answers.ts";
import { edit } from "./support/edit.ts";
import { onAnswer, onSuccess } from "./support/wrappers.ts";

type Wrap = Fault["wrap"];

const prefix = "/volunteer/";

const versioned = (incoming: Incoming): Incoming => {
  const url = new URL(incoming.url);
  url.pathname = url.pathname.replace(prefix, `${prefix}v1/`);
  return { ...incoming, url };
};

/** Serves paths without the version like those with it. */
const unversioned =
  (isServed: (path: string) => boolean): Wrap =>
  (next) =>
  (incoming) => {
    const { pathname } = incoming.url;
    const rest = pathname.slice(prefix.length - 1);
    return next(
      pathname.startsWith(prefix) && !rest.startsWith("/v1/") && isServed(rest)
        ? versioned(incoming)
        : incoming,
    );
  };

const unlinked = (link: unknown): unknown => (typeof link === "string" ? link.replace("/v1/", "/") : link);

export const faults = faultsOf("VOL-10", {
  gross: {
    "version-may-be-left-out": ["Every path is served without /v1 as well", unversioned(() => true)],
  },
  structural: {
    "single-user-without-version": [
      "A single user is served without /v1 as well",
      unversioned((path) => /^\/users\/[^/]+$/.test(path)),
    ],
    "links-without-version": [
      "The links of a list of users lack the version",
      onSuccess("listUsers", (body) => edit(body, "links/*", unlinked)),
    ],
    "created-user-is-located-without-version": [
      "The Location of a new user lacks the version",
      onAnswer("createUser", (outgoing) =>
        outgoing.status === 201 ? withHeader(outgoing, "location", "/volunteer/users/46") : outgoing,
      ),
    ],
  },
  behavioural: {
    "groups-without-version": [
      "Groups are updated without /v1 as well",
      unversioned((path) => /^\/groups\/[^/]+$/.test(path)),
    ],
    "version-decides-the-way-back": [
      "The list of users links to its next page without the version, the other links have it",
      onSuccess("listUsers", (body) => edit(body, "links/next", unlinked)),
    ],
  },
});
