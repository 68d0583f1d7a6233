import type { OperationId } from "../../generated/operations.ts";
import { defineFault, type Fault, type FaultSurroundings, type Incoming } from "./fault.ts";
import { json } from "./support/answers.ts";
import { anonymous, asMain, isMeantFor, mainCredential } from "./support/credentials.ts";
import { onAnswer, presenting } from "./support/wrappers.ts";
import { volunteerOperations, volunteerReads, volunteerWrites } from "./support/volunteer-operations.ts";

type Wrap = Fault["wrap"];

type Who = (incoming: Incoming, surroundings: FaultSurroundings) => boolean;

const admitting =
  (operations: readonly OperationId[], who: Who): Wrap =>
  (next, surroundings) =>
  (incoming) =>
    next(
      isMeantFor(incoming, operations) && who(incoming, surroundings)
        ? asMain(incoming, surroundings, "volunteer")
        : incoming,
    );

const header = ({ headers }: Incoming): string => headers.get("authorization") ?? "";

const token = (surroundings: FaultSurroundings): string => mainCredential(surroundings, "volunteer");

const foreign = { "GEN-04": "A credential of another interface is such a token." };

export const faults: readonly Fault[] = [
  defineFault({
    id: "volunteer-is-open",
    fact: "VOL-08",
    grade: "gross",
    title: "No volunteer endpoint asks for a credential",
    wrap: admitting(volunteerOperations, anonymous),
  }),
  defineFault({
    id: "volunteer-refuses-nobody-with-403",
    fact: "VOL-08",
    grade: "gross",
    title: "A request without a credential gets 403",
    wrap: onAnswer(volunteerOperations, (outgoing, incoming) =>
      outgoing.status === 401 && !incoming.headers.has("authorization")
        ? { ...outgoing, status: 403 }
        : outgoing,
    ),
  }),
  defineFault({
    id: "user-read-is-open",
    fact: "VOL-08",
    grade: "structural",
    title: "Reading a user asks for no credential",
    wrap: admitting(["getUser"], anonymous),
  }),
  defineFault({
    id: "group-update-is-open",
    fact: "VOL-08",
    grade: "structural",
    title: "Updating a group asks for no credential",
    wrap: admitting(["updateGroup"], anonymous),
  }),
  defineFault({
    id: "malformed-volunteer-token-gets-400",
    fact: "VOL-08",
    grade: "structural",
    title: "A token that is malformed gets 400",
    wrap: (next) => async (incoming) => {
      const outgoing = await next(incoming);
      const isMalformed =
        header(incoming).startsWith("Bearer ") &&
        !/^Bearer [^.\s]+\.[^.\s]+\.[^.\s]+$/.test(header(incoming));
      return isMeantFor(incoming, volunteerOperations) && outgoing.status === 401 && isMalformed
        ? json(400, { message: "The token is malformed." })
        : outgoing;
    },
    drags: { "GEN-04": "A credential of another interface is no well-formed token here." },
  }),
  defineFault({
    id: "volunteer-takes-several-spaces",
    fact: "VOL-08",
    grade: "structural",
    title: "Any white space parts Bearer and the token",
    wrap: (next) => (incoming) =>
      next(
        isMeantFor(incoming, volunteerOperations)
          ? presenting(incoming, header(incoming).replace(/^Bearer\s+/, "Bearer ") || undefined)
          : incoming,
      ),
  }),
  defineFault({
    id: "member-setting-takes-two-spaces",
    fact: "VOL-08",
    grade: "behavioural",
    title: "Setting members alone splits the header at any white space",
    wrap: (next) => (incoming) =>
      next(
        isMeantFor(incoming, ["setGroupMembers"])
          ? presenting(incoming, header(incoming).replace(/^Bearer\s+/, "Bearer ") || undefined)
          : incoming,
      ),
  }),
  defineFault({
    id: "volunteer-takes-a-token-without-its-scheme",
    fact: "VOL-08",
    grade: "structural",
    title: "A token without Bearer before it is accepted",
    wrap: admitting(volunteerReads, (incoming, surroundings) => header(incoming) === token(surroundings)),
  }),
  defineFault({
    id: "volunteer-takes-other-schemes",
    fact: "VOL-08",
    grade: "structural",
    title: "A token behind Token or Basic is accepted for writing",
    wrap: admitting(volunteerWrites, (incoming, surroundings) => {
      const [scheme, sent] = header(incoming).split(" ");
      return scheme !== "Bearer" && sent === token(surroundings);
    }),
  }),
  defineFault({
    id: "signature-of-a-volunteer-token-is-not-verified",
    fact: "VOL-08",
    grade: "behavioural",
    title: "The list of users reads a token's claims and does not verify its signature",
    wrap: admitting(["listUsers"], (incoming, surroundings) => {
      const claims = (text: string): string => text.split(".").slice(0, 2).join(".");
      return (
        header(incoming).startsWith("Bearer ") &&
        claims(header(incoming).slice(7)) === claims(token(surroundings))
      );
    }),
  }),
  defineFault({
    id: "any-volunteer-token-creates-projects",
    fact: "VOL-08",
    grade: "behavioural",
    title: "Creating a project asks whether there is a token, not whether it is good",
    wrap: admitting(["createProject"], (incoming) => /^Bearer ./.test(header(incoming))),
    drags: { ...foreign, "VOL-09": "A revoked token is one as well." },
  }),
  defineFault({
    id: "volunteer-remembers-the-caller-before",
    fact: "VOL-08",
    grade: "behavioural",
    title: "A request without a credential counts as the caller's before",
    wrap: (next) => {
      let last: string | undefined;
      return async (incoming) => {
        const isNobody = isMeantFor(incoming, volunteerReads) && !incoming.headers.has("authorization");
        const outgoing = await next(isNobody && last !== undefined ? presenting(incoming, last) : incoming);
        if (isMeantFor(incoming, volunteerOperations) && outgoing.status < 300)
          last = incoming.headers.get("authorization") ?? last;
        return outgoing;
      };
    },
  }),
  defineFault({
    id: "a-tab-counts-as-the-space",
    fact: "VOL-08",
    grade: "behavioural",
    title: "The header is split at any white space",
    wrap: (next, surroundings) => (incoming) =>
      next(
        incoming.headers.get("authorization") === `Bearer\t${mainCredential(surroundings, "volunteer")}`
          ? asMain(incoming, surroundings, "volunteer")
          : incoming,
      ),
  }),
];
