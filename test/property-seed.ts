import fc from "fast-check";

const seed = process.env["TRIPACT_SEED"];

// A gate answers alike twice; runs without the variable draw a seed each.
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
