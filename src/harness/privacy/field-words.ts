/** Words that names of fields are made of, wherever records are told in JSON; no name of a person among them. */
const fieldWords = `
  a account accounts action active activity actual address addresses alert all allow allowed amount amounts
  anonymous answer api app approved archived as at attachment attachments attribute attributes avatar background balance
  batch begin by campaign campaigns cancel cancelled canceled card category categories channel check child children city
  class close closed code codes color comment comments company completed condition conditions confirmed contact
  contacts content cost count country county create created currency current custom customer data date dates day days
  deactivated default deceased deductible delete deleted description designation designations detail details device
  disabled display donation donations donor donors due duration email emails enabled end ended error errors event
  events expires expired external fee fees field fields file first flag format frequency from fund funds gender gift
  gifts goal group groups has hash headline height hidden history hour hours household icon id ids image images import
  imported in inactive index individual individuals info interval invalid is item items job key keys kind label language
  last latitude leader leaders length level limit line lines link links list locale location locked log longitude
  main manager max member members message messages meta method methods middle min minutes mobile mode modified month
  months more name names new next nick note notes number numbers of office on online only opportunity option options
  order organization organizer original other owner page pages paid parameter parent part password path payment
  payments pending per percent percentage period permission permissions phone phones photo picture pledge position postal
  preferred prefix premium premiums previous price primary privacy private profile project projects province public
  publish published operator operators column columns parameters multiple quantity query question range rate reason received recurring reference region registration related
  reminder required response result results role roles row rows salutation schedule scheduled score secondary segment
  segments send sent sequence settings shift shifts short signup size skip slug sort source start started state status
  street string subject suffix suspended tag tags take target task tasks tax team text thank thumbnail time times
  timestamp title to token total totals transaction transactions type types unit selected spent grant otp refresh access include descending conjunct operator operators columns unlisted until update updated upload
  uri url urls use user username users utc uuid valid value values version view visibility visible volunteer
  volunteers waitlist web webhook website week weeks width year years zip zone crm utm
`;

let words: ReadonlySet<string> | undefined;

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[\s_.-]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());

const longest = 60;

/**
 * Whether a key looks like the name of a field: all its words are such as fields are called by. Any other may be
 * somebody's data, since a map has names of people for its keys.
 */
export const isFieldLike = (name: string): boolean => {
  if (name.length > longest || !/^[\w.-]+$/.test(name)) return false;
  words ??= new Set(fieldWords.trim().split(/\s+/));
  const parts = wordsOf(name.replace(/\d{1,2}$/, ""));
  return parts.length > 0 && parts.every((word) => words?.has(word) === true);
};

/** A name made of words of letters, in the ways programmers write them; a key or a token has digits and capitals between. */
const madeOfWords =
  /^_?(?:[a-z]{1,24}(?:[A-Z][a-z]{1,24}|_[a-z]{1,24})*|(?:[A-Z][a-z]{1,24})+|[A-Z]{2,6})(?:I[Dd]|URL|UTC)?\d?$/;

/**
 * Whether a key may be the name of a field whose words are not known: looser than isFieldLike, for what must be told
 * where it is new. No token is, but a word alone may be somebody's name.
 */
export const isLikelyName = (name: string): boolean =>
  isFieldLike(name) || (name.length <= 40 && madeOfWords.test(name));
