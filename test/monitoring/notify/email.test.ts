import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { describe, expect, onTestFinished, test } from "vitest";
import type { EmailSettings } from "../../../src/core/model/notify.ts";
import { createMailer } from "../../../src/monitoring/notify/email.ts";
import type { Message } from "../../../src/monitoring/notify/outbox.ts";
import { type Notice, planAlerts } from "../../../src/monitoring/notify/plan-alerts.ts";
import { listening } from "../../listening.ts";
import { alertOf, createMeans } from "./kit.ts";
import { run, subject } from "./runs.ts";
import { flood } from "../../stand-in.ts";

interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

/** An SMTP server of this machine that keeps what it is handed. */
const mailServer = async (options: SMTPServerOptions = {}) => {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false || mailFrom === undefined ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString("utf8"),
        });
        done();
      });
    },
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  // A server that listens on a port has such an address.
  const { port } = listening.address() as AddressInfo;
  return { mails, port };
};

const settingsFor = (port: number, more: Partial<EmailSettings> = {}): EmailSettings => ({
  server: `smtp://127.0.0.1:${port}`,
  from: "tripact@example.org",
  to: ["team@example.org", "on-call@example.org"],
  ...more,
});

const noNotices: readonly Notice[] = [];

const message: Message = {
  id: "0123456789abcdef",
  alerts: planAlerts(noNotices, run(1, [subject("a")])).alerts,
};

const send = async (settings: EmailSettings, timeoutMs?: number) =>
  (await createMailer(settings, timeoutMs))(message, new AbortController().signal);

/** A server that speaks no SMTP but what it is given. */
const rawServer = async (speak: (socket: Socket) => void): Promise<number> => {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    speak(socket);
  });
  return Number(new URL(await listening(server)).port);
};

describe("mail", () => {
  test("is one for all alerts of a run, with an id that stays", async () => {
    const { mails, port } = await mailServer();
    const { means } = createMeans();
    const odd = { ...subject("b", "warning"), title: "ü\u2028 <x>\r\nBcc: evil@example.org" };
    const email = [settingsFor(port)];
    expect(await alertOf({ email }, run(1, [subject("a"), odd]), means)).toMatchObject({
      sent: 1,
      problems: [],
    });
    const [mail] = mails;
    expect([mail?.from, mail?.to]).toEqual([
      "tripact@example.org",
      ["team@example.org", "on-call@example.org"],
    ]);
    const [head = "", ...body] = mail?.text.split("\r\n\r\n") ?? [];
    expect(head).toContain("Subject: tripact: 1 breaking, 1 likely breaking");
    expect(head).toMatch(/^auto-submitted: auto-generated$/im);
    expect(head).not.toMatch(/^bcc:/im);
    expect(body.join("\n")).toContain("To accept it: tripact drift accept a");
    await alertOf({ email }, run(1, [odd]), means);
    expect(mails[1]?.text.split("\r\n\r\n")[0]).not.toMatch(/^bcc:/im);

    expect(await send(settingsFor(port))).toEqual({ kind: "sent" });
    expect(await send(settingsFor(port))).toEqual({ kind: "sent" });
    expect(mails[2]?.text).toContain("<0123456789abcdef@tripact.example.org>");
    expect(mails[3]?.text).toContain("<0123456789abcdef@tripact.example.org>");
  });

  test("is handed in with a password, which no reason holds", async () => {
    const { mails, port } = await mailServer({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        password === "right-password"
          ? done(null, { user: username ?? "" })
          : done(new Error("wrong-password is wrong")),
    });
    const login = { username: "sender", password: "right-password" };
    expect(await send(settingsFor(port, login))).toEqual({ kind: "sent" });
    expect(await send(settingsFor(port, { ...login, password: "wrong-password" }))).toEqual({
      kind: "refused",
      reason: "the mail server answered 535",
    });
    expect(mails).toHaveLength(1);
  });

  test.each([
    [450, "failed"],
    [550, "refused"],
  ])("that is answered with %i is %s", async (responseCode, kind) => {
    const { port } = await mailServer({
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error("a text"), { responseCode })),
    });
    expect(await send(settingsFor(port))).toEqual({
      kind,
      reason: `the mail server answered ${responseCode}`,
    });
  });

  test("does not go to a server whose certificate nobody vouches for", async () => {
    const { mails, port } = await mailServer({ secure: true });
    expect(await send(settingsFor(port, { server: `smtps://127.0.0.1:${port}` }))).toEqual({
      kind: "failed",
      reason: "the mail server cannot be reached (ESOCKET)",
    });
    expect(mails).toEqual([]);
  });

  test.each<[string, (socket: Socket) => void]>([
    ["says nothing", () => undefined],
    ["speaks a letter at a time", (socket) => void setInterval(() => socket.write("2"), 20).unref()],
    ["speaks without end", (socket) => flood(socket, "220-x".repeat(20_000))],
    ["hangs up", (socket) => void socket.destroy()],
    ["speaks HTTP", (socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")],
  ])("is given up where the server %s", async (_, speak) => {
    const port = await rawServer(speak);
    const attempt = await send(settingsFor(port), 500);
    expect(attempt).toMatchObject({ kind: expect.stringMatching(/^(failed|refused)$/) });
    expect(JSON.stringify(attempt)).not.toMatch(/Bad Request|220-x/);
  });
});
