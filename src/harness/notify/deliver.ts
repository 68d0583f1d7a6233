import { plural } from "../output/plural.ts";
import { longestAttemptMs, persist } from "./attempt.ts";
import type { Outbox } from "./outbox.ts";
import type { Means, Receiver, RunState, StateReceiver } from "./receivers.ts";

/** What became of the alerts of a run. */
export interface Delivery {
  /** Messages that receivers took. */
  readonly sent: number;
  /** What could not be sent and why, each with where the receiver is configured. */
  readonly problems: readonly string[];
}

const joined = (deliveries: readonly Delivery[]): Delivery => ({
  sent: deliveries.reduce((sum, { sent }) => sum + sent, 0),
  problems: deliveries.flatMap(({ problems }) => problems),
});

/** Beyond these a receiver's messages wait for the next run. */
const maxMessages = 100;

/** Milliseconds that all receivers and issue trackers of a run may take together: they do not wait for each other. */
export const maxDeliveryMs = 60_000;

const flush = async (
  outbox: Outbox,
  receiver: Receiver,
  means: Means,
  lastStart: number,
): Promise<Delivery> => {
  const { path } = receiver;
  const problems = new Set<string>();
  let sent = 0;
  for (const id of (await outbox.waiting(path)).slice(0, maxMessages)) {
    const message = await outbox.lease(path, id);
    if (message === undefined) continue;
    const attempt = await persist(() => receiver.send(message), means, lastStart).catch(
      async (error: unknown) => {
        await outbox.release(path, id);
        throw error;
      },
    );
    if (attempt.kind === "sent") {
      await outbox.sent(path, id);
      sent += 1;
    } else {
      await outbox.release(path, id);
      problems.add(attempt.reason);
    }
    // What is refused may be the message's fault; a receiver that fails is not tried further.
    if (attempt.kind === "failed" || means.clock.now() > lastStart) break;
  }
  const left = plural((await outbox.waiting(path)).length, "message");
  return {
    sent,
    problems: [...problems].map((reason) => `${path}: ${reason}; ${left} left to the next run`),
  };
};

const report = async (
  receiver: StateReceiver,
  state: RunState,
  means: Means,
  lastStart: number,
): Promise<Delivery> => {
  const send = receiver.report(state);
  if (send === undefined) return { sent: 0, problems: [] };
  const attempt = await persist(send, means, lastStart);
  if (attempt.kind === "sent") return { sent: 1, problems: [] };
  return { sent: 0, problems: [`${receiver.path}: ${attempt.reason}`] };
};

const expired = async (outbox: Outbox): Promise<Delivery> => ({
  sent: 0,
  problems: [...(await outbox.dropExpired())].map(
    ([path, count]) => `${path} took nothing for a week: ${plural(count, "message")} dropped`,
  ),
});

/**
 * Sends what waits in the outbox, and what is so after the run. Receivers do not wait for each other. A message that
 * was sent is taken out of the outbox afterwards: a process that is killed in between sends it again, with the same id.
 */
export const deliver = async (
  outbox: Outbox,
  receivers: readonly Receiver[],
  states: readonly StateReceiver[],
  state: RunState,
  means: Means,
  until = means.clock.now() + maxDeliveryMs,
): Promise<Delivery> => {
  const dropped = await expired(outbox);
  const lastStart = until - longestAttemptMs;
  const deliveries = await Promise.all([
    ...receivers.map((receiver) => flush(outbox, receiver, means, lastStart)),
    ...states.map((receiver) => report(receiver, state, means, lastStart)),
  ]);
  return joined([dropped, ...deliveries]);
};
