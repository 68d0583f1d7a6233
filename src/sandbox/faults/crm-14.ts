import { type Fault, faultsOf } from "./fault.ts";
import { behindProxy, toHost, toOtherHost } from "./support/edit.ts";
import { appended, inTurn, replaced, set } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";

const onAvatar = (change: (link: unknown) => string): Fault["wrap"] =>
  onField("addEventContact", "avatarUrl", change);

export const faults = faultsOf("CRM-14", {
  gross: {
    "avatars-have-a-plural-root": [
      "An event contact's avatar is below /api/ContactIndividuals/",
      onAvatar(replaced("/ContactIndividual/", "/ContactIndividuals/")),
    ],
    "avatars-are-the-contacts": [
      "An event contact's avatar is that of its contact",
      onAvatar(replaced("/ContactIndividual/", "/Contact/")),
    ],
  },
  structural: {
    "avatars-in-lower-case": [
      "The last part of an avatar's path is in lower case",
      onAvatar(replaced(/Avatar$/, "avatar")),
    ],
    "avatars-have-an-extension": onAvatar(appended(".png")),
    "avatars-of-reminders-name-a-size": onField(
      "replaceContactNote",
      "reminder/contactAvatarUrl",
      appended("/64"),
    ),
  },
  behavioural: {
    "avatars-forget-the-path-of-the-base-address": onAvatar(replaced(/(\/\/[^/]+)\/crm\//, "$1/")),
    "avatars-without-a-picture-are-a-placeholder": onAvatar(
      () => "https://static.example.net/avatars/blank.png",
    ),
    "avatars-are-of-the-next-individual": onAvatar((link) =>
      String(link).replace(/\d+(?=\/Avatar$)/, (id) => String(Number(id) + 1)),
    ),
    "avatars-of-reminders-lead-to-another-host": onField(
      "replaceContactNote",
      "reminder/contactAvatarUrl",
      toOtherHost,
    ),
    "avatars-of-event-contacts-lead-to-another-host": onAvatar(toOtherHost),
    "avatars-leave-out-a-port": [
      "The links of a reminder name a host with its port, its avatar without",
      onBody(
        "replaceContactNote",
        inTurn(behindProxy("crm.internal:8443"), set("reminder/contactAvatarUrl", toHost("crm.internal"))),
      ),
    ],
  },
});
