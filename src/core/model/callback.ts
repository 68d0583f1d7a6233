/** A caller's function that cannot end the work which calls it: nobody waits for it, or gets what it throws. */
export const callback =
  <Args extends readonly unknown[]>(
    call: (...args: Args) => unknown,
    onThrown: (thrown: unknown) => void = () => undefined,
  ): ((...args: Args) => void) =>
  (...args) => {
    try {
      Promise.resolve(call(...args)).catch(onThrown);
    } catch (thrown) {
      onThrown(thrown);
    }
  };
