import type { NotifySettings } from "../../../../src/core/model/notify.ts";
import type { Received } from "../../../stand-in.ts";

interface Event {
  readonly type: string;
  readonly data: {
    readonly title: string;
    readonly text: string;
    readonly breadth?: {
      readonly organizations: number;
      readonly sampledBy: number;
      readonly isRelease: boolean;
    };
  };
}

/** Where alerts and heartbeats go. */
export const settingsAt = (origin: string): NotifySettings => ({
  webhook: [{ url: `${origin}/hook`, secret: `whsec_${"A".repeat(43)}=` }],
  heartbeat: [{ url: `${origin}/beat` }],
});

/** The alerts, and how many heartbeats, that a receiver got. */
export const newsIn = (received: readonly Received[]) => ({
  // The body of a webhook is such an event.
  alerts: received.filter(({ path }) => path === "/hook").map(({ body }) => JSON.parse(body) as Event),
  beats: received.filter(({ path }) => path === "/beat").length,
});

/** Kind and title of an alert. */
export const shown = ({ type, data }: Event): string => `${type.split(".").at(-2)}: ${data.title}`;
