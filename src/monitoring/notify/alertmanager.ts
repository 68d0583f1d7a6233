import type { Alert, AlertKind, AlertmanagerSettings } from "../../core/model/notify.ts";

const hourMs = 3_600_000;

const defaultHours = 48;

/**
 * The body of `POST /api/v2/alerts`: alerts with equal labels are the same, so posting one again only extends it.
 * @param now Milliseconds since the epoch.
 */
export const alertmanagerAlerts = (
  open: readonly Alert[],
  gone: readonly Alert[],
  { resolveAfterHours = defaultHours }: AlertmanagerSettings,
  now: number,
): unknown => {
  const entry = (alert: Alert, endsAt: number, kind: AlertKind = alert.was ?? alert.kind) => ({
    labels: {
      alertname: "TripactDrift",
      kind,
      interface: alert.target.interface,
      organization: alert.target.organization,
      subject: alert.id,
    },
    annotations: { summary: alert.title, description: alert.text },
    startsAt: alert.since,
    endsAt: new Date(endsAt).toISOString(),
  });
  return [
    ...open.map((alert) => entry(alert, now + resolveAfterHours * hourMs)),
    ...gone.map((alert) => entry(alert, now)),
    // It may have been posted as likely before it was confirmed.
    ...open.filter(({ kind }) => kind === "breaking").map((alert) => entry(alert, now, "likely")),
  ];
};
