/**
 * Prints what a release needs next, as outputs of a GitHub Actions step: `step=version`, `release` or `none`, and the
 * version. Exits with 1 if the version, the changelog, a tag or a copy of the version disagree.
 */
import { disagreements, recordProblems, releaseStep } from "./release/agreement.ts";
import { releaseState } from "./release/state.ts";

const state = releaseState();
const step = releaseStep(state);
const problems = [...disagreements(state), ...(step === "release" ? recordProblems(state) : [])];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
else process.stdout.write(`step=${step}\nversion=${state.version}\n`);
