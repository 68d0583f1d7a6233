import { expect, test } from "vitest";
import { load, refusal } from "./load.ts";

const secret = `whsec_${"A".repeat(43)}=`;

const text = `
notify:
  slack:
    - { url: "\${SLACK}", on: [breaking, failed] }
  webhook:
    - { url: "https://hooks.example.org/x?y=1", secret: "\${SECRET}" }
  email:
    - { server: "smtps://smtp.example.org", from: a@example.org, to: [b@example.org], username: a, password: "\${PASSWORD}" }
  alertmanager: [{ url: "http://127.0.0.1:9093/prefix/", resolveAfterHours: 26 }]
  gitlab: [{ project: group/sub/name, token: "\${TOKEN}" }]
  heartbeat: [{ url: "https://beat.example.org/uuid" }]
`;

const env = {
  SLACK: "https://hooks.slack.example.org/services/T/B/the-secret",
  SECRET: secret,
  PASSWORD: "the-password",
  TOKEN: "the-token",
};

test("who is alerted is read, and no property of a configuration holds it", () => {
  const config = load(text, env);
  const { slack, webhook, email, alertmanager, gitlab, heartbeat } = config.notify();
  expect(slack).toEqual([{ url: env.SLACK, on: ["breaking", "failed"] }]);
  expect(webhook).toEqual([{ url: "https://hooks.example.org/x?y=1", secret }]);
  expect(email?.[0]?.password).toBe("the-password");
  expect(alertmanager?.[0]?.resolveAfterHours).toBe(26);
  expect(gitlab?.[0]?.project).toBe("group/sub/name");
  expect(heartbeat).toHaveLength(1);
  expect(JSON.stringify(config)).not.toMatch(/the-secret|the-password|the-token|whsec/);
  expect(load("{}").notify()).toEqual({});
});

const one = (kind: string, receiver: string): string => `notify: { ${kind}: [${receiver}] }`;

test.each([
  [one("slack", "{}"), "notify.slack.0 lacks url"],
  [one("slak", "{}"), "unknown key slak in notify"],
  [
    one("slack", "{ url: http://hooks.example.org/the-secret }"),
    "notify.slack.0.url must be an https address",
  ],
  [one("slack", "{ url: the-secret }"), "notify.slack.0.url is not an address"],
  [
    one("slack", '{ url: "https://hooks.example.org/#the-secret" }'),
    "notify.slack.0.url must not have a fragment",
  ],
  [
    one("slack", "{ url: https://a:the-secret@example.org }"),
    "notify.slack.0.url must not hold credentials before its host",
  ],
  [
    one("slack", "{ url: https://example.org, on: [braking] }"),
    "notify.slack.0.on.0 must be breaking, likely, gone or failed",
  ],
  [
    one("slack", "{ url: https://example.org, on: [] }"),
    "notify.slack.0.on must list at least one of breaking, likely, gone and failed",
  ],
  [
    one("webhook", "{ url: https://example.org, secret: the-secret }"),
    "notify.webhook.0.secret must be whsec_ and 24 to 64 bytes in base64",
  ],
  [
    one("alertmanager", "{ url: https://example.org/?the-secret }"),
    "notify.alertmanager.0.url must not have a query or a fragment",
  ],
  [
    one("email", "{ server: smtp.example.org, from: a@b.org, to: [c@d.org] }"),
    "notify.email.0.server is not the address of an SMTP server",
  ],
  [
    one("email", "{ server: smtps://u:the-secret@smtp.example.org, from: a@b.org, to: [c@d.org] }"),
    "notify.email.0.server is not the address of an SMTP server",
  ],
  [
    one("email", '{ server: smtps://smtp.example.org, from: "a@b.org\\nBcc: x@y.org", to: [c@d.org] }'),
    "notify.email.0.from must be an address such as team@example.org",
  ],
  [
    one("email", "{ server: smtps://smtp.example.org, from: a@b.org, to: [c@d.org], username: a }"),
    "notify.email.0 has one of username and password",
  ],
  [
    one("gitlab", "{ project: name, token: t }"),
    "notify.gitlab.0.project must be the path of a project such as group/name",
  ],
  [
    one("gitlab", "{ project: ../x, token: t }"),
    "notify.gitlab.0.project must be the path of a project such as group/name",
  ],
])("%s is refused", (config, message) => {
  const error = refusal(config);
  expect(error.message).toContain(message);
  expect(`${error.line}`).not.toContain("the-secret");
});
