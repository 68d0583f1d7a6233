import { plural } from "../../core/output/plural.ts";
import { longestAttemptMs, persist } from "./attempt.ts";
import type { Outbox } from "./outbox.ts";
import type { Means, Receiver, RunState, StateReceiver } from "./receivers.ts";

/** Result of delivering a run's alerts. */
export interface Delivery {
  /** Number of accepted messages. */
  readonly sent: number;
  /** What could not be sent and why, each with the receiver's location in the configuration. */
  readonly problems: readonly string[];
}

const joined = (deliveries: readonly Delivery[]): Delivery => ({
  sent: deliveries.reduce((sum, { sent }) => sum + sent, 0),
  problems: deliveries.flatMap(({ problems }) => problems),
});

/** Further messages of a receiver wait for the next run. */
const maxMessages = 100;

/** Time limit for all receivers and issue trackers of a run, in milliseconds; they run in parallel. */
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
    // A refusal may be the message's fault, but a failing receiver gets no further messages.
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
    ([path, count]) => `${path} accepted nothing for a week: ${plural(count, "message")} dropped`,
  ),
});

/**
 * Sends the waiting messages of the outbox and the state after the run, to all receivers in parallel. A message leaves
 * the outbox after it was sent: a process killed in between sends it again, with the same id.
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
