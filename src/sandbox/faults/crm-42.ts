import { faultsOf } from "./fault.ts";
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

export const faults = faultsOf("CRM-42", {
  gross: {
    "every-error-shows-where-it-was-thrown": [
      "The message of every 404 and 422 is followed by its stack",
      onCrmError([404, 422], (body) => edit(body, message, (sentence) => `${String(sentence)}\n${ofDotNet}`)),
    ],
  },
  structural: {
    "unknown-contacts-show-a-java-stack": [
      "The message for an unknown contact is what the framework logs",
      onCrmError([404], (body) => edit(body, message, () => ofJava), ["getContact"]),
    ],
    "missing-fields-show-a-traceback": [
      "The message for a missing field is a traceback",
      onCrmError([422], (body) => edit(body, message, () => ofPython), ["addEventContact"]),
    ],
    "unknown-webhooks-show-a-frame": [
      "The message for an unknown webhook ends in one frame of the stack",
      onCrmError([404], (body) => edit(body, message, () => ofNode), ["getWebhook"]),
    ],
    "older-errors-show-a-stack": [
      "A 403 in the older form has the stack in its message",
      onCrmStatus([403], () => json(403, { message: ofDotNet })),
    ],
    "plain-text-errors-show-a-stack": [
      "A 401 in plain text has the stack behind it",
      onCrmStatus([401], () => text(401, ofPhp), ["listContactMethodTypes"]),
    ],
  },
  behavioural: {
    "parser-shows-where-it-gave-up": [
      "The message for a body that does not parse is the parser's exception",
      onCrmError([400], (body) =>
        edit(
          body,
          message,
          () =>
            "Unexpected end when deserializing object.\n   at Json.Reader.ReadInternal()\n   at Json.Reader.Read()",
        ),
      ),
    ],
  },
});
