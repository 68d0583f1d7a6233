import { createHmac } from "node:crypto";
import type { Alert } from "../../core/model/notify.ts";

/** An alert as a CloudEvents 1.0 event, in the JSON format. */
export const cloudEvent = (alert: Alert): unknown => {
  const { interface: name, organization } = alert.target;
  return {
    specversion: "1.0",
    id: alert.alert,
    source: `urn:tripact:${encodeURIComponent(organization)}:${name}`,
    type: `org.tripact.drift.${alert.kind}.v1`,
    subject: alert.id,
    time: alert.at,
    datacontenttype: "application/json",
    data: {
      kind: alert.kind,
      ...(alert.was === undefined ? {} : { was: alert.was }),
      severity: alert.severity,
      title: alert.title,
      text: alert.text,
      since: alert.since,
      ...(alert.breadth === undefined ? {} : { breadth: alert.breadth }),
      target: alert.target,
    },
  };
};

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com), by which a receiver recognizes the sender and
 * repeated messages. HMAC-SHA256 over id, time and body, with the key after `whsec_`.
 * @param seconds Since the epoch.
 */
export const signatureHeaders = (
  secret: string,
  id: string,
  seconds: number,
  body: string,
): Readonly<Record<string, string>> => {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${signature}`,
  };
};
