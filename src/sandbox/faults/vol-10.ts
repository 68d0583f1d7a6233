import { defineFault, type Fault, type Incoming } from "./fault.ts";
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

export const faults: readonly Fault[] = [
  defineFault({
    id: "version-may-be-left-out",
    fact: "VOL-10",
    grade: "gross",
    title: "Every path is served without /v1 as well",
    wrap: unversioned(() => true),
  }),
  defineFault({
    id: "single-user-without-version",
    fact: "VOL-10",
    grade: "structural",
    title: "A single user is served without /v1 as well",
    wrap: unversioned((path) => /^\/users\/[^/]+$/.test(path)),
  }),
  defineFault({
    id: "links-without-version",
    fact: "VOL-10",
    grade: "structural",
    title: "The links of a list of users lack the version",
    wrap: onSuccess("listUsers", (body) => edit(body, "links/*", unlinked)),
  }),
  defineFault({
    id: "created-user-is-located-without-version",
    fact: "VOL-10",
    grade: "structural",
    title: "The Location of a new user lacks the version",
    wrap: onAnswer("createUser", (outgoing) =>
      outgoing.status === 201 ? withHeader(outgoing, "location", "/volunteer/users/46") : outgoing,
    ),
  }),
  defineFault({
    id: "groups-without-version",
    fact: "VOL-10",
    grade: "behavioural",
    title: "Groups are updated without /v1 as well",
    wrap: unversioned((path) => /^\/groups\/[^/]+$/.test(path)),
  }),
  defineFault({
    id: "version-decides-the-way-back",
    fact: "VOL-10",
    grade: "behavioural",
    title: "The list of users links to its next page without the version, the other links have it",
    wrap: onSuccess("listUsers", (body) => edit(body, "links/next", unlinked)),
  }),
];
