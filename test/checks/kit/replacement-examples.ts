import type { ActiveExamples } from "./example.ts";

interface Replaced {
  readonly kind: "campaign" | "project" | "segment";
  readonly id: number;
  /** The operations that show the record, the first of them first. */
  readonly reads: readonly [string, ...string[]];
  /** The fact that a first read which fails is blamed on. */
  readonly readBlames: string;
}

/** The examples of a record that is replaced and read over time; the steps are numbered as with one read. */
export const replacementExamples = (
  { kind, id, reads, readBlames }: Replaced,
  more: Partial<Pick<ActiveExamples, "fails">> = {},
): ActiveExamples => {
  const declared = { id, name: `Disposable ${kind}`, description: "Free to be replaced." };
  const marked = { id, name: "Conformance run 7", description: "Conformance run 7" };
  const other = { id: 1, name: "General" };
  const page = (record: object) => ({ items: [other, record], total: 2 });
  const readBy = `the ${kind} is read by ${reads[0]}`;
  const at = (step: number): number => step + reads.length - 1;
  const begin = Object.fromEntries([
    [`1 begin: the declared ${kind}`, { status: 204 }],
    ...reads.map((read, index) => [
      `${index + 2} begin: the ${kind} is read by ${read}`,
      { body: page(declared) },
    ]),
  ]);
  return {
    pass: {
      settings: { [`donation.scratch.${kind}`]: declared },
      replay: JSON.stringify([
        ["write", [7, 0]],
        ["without", [[7, ["description"]], 0]],
        ["refused", [[66, "no credential"], 0]],
        ["malformed", [null, 0]],
      ]),
      answers: {
        ...begin,
        [`${at(3)} write: a ${kind} marked 7`]: { body: marked },
        [`${at(4)} write: ${readBy}`]: { body: page(marked) },
        [`${at(5)} without: a ${kind} without description`]: 204,
        [`${at(6)} without: ${readBy}`]: { body: page({ ...marked, description: null }) },
        [`${at(7)} refused: a ${kind} marked 66 with no credential, to be refused`]: 401,
        [`${at(8)} refused: ${readBy}`]: { body: page({ ...marked, description: "" }) },
        [`${at(9)} malformed: a malformed ${kind}`]: 400,
        [`${at(10)} malformed: ${readBy}`]: { body: page({ ...marked, description: "" }) },
        "*": { body: page(marked) },
      },
    },
    otherwise: {
      "nobody adds a record beside it": {
        [`${at(4)} write: ${readBy}`]: { body: { items: [marked, other, { id: 2, name: "New" }], total: 3 } },
      },
      "a value of another type is refused, or stored": {
        settings: { [`donation.scratch.${kind}`]: { ...declared, isActive: true } },
        replay: JSON.stringify([
          ["ill-typed", [[7, "isActive"], 0]],
          ["again", [null, 0]],
        ]),
        answers: {
          ...begin,
          [`${at(3)} ill-typed: a ${kind} with an object for isActive`]: 204,
          [`${at(4)} ill-typed: ${readBy}`]: { body: page({ ...marked, isActive: null }) },
          [`${at(5)} again: the same ${kind} again`]: 204,
          [`${at(6)} again: ${readBy}`]: { body: page({ ...declared, isActive: true }) },
        },
      },
      "of two at once the last one is stored": {
        settings: { [`donation.scratch.${kind}`]: declared },
        replay: JSON.stringify([["two-at-once", [[7, 8], 0]]]),
        answers: {
          ...begin,
          [`${at(3)} two-at-once: one of two ${kind}s at once, marked 7,`]: 204,
          [`${at(4)} two-at-once: the other one, marked 8,`]: 204,
          [`${at(5)} two-at-once: ${readBy}`]: { body: page(marked) },
        },
      },
    },
    fails: {
      "DON-17 /items/1/name: The read shows the record as it was before": {
        [`${at(4)} write: ${readBy}`]: { body: page(declared) },
      },
      "DON-17 /items/1/description: A property that was left out stays": {
        [`${at(6)} without: ${readBy}`]: { body: page(marked) },
      },
      "DON-17 /items/1/name: A refused replacement is stored": {
        [`${at(8)} refused: ${readBy}`]: { body: page({ id, name: "Conformance run 66" }) },
      },
      "DON-17: The record beside it is replaced, too": {
        [`${at(4)} write: ${readBy}`]: { body: { items: [{ ...marked, id: 1 }, marked], total: 2 } },
      },
      "DON-17: The record is not listed any more": {
        [`${at(4)} write: ${readBy}`]: { body: { items: [other], total: 1 } },
      },
      "DON-17: The record is listed twice": {
        [`${at(4)} write: ${readBy}`]: { body: { items: [marked, marked], total: 2 } },
      },
      "DON-21: A replacement without a credential is taken": {
        [`${at(7)} refused: a ${kind} marked 66 with no credential, to be refused`]: 200,
      },
      "DON-20: Malformed JSON is taken": {
        [`${at(9)} malformed: a malformed ${kind}`]: 200,
      },
      [`${readBlames}: The read fails after a replacement`]: { [`${at(4)} write: ${readBy}`]: 500 },
      ...more.fails,
    },
  };
};
