import type { HttpClient } from "../../core/http/http-client.ts";
import type { Clock } from "../../core/model/clock.ts";
import {
  type Alert,
  type AlertKind,
  alertKinds,
  type AlertmanagerSettings,
  type NotifySettings,
  type SlackSettings,
  type WebhookSettings,
} from "../../core/model/notify.ts";
import { alertmanagerAlerts } from "./alertmanager.ts";
import { type SendingAttempt, call } from "./attempt.ts";
import { createMailer } from "./email.ts";
import type { Message, Recipient } from "./outbox.ts";
import { slackMessage } from "./slack.ts";
import { cloudEvent, signatureHeaders } from "./webhook.ts";

/** The means to reach receivers. */
export interface Means {
  readonly client: HttpClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Whether any receiver is configured. */
export const hasReceivers = (settings: NotifySettings): boolean =>
  Object.values(settings).some((receivers) => receivers.length > 0);

/** Receives messages from the outbox, each of which must arrive once. */
export interface Receiver extends Recipient {
  send(message: Message): Promise<SendingAttempt>;
}

/** The state after a run. */
export interface RunState {
  readonly open: readonly Alert[];
  readonly gone: readonly Alert[];
  /** Whether every interface could be judged and no fact is broken. */
  readonly succeeded: boolean;
}

/** Receives the state after each run. Repeating it does no harm, so nothing is stored. */
export interface StateReceiver {
  readonly path: string;
  /** Undefined if there is nothing to report. */
  report(state: RunState): (() => Promise<SendingAttempt>) | undefined;
}

const kindsOf = (on: readonly AlertKind[] = alertKinds): ReadonlySet<AlertKind> => new Set(on);

const userAgent = { "user-agent": "tripact" };

const json = { ...userAgent, "content-type": "application/json" };

const slack = ({ url, on }: SlackSettings, path: string, means: Means): Receiver => ({
  path,
  on: kindsOf(on),
  messages: "together",
  send: ({ alerts }) =>
    call(
      means.client,
      { method: "POST", url, headers: json, body: JSON.stringify(slackMessage(alerts)) },
      means,
    ),
});

const webhook = ({ url, secret, on }: WebhookSettings, path: string, means: Means): Receiver => ({
  path,
  on: kindsOf(on),
  messages: "each",
  send({ id, alerts: [alert] }) {
    if (alert === undefined) throw new Error("a message holds no alert");
    const body = JSON.stringify(cloudEvent(alert));
    const headers = {
      ...userAgent,
      "content-type": "application/cloudevents+json",
      ...signatureHeaders(secret, id, Math.floor(means.clock.now() / 1000), body),
    };
    return call(means.client, { method: "POST", url, headers, body }, means);
  },
});

const alertmanager = (settings: AlertmanagerSettings, path: string, means: Means): StateReceiver => {
  const { url, token } = settings;
  const on = kindsOf(settings.on);
  const headers = { ...json, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  return {
    path,
    report({ open, gone }) {
      const [firing, ended] = [open, gone].map((alerts) =>
        alerts.filter(
          ({ kind, was, breadth }) =>
            on.has(was ?? kind) || (on.has("release") && breadth?.isRelease === true),
        ),
      );
      if (firing === undefined || ended === undefined || firing.length + ended.length === 0) return undefined;
      const body = JSON.stringify(alertmanagerAlerts(firing, ended, settings, means.clock.now()));
      const to = `${url.replace(/\/+$/, "")}/api/v2/alerts`;
      return () => call(means.client, { method: "POST", url: to, headers, body }, means);
    },
  };
};

const heartbeat = ({ url }: { readonly url: string }, path: string, means: Means): StateReceiver => ({
  path,
  report: ({ succeeded }) =>
    succeeded ? () => call(means.client, { method: "GET", url, headers: userAgent }, means) : undefined,
});

/**
 * Receivers of messages, in configuration order.
 * @throws UsageError if a package is missing
 */
export const receiversOf = async (settings: NotifySettings, means: Means): Promise<readonly Receiver[]> => [
  ...(settings.slack ?? []).map((one, at) => slack(one, `notify.slack.${at}`, means)),
  ...(settings.webhook ?? []).map((one, at) => webhook(one, `notify.webhook.${at}`, means)),
  ...(await Promise.all(
    (settings.email ?? []).map(async (one, at): Promise<Receiver> => {
      const mail = await createMailer(one);
      return {
        path: `notify.email.${at}`,
        on: kindsOf(one.on),
        messages: "together",
        send: (message) => mail(message, means.signal),
      };
    }),
  )),
];

/** Receivers of the state after each run. */
export const stateReceiversOf = (settings: NotifySettings, means: Means): readonly StateReceiver[] => [
  ...(settings.alertmanager ?? []).map((one, at) => alertmanager(one, `notify.alertmanager.${at}`, means)),
  ...(settings.heartbeat ?? []).map((one, at) => heartbeat(one, `notify.heartbeat.${at}`, means)),
];
