import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createTurn } from "../../src/sandbox/turn.ts";

/** A turn whose jobs and answers are noted down in their order. */
const noted = () => {
  let now = 0;
  const turn = createTurn(() => now);
  const notes: string[] = [];
  const answer = (name: string): void => {
    const response = {
      writeHead: () => response,
      end: () => notes.push(`${name} answered`),
    };
    // Nothing else of a response is used.
    turn.answer(response as unknown as ServerResponse, { status: 200, headers: {}, text: name });
  };
  const work = (name: string, ms = 0): void =>
    turn.work(() => {
      now += ms;
      notes.push(`${name} done`);
      answer(name);
    });
  return { notes, work, answer };
};

describe("a turn", () => {
  it("works at all that came together, then answers, each in its order", async () => {
    const { notes, work, answer } = noted();
    work("a");
    answer("b");
    work("c");
    expect(notes).toEqual([]);
    await setImmediate();
    expect(notes).toEqual(["a done", "c done", "b answered", "a answered", "c answered"]);
  });

  it("does not hold back answers while it works at more than what was begun", async () => {
    const { notes, work } = noted();
    work("a");
    work("b", 5);
    work("c");
    await setImmediate();
    expect(notes).toEqual(["a done", "b done", "a answered", "b answered", "c done", "c answered"]);
  });

  it("begins anew after its end", async () => {
    const { notes, work } = noted();
    for (const name of ["a", "b"]) {
      work(name);
      await setImmediate();
    }
    expect(notes).toEqual(["a done", "a answered", "b done", "b answered"]);
  });
});
