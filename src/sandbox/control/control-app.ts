import { Hono, type Context } from "hono";
import { validateModel } from "../../builtin/validation.ts";
import { parseJson } from "../../core/model/json-object.ts";
import { isWrittenAs } from "../../core/model/operation.ts";
import { largestBody } from "../pipeline/parse-body.ts";
import { readAtMost } from "../pipeline/message.ts";
import {
  controlOperations,
  wrong,
  type ControlId,
  type ControlOperation,
  type ControlRequest,
  type Reply,
} from "./control-document.ts";
import { controlHandlers, type ControlHandlers, type ControlParts } from "./control-handlers.ts";

/**
 * The control interface: for tests of applications, separate from the three interfaces and without credentials. Its
 * document decides what is served. Bodies must have a JSON content type, which keeps out web pages of other origins.
 */
export const createControlApp = (parts: ControlParts): Hono => {
  const app = new Hono();
  const handlers = controlHandlers(parts);
  for (const operation of controlOperations())
    app.on(operation.method, operation.path.replaceAll(/\{(\w+)\}/g, ":$1"), async (context) => {
      const { status, body } = await answer(operation, handlers, context);
      return status === 204 ? context.body(null, status) : context.json(body, status);
    });
  app.onError((bug, context) => {
    parts.environment.onBug(bug);
    return context.json({ message: "Something went wrong on our side." }, 500);
  });
  return app;
};

const answer = async (
  operation: ControlOperation,
  handlers: ControlHandlers,
  context: Context,
): Promise<Reply<ControlId>> => {
  const { origin } = new URL(context.req.url);
  const texts = context.req.param();
  const unread = operation.integers.find((name) => {
    const text = texts[name] ?? "";
    return !isWrittenAs("integer", text) || !Number.isSafeInteger(Number(text));
  });
  if (unread !== undefined) return wrong(`${unread} in the path is a whole number`);
  const path = {
    ...texts,
    ...Object.fromEntries(operation.integers.map((name) => [name, Number(texts[name])])),
  };
  const read =
    operation.body === undefined ? { body: undefined } : await readBody(operation.body.model, context);
  if ("refusal" in read) return read.refusal;
  // The document, from which the handler's types are generated, was applied above.
  const handle = handlers[operation.id] as (
    request: ControlRequest<ControlId>,
  ) => Reply<ControlId> | Promise<Reply<ControlId>>;
  return handle({ body: read.body, path, origin } as ControlRequest<ControlId>);
};

type Read = { readonly body: unknown } | { readonly refusal: ReturnType<typeof wrong> };

const readBody = async (model: string, { req }: Context): Promise<Read> => {
  const mediaType = req.header("content-type")?.split(";", 1)[0]?.trim();
  if (mediaType !== "application/json")
    return { refusal: wrong("send the body as application/json, {} when there is nothing to say") };
  const bytes = await readAtMost(req.raw, largestBody).catch(() => undefined);
  if (bytes === undefined)
    return { refusal: wrong(`the body has more than ${largestBody} bytes, or was cut short`) };
  const body = parseJson(Buffer.from(bytes).toString());
  const violations = validateModel("control", model, body);
  return violations.length === 0
    ? { body }
    : { refusal: wrong(violations.map(({ message }) => message).join(" ")) };
};
