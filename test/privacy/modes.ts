import type { Planter } from "./planter.ts";

/** An answer as a mode sees it; headers by name, the body parsed where it is JSON. */
export interface Planted {
  status: number;
  statusText: string;
  headers: Record<string, string>;
  body: unknown;
}

export interface Heard {
  /** How many requests came before. */
  readonly before: number;
  readonly method: string;
  readonly path: string;
  /** The text of the request's body. */
  readonly body: string;
  /** Secrets that the request carried: the credential, and what a form holds. */
  readonly secrets: readonly string[];
}

/** One way to plant values into every answer. Some leave answers right, so that runs go deep; others break them. */
export type Mode = (answer: Planted, heard: Heard, plant: Planter) => Planted;

type Leaf = (value: string | number | boolean | null, name: string) => unknown;

const mapped = (value: unknown, leaf: Leaf, name = ""): unknown => {
  if (Array.isArray(value)) return value.slice(0, 4).map((inner) => mapped(inner, leaf, name));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapped(inner, leaf, key)]));
  // What is left of JSON.
  return leaf(value as string | number | boolean | null, name);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every object of a value, with further fields. */
const withFields = (value: unknown, fields: () => Record<string, unknown>): unknown => {
  if (Array.isArray(value)) return value.slice(0, 4).map((inner) => withFields(inner, fields));
  if (!isObject(value)) return value;
  return {
    ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withFields(inner, fields)])),
    ...fields(),
  };
};

/** What a header may hold. */
const headerText = (text: string): string => text.replace(/[^\x20-\x7e]/g, "-");

const headerName = (text: string): string => `x-${text.replace(/[^A-Za-z0-9]/g, "")}`;

const dressed = (answer: Planted, plant: Planter): Planted => ({
  ...answer,
  statusText: headerText(plant.text()),
  headers: {
    ...answer.headers,
    [headerName(plant.name())]: headerText(plant.text()),
    etag: headerText(plant.text()),
    server: headerText(plant.text()),
    "set-cookie": `id=${headerText(plant.text())}; path=/`,
    link: `<${headerText(plant.text())}>; rel=next`,
    "x-ratelimit-limit": String(plant.number()),
    "cache-control": `private, x=${headerText(plant.text())}`,
    "content-language": headerText(plant.text()),
  },
});

/** Leaves what an answer says and adds to it, in names and in values. */
const adds: Mode = (answer, _, plant) => ({
  ...dressed(answer, plant),
  body: withFields(answer.body, () => ({
    [plant.name()]: plant.text(),
    notes: { [plant.name()]: [plant.text(), plant.number()] },
    avatarUrl: `https://x.example/api/ContactIndividual/${plant.text()}`,
    [`${plant.name()}AvatarUrl`]: `/ContactIndividual/${plant.text()}`,
  })),
});

/** Says something else in every text. */
const texts: Mode = (answer, _, plant) => ({
  ...dressed(answer, plant),
  body: mapped(answer.body, (value) => (typeof value === "string" ? plant.text() : value)),
});

/** Says something else of another type in every place. */
const types: Mode = (answer, { before }, plant) => ({
  ...dressed(answer, plant),
  body: mapped(answer.body, (value, name) => {
    if (name === "total") return 1_000 + before;
    if (before % 2 === 0 && name === "id") return plant.number();
    if (typeof value === "string")
      return before % 3 === 0 ? plant.number() : { [plant.name()]: plant.text() };
    return typeof value === "number" ? plant.text() : [plant.text()];
  }),
});

/** Renames what it says. */
const names: Mode = (answer, { before }, plant) => ({
  ...dressed(answer, plant),
  body: renamed(answer.body, plant, before % 2),
});

const renamed = (value: unknown, plant: Planter, depth: number): unknown => {
  if (Array.isArray(value)) return value.slice(0, 4).map((inner) => renamed(inner, plant, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner], index) => [
      depth > 0 && (index + depth) % 3 === 0 ? plant.name() : key,
      renamed(inner, plant, depth + 1),
    ]),
  );
};

/** Errs, in turn in every manner that is stated and in some that are not. */
const errs: Mode = (answer, { before }, plant) => {
  const errors = {
    [plant.name()]: [plant.text()],
    [plant.name()]: plant.text(),
    take: [{ [plant.name()]: plant.text() }],
  };
  const details = [
    { field: plant.text(), code: plant.text(), message: plant.text(), [plant.name()]: plant.text() },
  ];
  const forms: readonly Pick<Planted, "status" | "body">[] = [
    {
      status: 400,
      body: {
        error: { code: plant.text(), message: `${plant.text()}\n    at ${plant.text()} (a.js:1:2)`, details },
      },
    },
    { status: 401, body: plant.text() },
    { status: 404, body: { title: plant.text(), status: plant.number(), detail: plant.text(), errors } },
    { status: 403, body: { message: plant.text(), [plant.name()]: plant.text() } },
    { status: 422, body: { error: plant.text(), error_description: plant.text(), details: plant.text() } },
    {
      status: 302,
      body: { error: { code: 7, message: plant.number(), details: { [plant.name()]: plant.text() } } },
    },
    {
      status: 500,
      body: `<html>${plant.text()}\n   at Zq.${plant.text()}.Xv() in ${plant.text()}.cs:line 1</html>`,
    },
    { status: 409, body: [plant.text(), { [plant.name()]: plant.number() }] },
  ];
  const form = forms[before % forms.length];
  const dress = dressed(answer, plant);
  const headers = { ...dress.headers, location: `https://x.example/${encodeURIComponent(plant.text())}` };
  return before % 5 === 0 || form === undefined ? { ...dress, headers } : { ...dress, headers, ...form };
};

/** Hands back what it was given: as it is, encoded, in halves, in other letters; in values and in names. */
const echoes: Mode = (answer, { secrets, before }, plant) => {
  const [secret = plant.text()] = secrets;
  const middle = Math.ceil(secret.length / 2);
  const forms: readonly string[] = [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    Buffer.from(secret).toString("base64"),
    JSON.stringify(secret).slice(1, -1),
    secret.toUpperCase(),
    secret.toLowerCase(),
    secret.slice(0, middle),
    secret.slice(middle),
  ];
  const form = forms[before % forms.length] ?? secret;
  const echo = {
    [form]: form,
    first: secret.slice(0, middle),
    second: secret.slice(middle),
    errors: { [form]: form },
  };
  const isError = before % 4 === 3;
  return {
    ...answer,
    status: isError ? 400 : answer.status,
    headers: { ...answer.headers, "x-echo": headerText(form), [headerName(form)]: "1" },
    body: isError
      ? {
          error: { code: form, message: form, details: [{ field: form, code: form, message: form }] },
          ...echo,
        }
      : withFields(answer.body, () => echo),
  };
};

/** Answers what cannot be read, in turn in several manners, each with something of somebody's in it. */
const breaks: Mode = (answer, { before }, plant) => {
  const text = (): string => JSON.stringify(plant.text()).slice(1, -1);
  const manners: readonly (() => Partial<Planted>)[] = [
    () => ({}),
    () => ({ body: `{"name": "${text()}", "items": [{"${text()}": "${text()}` }),
    () => ({ body: `${text()} {"name": 1}` }),
    () => ({ body: `[${plant.number()}, ${text()}]` }),
    () => ({ body: `{"__proto__": {"${text()}": "${text()}"}, "id": 1, "id": "${text()}"}` }),
    () => ({ headers: { "content-type": `application/${headerText(plant.text())}` } }),
    () => ({ headers: { "content-encoding": headerText(plant.text()) } }),
    () => ({ headers: { "content-type": `application/json; charset=${headerText(plant.text())}` } }),
    () => ({
      status: 401,
      headers: { "www-authenticate": `Bearer realm="${headerText(plant.text())}"` },
      body: text(),
    }),
    () => ({ status: 429, headers: { "retry-after": headerText(plant.text()) }, body: text() }),
    () => ({ status: 500, headers: { date: headerText(plant.text()) }, body: { detail: text() } }),
    () => ({ status: 307, headers: { location: `https://${headerName(plant.name())}.example/` }, body: "" }),
  ];
  const { headers = {}, ...rest } = manners[before % manners.length]?.() ?? {};
  return { ...answer, ...rest, headers: { ...answer.headers, ...headers } };
};

/** Uses people's names for the keys of maps: the same few everywhere, one of them nearly always. */
const maps: Mode = (answer, { before }, plant) => {
  const serial = { next: before };
  const members = () => {
    const at = (serial.next += 1);
    return {
      [plant.nameOf(at % 5)]: { amount: at, name: plant.text() },
      [plant.nameOf((at + 2) % 5)]: plant.text(),
      ...(at % 4 === 0 ? {} : { [plant.nameOf(7)]: at }),
    };
  };
  const body = withFields(answer.body, () => ({ members: members(), roles: [members()] }));
  const counts = Object.fromEntries([1, 2, 3].map((whom) => [plant.nameOf(whom), before]));
  return { ...answer, body: isObject(body) ? { ...body, count: counts } : body };
};

/** Shows its records as they are. */
const shows: Mode = (answer) => answer;

export const modes: Readonly<Record<string, Mode>> = {
  shows,
  maps,
  adds,
  texts,
  types,
  names,
  errs,
  echoes,
  breaks,
};
