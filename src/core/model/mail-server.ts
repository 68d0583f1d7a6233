import { isLoopback } from "./https-address.ts";

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `tls` from the first byte, `starttls` before anything else is sent, or `plain` to this machine. */
  readonly security: "tls" | "starttls" | "plain";
}

/** Reads the address of an SMTP server; undefined for any other text, which may hold a secret. */
export const readMailServer = (text: string): MailServer | undefined => {
  const url = /^smtps?:\/\/[^/?#@\s\\]+\/?$/i.test(text) ? URL.parse(text) : null;
  if (url === null || url.hostname === "") return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isImplicit = url.protocol === "smtps:";
  const port = url.port === "" ? (isImplicit ? 465 : 587) : Number(url.port);
  return { host, port, security: isImplicit ? "tls" : isLoopback(url.hostname) ? "plain" : "starttls" };
};
