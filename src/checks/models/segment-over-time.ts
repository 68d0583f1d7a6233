import { replacementModel } from "../support/replacement-model.ts";

export const segmentOverTime = replacementModel(
  {
    name: "segment",
    replace: "replaceSegment",
    reads: [{ operation: "querySegments", fact: "DON-10" }],
  },
  {
    id: "segment-over-time",
    title: "Every read shows a segment as it was last replaced, whatever was sent before",
    why: "A refused replacement that is stored all the same changes who gets which letter.",
  },
);
