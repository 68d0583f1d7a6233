/** Runs tasks one after the other. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A failing task does not keep the next from its turn. */
export const createTurns = (): InTurn => {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = before.then(work);
    before = turn.catch(() => undefined);
    return turn;
  };
};
