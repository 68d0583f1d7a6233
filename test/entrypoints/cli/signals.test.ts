import { expect, test } from "vitest";
import type { LeftChanged } from "../../../src/entrypoints/cli/io.ts";
import { abortOnSignals } from "../../../src/entrypoints/cli/signals.ts";

type Step = "heard" | "exit" | string;

/** What happens after each of some signals, `gap` milliseconds apart, while records are changed or not. */
const send = (
  signals: readonly NodeJS.Signals[],
  records: string | undefined,
  gap = 400,
): readonly Step[] => {
  let now = 0;
  const handlers = new Map<NodeJS.Signals, () => void>();
  const steps: Step[] = [];
  const stays: number[] = [];
  const left = new Set<() => LeftChanged | undefined>([
    () => (records === undefined ? undefined : { records, command: "tripact restore --config c.yaml" }),
  ]);
  const signal = abortOnSignals(
    {
      on: (name, handle) => handlers.set(name, handle),
      exit: (code) => void steps.push(`exit ${code}`),
      stay: (milliseconds) => void stays.push(milliseconds),
    },
    { write: (text) => void steps.push(String(text)) },
    left,
    () => now,
  );
  signal.addEventListener("abort", () => steps.push("aborted"));
  for (const name of signals) {
    handlers.get(name)?.();
    now += gap;
  }
  // An echo is no signal, and each signal keeps the process until its own would have come.
  expect(stays).toEqual((gap < 150 ? signals.slice(0, 1) : signals).map(() => 150));
  return steps;
};

const all = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

test.each(all)("%s lets the run report what it has, and a second one ends it", (name) => {
  expect(send([name], undefined)).toEqual(["aborted"]);
  expect(send([name, "SIGINT"], undefined)).toEqual(["aborted", "exit 130"]);
});

test.each(all)(
  "while records are changed a second %s says which, and the third one leaves them, and says so",
  (name) => {
    const steps = send(["SIGINT", name, name], "contact note 10, group 3");
    expect(steps).toEqual([
      "aborted",
      expect.stringMatching(/^tripact: still putting back contact note 10, group 3; one more signal .*\n$/),
      expect.stringMatching(
        /^tripact: NOT RESTORED: contact note 10, group 3: .* run tripact restore --config c\.yaml\n$/,
      ),
      "exit 130",
    ]);
  },
);

test("one Ctrl+C that a terminal and npm both pass on is one signal", () => {
  expect(send(["SIGINT", "SIGINT"], undefined, 3)).toEqual(["aborted"]);
  expect(send(["SIGINT", "SIGINT", "SIGINT"], "group 3", 3)).toEqual(["aborted"]);
});
