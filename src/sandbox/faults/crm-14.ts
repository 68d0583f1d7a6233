import { faultsOf, type Fault } from "./fault.ts";
import { edit } from "./support/edit.ts";
import { behindProxy, toHost, toOtherHost } from "./support/links.ts";
import { onSuccess } from "./support/wrappers.ts";

const onAvatar = (change: (link: string) => string): Fault["wrap"] =>
  onSuccess("addEventContact", (body) => edit(body, "avatarUrl", (link) => change(String(link))));

export const faults = faultsOf("CRM-14", {
  gross: {
    "avatars-have-a-plural-root": [
      "An event contact's avatar is below /api/ContactIndividuals/",
      onAvatar((link) => link.replace("/ContactIndividual/", "/ContactIndividuals/")),
    ],
    "avatars-are-the-contacts": [
      "An event contact's avatar is that of its contact",
      onAvatar((link) => link.replace("/ContactIndividual/", "/Contact/")),
    ],
  },
  structural: {
    "avatars-in-lower-case": [
      "The last part of an avatar's path is in lower case",
      onAvatar((link) => link.replace(/Avatar$/, "avatar")),
    ],
    "avatars-have-an-extension": ["An avatar's path ends in .png", onAvatar((link) => `${link}.png`)],
    "avatars-of-reminders-name-a-size": [
      "The avatar in a reminder has a size behind its path",
      onSuccess("replaceContactNote", (body) =>
        edit(body, "reminder/contactAvatarUrl", (link) => `${String(link)}/64`),
      ),
    ],
  },
  behavioural: {
    "avatars-forget-the-path-of-the-base-address": [
      "An event contact's avatar link is made from the host alone",
      onSuccess("addEventContact", (body) =>
        edit(body, "avatarUrl", (link) => String(link).replace(/(\/\/[^/]+)\/crm\//, "$1/")),
      ),
    ],
    "avatars-without-a-picture-are-a-placeholder": [
      "An individual without a picture has the address of a placeholder for avatar",
      onAvatar(() => "https://static.example.net/avatars/blank.png"),
    ],
    "avatars-are-of-the-next-individual": [
      "An event contact's avatar is off by one",
      onAvatar((link) => link.replace(/\d+(?=\/Avatar$)/, (id) => String(Number(id) + 1))),
    ],
    "avatars-of-reminders-lead-to-another-host": [
      "The avatar in a reminder leads to another host than the reminder's links",
      onSuccess("replaceContactNote", (body) => edit(body, "reminder/contactAvatarUrl", toOtherHost)),
    ],
    "avatars-of-event-contacts-lead-to-another-host": [
      "An event contact's avatar leads to another host than its other links",
      onAvatar(toOtherHost),
    ],
    "avatars-leave-out-a-port": [
      "The links of a reminder name a host with its port, its avatar without",
      onSuccess("replaceContactNote", (body) =>
        edit(behindProxy(body, "crm.internal:8443"), "reminder/contactAvatarUrl", (link) =>
          toHost(link, "crm.internal"),
        ),
      ),
    ],
  },
});
