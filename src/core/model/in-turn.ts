/** Runs tasks one after the other; a failing task does not keep the next from its turn. */
export const createTurns = () => {
  let before: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = before.then(work);
    before = turn.catch(() => undefined);
    return turn;
  };
};

export type InTurn = ReturnType<typeof createTurns>;
