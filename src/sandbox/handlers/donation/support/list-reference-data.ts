import { operations } from "../../../../contract/generated/operations.ts";
import type { Context } from "../../../pipeline/endpoint.ts";
import { parseParameters } from "../../../pipeline/parse-parameters.ts";
import { isRefusal, refuse, type Refusal } from "../../../refusal.ts";
import type { Kind } from "../../../store/donation/kind.ts";
import { pageOf, type Page } from "./page.ts";
import { asParameters, readPaging } from "./paging.ts";

/**
 * Answers a reference list. The specification omits its parameters: the sandbox assumes the paging parameters of the
 * other lists and, if none is given, returns everything, because no default page size is known.
 */
export const listReferenceData =
  (kind: Kind) =>
  (
    { undocumented }: { readonly undocumented: Readonly<Record<string, string>> },
    context: Context,
  ): { readonly status: 200; readonly body: Page } | Refusal<400> => {
    const parsed = parseParameters(pagingParameters, {}, new URLSearchParams(undocumented));
    if (isRefusal(parsed)) return parsed;
    const { Skip: skip, Take: take, SortBy: sortBy, Descending: descending } = parsed.query;
    const wish = {
      skip: typeof skip === "number" ? skip : undefined,
      take: typeof take === "number" ? take : undefined,
      sortBy: typeof sortBy === "string" ? sortBy : undefined,
      descending: descending === true,
    };
    const negative = Object.entries({ skip: wish.skip, take: wish.take }).filter(
      ([, value = 0]) => value < 0,
    );
    if (negative.length > 0) {
      const fields = negative.map(([field]) => ({ field, code: "OUT_OF_RANGE", message: "Send 0 or more." }));
      return refuse(400, "The page cannot be made.", { fields: asParameters(fields) });
    }
    const { assumptions, caller } = context;
    const paging = readPaging(kind, wish, assumptions);
    if ("problems" in paging)
      return refuse(400, "The page cannot be made.", { fields: asParameters(paging.problems) });
    const window =
      wish.take === undefined ? { ...paging.window, take: Number.MAX_SAFE_INTEGER } : paging.window;
    const selection = { kind, organizationId: caller.organizationId, condition: undefined };
    const showing = { chosen: undefined, withDetails: false, assumptions };
    return { status: 200, body: pageOf(context, selection, { ...paging, window }, showing) };
  };

const paging: ReadonlySet<string> = new Set(["Skip", "Take", "SortBy", "Descending"]);

const pagingParameters = operations.listDonors.parameters.filter(({ name }) => paging.has(name));
