import { defineFault, type Fault } from "./fault.ts";
import { json, onCrmError, onCrmStatus, text } from "./support/answers.ts";
import { edit } from "./support/edit.ts";

const message = "error/message";

const ofDotNet = [
  "Object reference not set to an instance of an object.",
  "   at Crm.Api.Notes.NoteController.Put(Int32 id, NoteModel model) in C:\\src\\Crm\\Notes\\NoteController.cs:line 84",
  "   at lambda_method12(Closure, Object, Object[])",
].join("\n");

const ofJava = [
  "java.lang.IllegalStateException: no row",
  "\tat org.example.crm.ContactService.find(ContactService.java:121)",
  "\tat java.base/java.lang.Thread.run(Thread.java:840)",
].join("\n");

const ofPython = [
  "Traceback (most recent call last):",
  '  File "/srv/crm/views.py", line 31, in post',
  "KeyError: 'contactIndividualId'",
].join("\n");

const ofPhp = "Unauthorized\n#0 /var/www/crm/Kernel.php(88): Crm\\Kernel->handle()\n#1 {main}";

const ofNode = "Cannot read properties of undefined at resolve (/app/dist/webhooks:12:34)";

export const faults: readonly Fault[] = [
  defineFault({
    id: "every-error-shows-where-it-was-thrown",
    fact: "CRM-42",
    grade: "gross",
    title: "The message of every 404 and 422 is followed by its stack",
    wrap: onCrmError([404, 422], (body) =>
      edit(body, message, (sentence) => `${String(sentence)}\n${ofDotNet}`),
    ),
  }),
  defineFault({
    id: "unknown-contacts-show-a-java-stack",
    fact: "CRM-42",
    grade: "structural",
    title: "The message for an unknown contact is what the framework logs",
    wrap: onCrmError([404], (body) => edit(body, message, () => ofJava), ["getContact"]),
  }),
  defineFault({
    id: "missing-fields-show-a-traceback",
    fact: "CRM-42",
    grade: "structural",
    title: "The message for a missing field is a traceback",
    wrap: onCrmError([422], (body) => edit(body, message, () => ofPython), ["addEventContact"]),
  }),
  defineFault({
    id: "unknown-webhooks-show-a-frame",
    fact: "CRM-42",
    grade: "structural",
    title: "The message for an unknown webhook ends in one frame of the stack",
    wrap: onCrmError([404], (body) => edit(body, message, () => ofNode), ["getWebhook"]),
  }),
  defineFault({
    id: "older-errors-show-a-stack",
    fact: "CRM-42",
    grade: "structural",
    title: "A 403 in the older form has the stack in its message",
    wrap: onCrmStatus([403], () => json(403, { message: ofDotNet })),
  }),
  defineFault({
    id: "plain-text-errors-show-a-stack",
    fact: "CRM-42",
    grade: "structural",
    title: "A 401 in plain text has the stack behind it",
    wrap: onCrmStatus([401], () => text(401, ofPhp), ["listContactMethodTypes"]),
  }),
  defineFault({
    id: "parser-shows-where-it-gave-up",
    fact: "CRM-42",
    grade: "behavioural",
    title: "The message for a body that does not parse is the parser's exception",
    wrap: onCrmError([400], (body) =>
      edit(
        body,
        message,
        () =>
          "Unexpected end when deserializing object.\n   at Json.Reader.ReadInternal()\n   at Json.Reader.Read()",
      ),
    ),
  }),
];
