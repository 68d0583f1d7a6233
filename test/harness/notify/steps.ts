/** Prints the steps of a program that is to be killed; at the one named it stops for good. */
export const stepsUpTo =
  (stopAt: string) =>
  (name: string): void => {
    process.stdout.write(`${name}\n`);
    if (name === stopAt) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
