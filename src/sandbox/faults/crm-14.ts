import { defineFault, type Fault } from "./fault.ts";
import { edit } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const onAvatar = (change: (link: string) => string): Fault["wrap"] =>
  onSuccess("addEventContact", (body) => edit(body, "avatarUrl", (link) => change(String(link))));

export const faults: readonly Fault[] = [
  defineFault({
    id: "avatars-have-a-plural-root",
    fact: "CRM-14",
    grade: "gross",
    title: "An event contact's avatar is below /api/ContactIndividuals/",
    wrap: onAvatar((link) => link.replace("/ContactIndividual/", "/ContactIndividuals/")),
  }),
  defineFault({
    id: "avatars-are-the-contacts",
    fact: "CRM-14",
    grade: "gross",
    title: "An event contact's avatar is that of its contact",
    wrap: onAvatar((link) => link.replace("/ContactIndividual/", "/Contact/")),
  }),
  defineFault({
    id: "avatars-in-lower-case",
    fact: "CRM-14",
    grade: "structural",
    title: "The last part of an avatar's path is in lower case",
    wrap: onAvatar((link) => link.replace(/Avatar$/, "avatar")),
  }),
  defineFault({
    id: "avatars-have-an-extension",
    fact: "CRM-14",
    grade: "structural",
    title: "An avatar's path ends in .png",
    wrap: onAvatar((link) => `${link}.png`),
  }),
  defineFault({
    id: "avatars-of-reminders-name-a-size",
    fact: "CRM-14",
    grade: "structural",
    title: "The avatar in a reminder has a size behind its path",
    wrap: onSuccess("replaceContactNote", (body) =>
      edit(body, "reminder/contactAvatarUrl", (link) => `${String(link)}/64`),
    ),
  }),
  defineFault({
    id: "avatars-without-a-picture-are-a-placeholder",
    fact: "CRM-14",
    grade: "behavioural",
    title: "An individual without a picture has the address of a placeholder for avatar",
    wrap: onAvatar(() => "https://static.example.net/avatars/blank.png"),
  }),
  defineFault({
    id: "avatars-are-of-the-next-individual",
    fact: "CRM-14",
    grade: "behavioural",
    title: "An event contact's avatar is off by one",
    wrap: onAvatar((link) => link.replace(/\d+(?=\/Avatar$)/, (id) => String(Number(id) + 1))),
  }),
];
