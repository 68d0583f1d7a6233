import { faultsOf } from "./fault.ts";
import { message, textAnswer } from "./support/answers.ts";
import { appended } from "./support/edit.ts";
import { onAnswer, onField } from "./support/rows.ts";

const field = "error/message";

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

const ofParser =
  "Unexpected end when deserializing object.\n   at Json.Reader.ReadInternal()\n   at Json.Reader.Read()";

export const faults = faultsOf("CRM-42", {
  gross: {
    "every-error-shows-where-it-was-thrown": [
      "The message of every 404 and 422 is followed by its stack",
      onField("crm", field, appended(`\n${ofDotNet}`), [404, 422]),
    ],
  },
  structural: {
    "unknown-contacts-show-a-java-stack": [
      "The message for an unknown contact is what the framework logs",
      onField("getContact", field, ofJava, 404),
    ],
    "missing-fields-show-a-traceback": [
      "The message for a missing field is a traceback",
      onField("addEventContact", field, ofPython, 422),
    ],
    "unknown-webhooks-show-a-frame": [
      "The message for an unknown webhook ends in one frame of the stack",
      onField("getWebhook", field, ofNode, 404),
    ],
    "older-errors-show-a-stack": [
      "A 403 in the older form has the stack in its message",
      onAnswer("crm", message(403, ofDotNet), 403),
    ],
    "plain-text-errors-show-a-stack": [
      "A 401 in plain text has the stack behind it",
      onAnswer("listContactMethodTypes", textAnswer(401, ofPhp), 401),
    ],
  },
  behavioural: {
    "parser-shows-where-it-gave-up": [
      "The message for a body that does not parse is the parser's exception",
      onField("crm", field, ofParser, 400),
    ],
  },
});
