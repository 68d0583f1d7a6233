import { defineFault, type Fault } from "./fault.ts";
import { onTokenForm, tokenForm, withFields } from "./support/token-form.ts";

/** The sandbox's two-factor account has such characters too. */
const drags = { "CRM-38": "The first step of a two-factor login is refused for the same reason." };

/** Reads the values of a form in a way of its own. */
const reading = (
  read: (value: string) => string,
  names: readonly string[] = ["username", "password"],
): Fault["wrap"] =>
  onTokenForm((incoming) => {
    const form = tokenForm(incoming);
    const values = names.flatMap((name) => {
      const value = form.get(name);
      return value === null ? [] : [[name, read(value)] as const];
    });
    return withFields(incoming, Object.fromEntries(values));
  });

const decodedAgain = (value: string): string => {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value.replaceAll("+", " ");
  }
};

export const faults: readonly Fault[] = [
  defineFault({
    id: "logins-are-not-decoded",
    fact: "CRM-34",
    grade: "gross",
    title: "The values of a token request are compared as they were encoded",
    drags,
    wrap: reading(encodeURIComponent),
  }),
  defineFault({
    id: "plus-stays-a-plus-in-logins",
    fact: "CRM-34",
    grade: "structural",
    title: "A + that stands for a space is read as a plus sign",
    drags,
    wrap: reading((value) => value.replaceAll(" ", "+")),
  }),
  defineFault({
    id: "logins-are-read-as-latin-1",
    fact: "CRM-34",
    grade: "structural",
    title: "Encoded bytes are read as Latin-1",
    drags,
    wrap: reading((value) => Buffer.from(value, "utf8").toString("latin1")),
  }),
  defineFault({
    id: "logins-are-decoded-twice",
    fact: "CRM-34",
    grade: "behavioural",
    title: "The user name is decoded twice, so an encoded + becomes a space",
    drags,
    wrap: reading(decodedAgain, ["username"]),
  }),
  defineFault({
    id: "logins-end-at-an-ampersand",
    fact: "CRM-34",
    grade: "behavioural",
    title: "The form is decoded before it is split, so a password ends at its &",
    drags,
    wrap: reading((value) => value.split("&")[0] ?? "", ["password"]),
  }),
  defineFault({
    id: "passwords-are-folded-to-ascii",
    fact: "CRM-34",
    grade: "behavioural",
    title: "A password loses its accents before it is compared",
    drags,
    wrap: reading((value) => value.normalize("NFD").replace(/\p{M}/gu, ""), ["password"]),
  }),
];
