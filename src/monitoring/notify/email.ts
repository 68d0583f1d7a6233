import { readMailServer } from "../../core/model/mail-server.ts";
import type { EmailSettings } from "../../core/model/notify.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { plural } from "../../core/output/plural.ts";
import { type SendingAttempt, longestAttemptMs } from "./attempt.ts";
import { headline } from "./headline.ts";
import type { Message } from "./outbox.ts";

const maxShown = 50;

const maxResponseBytes = 65_536;

/** The text of an email. */
const mailText = ({ alerts }: Message): string => {
  const more = alerts.length - maxShown;
  return [
    ...alerts.slice(0, maxShown).map(({ title, text }) => `${title}\n${text}\n`),
    ...(more > 0 ? [`and ${plural(more, "more alert")}\n`] : []),
  ].join("\n");
};

/** The mailer, an optional package. @throws UsageError if it is not installed */
export const loadMailer = async () => {
  try {
    return await import("nodemailer");
  } catch {
    throw new UsageError("mail needs the package nodemailer", {
      location: "notify.email",
      hint: "npm install nodemailer",
    });
  }
};

/** Shows only the code of a mailer error, never the server's text. */
const attemptOf = (error: unknown): SendingAttempt => {
  const status = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (status >= 500) return { kind: "refused", reason: `the mail server answered ${status}` };
  if (status > 0) return { kind: "failed", reason: `the mail server answered ${status}` };
  return {
    kind: "failed",
    reason: `the mail server cannot be reached${/^E\w+$/.test(code) ? ` (${code})` : ""}`,
  };
};

/**
 * Submits mail to an SMTP server, over TLS unless it is on this machine.
 * @param timeoutMs for a whole conversation, however slow the server
 * @throws UsageError if nodemailer is not installed
 */
export const createMailer = async (settings: EmailSettings, timeoutMs = longestAttemptMs) => {
  const server = readMailServer(settings.server);
  if (server === undefined) throw new Error("a mail server was not checked");
  const { createTransport } = await loadMailer();
  const { username: user, password: pass, from, to } = settings;
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.security === "tls",
    requireTLS: server.security === "starttls",
    ignoreTLS: server.security === "plain",
    ...(user === undefined || pass === undefined ? {} : { auth: { user, pass } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    maxResponseSize: maxResponseBytes,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (message: Message, signal: AbortSignal): Promise<SendingAttempt> => {
    try {
      await transport.sendMail({
        from,
        to: [...to],
        subject: headline(message.alerts),
        text: mailText(message),
        // Stable across repeated attempts, so that mail clients show it once.
        messageId: `<${message.id}@tripact.${from.slice(from.indexOf("@") + 1)}>`,
        headers: { "auto-submitted": "auto-generated" },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      return { kind: "sent" };
    } catch (error) {
      signal.throwIfAborted();
      return attemptOf(error);
    }
  };
};
