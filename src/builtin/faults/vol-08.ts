import { faultsOf } from "./fault.ts";
import {
  alsoFinding,
  asBasicPassword,
  attaching,
  cutting,
  disclosing,
  inCookie,
  inHeader,
  inQuery,
  readingScheme,
  rememberingTheCaller,
  trusting,
} from "./support/admission.ts";
import { message, parse } from "./support/answers.ts";
import {
  anonymous,
  asMain,
  behindATab,
  behindOtherSchemes,
  bornToken,
  credential,
  inAnotherCase,
  presentsHeader,
  withoutItsEnd,
  withoutScheme,
} from "./support/credentials.ts";
import { property } from "./support/edit.ts";
import { volunteerOperations, volunteerReads, volunteerWrites } from "./support/names.ts";
import { admitting, also, onAnswer, status } from "./support/rows.ts";
import { rightAfter } from "./support/rules.ts";

const foreign = { "GEN-04": "A credential of another interface is such a token." };

const claimsOf = (token: string): string | undefined => token.split(".")[1];

/** A token without its signature. */
const signedPart = (token: string): string => token.split(".").slice(0, 2).join(".");

const algorithmOf = (token: string): unknown =>
  property(parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString("utf8")), "alg");

export const faults = faultsOf("VOL-08", {
  gross: {
    "volunteer-is-open": [
      "No volunteer endpoint asks for a credential",
      admitting(volunteerOperations, anonymous),
    ],
    "volunteer-refuses-nobody-with-403": [
      "A request without a credential gets 403",
      onAnswer(volunteerOperations, status(403), 401, anonymous),
    ],
  },
  structural: {
    "user-read-is-open": ["Reading a user asks for no credential", admitting("getUser", anonymous)],
    "group-update-is-open": ["Updating a group asks for no credential", admitting("updateGroup", anonymous)],
    "malformed-volunteer-token-gets-400": [
      "A token that is malformed gets 400",
      onAnswer(
        volunteerOperations,
        message(400, "The token is malformed."),
        401,
        presentsHeader(/^Bearer (?![^.\s]+\.[^.\s]+\.[^.\s]+$)/),
      ),
      { alsoBreaks: { "GEN-04": "A credential of another interface is no well-formed token here." } },
    ],
    "volunteer-takes-several-spaces": [
      "Any white space parts Bearer and the token",
      readingScheme(volunteerOperations, /^Bearer\s+/),
    ],
    "volunteer-takes-a-token-without-its-scheme": [
      "A token without Bearer before it is accepted",
      admitting(volunteerReads, withoutScheme),
    ],
    "volunteer-takes-other-schemes": [
      "A token behind Token or Basic is accepted for writing",
      admitting(volunteerWrites, behindOtherSchemes),
    ],
  },
  behavioural: {
    "users-are-read-by-the-signature-of-any-token": [
      "A user is read with the claims of one token under the signature of another valid one",
      admitting("getUser", (incoming, here) => {
        const [born, other] = [bornToken(incoming), credential(here, "volunteer", "limitedToken")];
        return born !== other && born?.split(".")[2] === other.split(".")[2];
      }),
    ],
    "users-are-created-for-nobody": [
      "A user whose creation is refused for want of a token is created all the same",
      onAnswer("createUser", also(asMain), 401),
      { alsoBreaks: { "VOL-09": "A revoked token is refused with 401, and creates the user, too." } },
    ],
    "nobody-sets-members-after-somebody": [
      "After members were set with a token they can be set without",
      admitting("setGroupMembers", anonymous, rightAfter("setGroupMembers")),
    ],
    "quotation-marks-around-a-token-are-left-out": [
      "A token in quotation marks is accepted",
      cutting(["listUsers", "updateProject"], /^Bearer "(.+)"$/),
    ],
    "volunteer-scheme-in-any-letter-case": [
      "The scheme is compared without regard to letter case",
      readingScheme(volunteerOperations, /^bearer /i),
      // HTTP's own schemes have no letter case.
      { severity: "warning" },
    ],
    "volunteer-tokens-of-four-parts-are-accepted": [
      "Nobody looks at what follows the third part of a token",
      trusting("listUsers", (token, main) => token.startsWith(`${main}.`)),
    ],
    "volunteer-lists-take-a-token-in-the-address": [
      "The list of users takes a token in the query parameter token",
      alsoFinding(["listUsers", "getUser"], inQuery("token")),
    ],
    "volunteer-writes-take-a-header-of-their-own": [
      "Writes take a token in X-Auth-Token",
      alsoFinding(volunteerWrites, inHeader("X-Auth-Token")),
    ],
    "volunteer-reads-take-a-cookie": [
      "Reads take a token in a cookie",
      alsoFinding(volunteerReads, inCookie("access_token")),
    ],
    "volunteer-takes-a-token-as-the-password": [
      "Setting members takes a token as the password of Basic credentials",
      alsoFinding("setGroupMembers", asBasicPassword),
    ],
    "tokens-that-need-no-signature-are-accepted": [
      "Reading a user accepts a token whose header says that it has no signature",
      trusting(
        "getUser",
        (token, main) => algorithmOf(token) === "none" && claimsOf(token) === claimsOf(main),
      ),
    ],
    "tokens-without-a-signature-are-accepted": [
      "Updating a group accepts a token whose signature is empty",
      trusting("updateGroup", (token, main) => token === `${signedPart(main)}.`),
    ],
    "signatures-of-other-claims-are-accepted": [
      "Creating a project looks at the signature and not at what it signs",
      trusting(
        "createProject",
        (token, main) => token !== main && token.split(".")[2] === main.split(".")[2],
      ),
    ],
    "signatures-of-the-right-length-are-accepted": [
      "Setting members looks whether a signature is as long as it should be",
      trusting(
        "setGroupMembers",
        (token, main) => token !== main && token.length === main.length && claimsOf(token) === claimsOf(main),
      ),
    ],
    "words-behind-a-volunteer-token-are-left-out": [
      "What follows a space is no part of the token",
      cutting(volunteerOperations, /^Bearer (\S+) /),
    ],
    "member-setting-takes-two-spaces": [
      "Setting members alone splits the header at any white space",
      readingScheme("setGroupMembers", /^Bearer\s+/),
    ],
    "signature-of-a-volunteer-token-is-not-verified": [
      "The list of users reads a token's claims and does not verify its signature",
      trusting("listUsers", (token, main) => signedPart(token) === signedPart(main)),
    ],
    "any-volunteer-token-creates-projects": [
      "Creating a project asks whether there is a token, not whether it is good",
      admitting("createProject", presentsHeader(/^Bearer ./)),
      { alsoBreaks: { ...foreign, "VOL-09": "A revoked token is one as well." } },
    ],
    "volunteer-remembers-the-caller-before": [
      "A request without a credential counts as the caller's before",
      rememberingTheCaller(volunteerReads, volunteerOperations),
    ],
    "a-tab-counts-as-the-space": [
      "The header is split at any white space",
      admitting(volunteerOperations, behindATab),
    ],
    "nobody-is-shown-the-users": [
      "The 401 of the list of users carries it",
      disclosing("listUsers", anonymous, attaching("data")),
    ],
    "volunteer-tokens-may-lack-their-end": [
      "A volunteer token is compared as far as it was sent",
      admitting(volunteerOperations, withoutItsEnd),
    ],
    "volunteer-tokens-have-no-letter-case": [
      "A volunteer token is compared without regard to case",
      admitting(volunteerOperations, inAnotherCase),
    ],
  },
});
