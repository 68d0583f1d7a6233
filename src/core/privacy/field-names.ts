import { childPointer, tokensOf, valueAtPointer } from "../formats/json-pointer.ts";
import type { Contract } from "../model/contract.ts";
import type { DocumentedLocation } from "../model/documented-location.ts";
import type { FieldNames } from "../model/field-names.ts";
import { isObject } from "../model/json-object.ts";
import { isMask, isRecordersMask, maskedName, maskOfKey } from "./masked-names.ts";
import { madeForText } from "../model/made-once.ts";

/** Common words in JSON field names; no personal names are among them. */
const general = `
  a access account accounts action active activity actual address addresses alert all allow allowed amount amounts
  answer api app approved archived as at attachment attachments attribute attributes avatar background balance batch
  begin by cancel canceled cancelled card categories category channel check child children city class close closed
  code codes color column columns comment comments company completed condition conditions confirmed contact contacts
  content cost count country county create created currency current custom customer data date dates day days
  deactivated default delete deleted descending description detail details device disabled display due duration
  email emails enabled end ended error errors event events expired expires external fee fees field fields file first
  flag format frequency from gender goal group groups has hash height hidden history hour hours icon id ids image
  images import imported in inactive include index individual individuals info interval invalid is item items job
  key keys kind label language last latitude length level limit line lines link links list locale location locked
  log longitude main manager max member members message messages meta method methods middle min minutes mobile mode
  modified month months more multiple name names new next nick note notes number numbers of office on online only
  operator operators option options order organization organizer original other otp owner page pages paid parameter
  parameters parent part password path payment payments pending per percent percentage period permission permissions
  phone phones photo picture position postal preferred prefix previous price primary privacy private profile project
  projects province public publish published quantity query question range rate reason received reference refresh
  region registration related reminder required response result results role roles row rows schedule scheduled score
  secondary selected send sent sequence settings short size skip slug sort source start started state status street
  string subject suffix suspended tag tags take target task tasks tax team text thumbnail time times timestamp title
  to token total totals transaction transactions type types unit until update updated upload uri url urls use user
  username users utc utm uuid valid value values version view visibility visible web webhook website week weeks
  width year years zip zone
`;

/** Further words in header names. */
const headers = `
  accept aspnet after age alive alt allow amz api authenticate aws cache cf cloud connection control cookie correlation
  credentials cross deprecation digest disposition edge embedder encoding etag expose feature forwarded frame front
  gateway headers hit host id if keep limit location match methods miss nel nonce none opener origin permissions
  permitted policies policy powered pragma proxy ranges ratelimit rate ray referrer remaining report request reset retry
  robots runtime security served server set signature sniff strict sunset svc timing trace transfer transport upgrade
  vary via warning www x xss
`;

export const wordsIn = (text: string): readonly string[] => text.trim().split(/\s+/);

export const generalFieldWords: readonly string[] = wordsIn(general);
const headerWords: readonly string[] = wordsIn(headers);

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[\s_.-]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());

const longest = 60;

/** Whether all words of a name are among `words`; a number may follow them. */
export const isMadeOf = (words: ReadonlySet<string>, name: string): boolean => {
  if (name.length > longest || !/^[\w.-]+$/.test(name)) return false;
  const parts = wordsOf(name.replace(/\d{1,2}$/, ""));
  return parts.length > 0 && parts.every((word) => words.has(word));
};

/** The naming styles of programmers; keys and tokens mix digits and capitals between letters. */
const wordLike =
  /^_?(?:[a-z]{1,24}(?:[A-Z][a-z]{1,24}|_[a-z]{1,24})*|(?:[A-Z][a-z]{1,24})+|[A-Z]{2,6})(?:I[Dd]|URL|UTC)?\d?$/;

/** Whether a name consists of words, known or not. No token does, but a single word may be a personal name. */
export const isWordLike = (name: string): boolean => name.length <= 40 && wordLike.test(name);

/** What provides known names before any record is read. */
export type NamedDocuments = Pick<Contract, "operations" | "documentedBodies" | "publicTerms">;

/** Ignores case and separators: `contact_type` and `ContactType` name the same field. */
const folded = (name: string): string => name.replace(/[_\-\s.]/g, "").toLowerCase();

function* locationsIn(
  documented: DocumentedLocation,
  seen: Set<DocumentedLocation>,
): Generator<DocumentedLocation> {
  if (seen.has(documented)) return;
  seen.add(documented);
  yield documented;
  const inner = [...Object.values(documented.fields ?? {}), documented.items, documented.map];
  for (const one of inner) if (one !== undefined) yield* locationsIn(one, seen);
}

/** Every location described in the OpenAPI documents, each once. */
export function* documentedLocations(
  bodies: NamedDocuments["documentedBodies"],
): Generator<DocumentedLocation> {
  const seen = new Set<DocumentedLocation>();
  for (const body of Object.values(bodies)) yield* locationsIn(body, seen);
}

const documentedNames = ({ operations, documentedBodies }: NamedDocuments): ReadonlySet<string> =>
  new Set(
    [
      ...[...documentedLocations(documentedBodies)].flatMap(({ required = [], fields = {} }) => [
        ...required,
        ...Object.keys(fields),
      ]),
      ...Object.values(operations).flatMap(({ parameters }) => parameters.map(({ name }) => name)),
    ].map(folded),
  );

/** Reads the OpenAPI documents at the first lookup. */
export const createFieldNames = (documents: NamedDocuments): FieldNames => {
  const words = new Set([...generalFieldWords, ...documents.publicTerms.fieldWords]);
  const wordsOfHeaders = new Set([...words, ...headerWords]);
  let documented: ReadonlySet<string> | undefined;

  const isField = madeForText((name) => {
    documented ??= documentedNames(documents);
    return documented.has(folded(name)) || isMadeOf(words, name);
  });
  const counted = (name: string): string => {
    if (isMask(name)) return name;
    if (isRecordersMask(name)) return maskedName;
    return isWordLike(name) || isField(name) ? name : maskOfKey(name);
  };
  return {
    isField,
    isDoubtful: (name) => isWordLike(name) && !isField(name),
    counted: madeForText(counted),
    isHeader: madeForText((name) => isMadeOf(wordsOfHeaders, name)),
  };
};

const isPosition = (token: string): boolean => /^(0|[1-9]\d{0,8})$/.test(token);

/** A pointer safe to show: array indexes and known names stay, every other key of the body becomes `*`. */
export const shownPointer = (pointer: string, isKnown: (name: string) => boolean, body: unknown): string => {
  let parent = body;
  let shown = "";
  for (const token of tokensOf(pointer)) {
    const isShown = isObject(parent) ? isKnown(token) : isPosition(token) || isKnown(token);
    shown = childPointer(shown, isShown ? token : "*");
    parent = valueAtPointer(parent, childPointer("", token));
  }
  return shown;
};
