import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that mostly wait, for half a minute: for jobs or for a browser. */
const isWaiting = ({ moduleId }: TestSpecification): boolean =>
  /(?:commands\/fleet\/(?:workers|failures)|pages\/pages)\.test\.ts$/.test(moduleId);

/** So many others are begun before the next one that waits. */
const distance = 10;

/** Begins early what waits, as a fresh clone cannot know to, and seldom two at once: a core would have nothing to do. */
export class WaitingApart extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- of the sequencer, no array
    const sorted = await super.sort(files);
    const others = sorted.filter((file) => !isWaiting(file));
    for (const [index, file] of sorted.filter(isWaiting).entries()) others.splice(index * distance, 0, file);
    return others;
  }
}
