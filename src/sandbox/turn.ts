import type { ServerResponse } from "node:http";
import type { Outgoing } from "./pipeline/message.ts";

/** How long an answer may wait for others, in milliseconds, beyond what is being worked at. */
const patience = 1;

/**
 * One turn of the event loop. Requests that come together are first all read, then all worked at, then all answered: to
 * go to and fro between these costs twice as much, since a processor does best what it did a moment ago, and since a
 * client that is woken for each answer alone takes its time too.
 */
export interface Turn {
  /** Work to be done when everything that came together is read. */
  work(job: () => void): void;
  /** An answer that is ready. */
  answer(response: ServerResponse, outgoing: Outgoing): void;
}

/** @param now a time in milliseconds, from whenever */
export const createTurn = (now: () => number = () => performance.now()): Turn => {
  let jobs: (() => void)[] = [];
  let answers: (readonly [ServerResponse, Outgoing])[] = [];
  /** When the first of the answers was ready. */
  let readySince = 0;
  let isDue = false;
  const writeAll = (): void => {
    const ready = answers;
    answers = [];
    for (const [response, outgoing] of ready) write(response, outgoing);
  };
  const end = (): void => {
    isDue = false;
    const waiting = jobs;
    jobs = [];
    for (const job of waiting) job();
    writeAll();
  };
  const endSoon = (): void => {
    if (!isDue) setImmediate(end);
    isDue = true;
  };
  return {
    work: (job) => {
      jobs.push(job);
      endSoon();
    },
    answer: (response, outgoing) => {
      answers.push([response, outgoing]);
      endSoon();
      if (answers.length === 1) readySince = now();
      else if (now() - readySince > patience) writeAll();
    },
  };
};

const write = (response: ServerResponse, { status, headers, text }: Outgoing): void => {
  const length = text === undefined ? {} : { "content-length": Buffer.byteLength(text) };
  response.writeHead(status, { ...headers, ...length }).end(text);
};
