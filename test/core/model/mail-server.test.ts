import { expect, test } from "vitest";
import { readMailServer } from "../../../src/core/model/mail-server.ts";

test.each([
  ["smtps://smtp.example.org", { host: "smtp.example.org", port: 465, security: "tls" }],
  ["smtp://smtp.example.org:2525/", { host: "smtp.example.org", port: 2525, security: "starttls" }],
  ["smtp://127.0.0.1.example.org", { host: "127.0.0.1.example.org", port: 587, security: "starttls" }],
  ["smtp://127.0.0.1:25", { host: "127.0.0.1", port: 25, security: "plain" }],
  ["smtp://[::1]:25", { host: "::1", port: 25, security: "plain" }],
  ["smtps://localhost:1465", { host: "localhost", port: 1465, security: "tls" }],
])("%s is a mail server", (text, server) => {
  expect(readMailServer(text)).toEqual(server);
});

test.each([
  "",
  "smtp.example.org",
  "https://smtp.example.org",
  "smtps://u:p@smtp.example.org",
  "smtps://smtp.example.org/x",
  "smtps:///x",
])("%s is none", (text) => {
  expect(readMailServer(text)).toBeUndefined();
});
