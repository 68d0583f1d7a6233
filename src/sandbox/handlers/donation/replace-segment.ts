import type { Handler } from "../../pipeline/handler.ts";
import { replaceableSegments } from "../../store/donation/segments.ts";
import { replaceWhole } from "./support/replace-whole.ts";

export const replaceSegment: Handler<"replaceSegment"> = ({ body }, context) =>
  replaceWhole(replaceableSegments, body, context);
