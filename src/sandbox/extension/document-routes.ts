import { interfaceNames, isInterfaceName, type InterfaceName } from "../../builtin/interface-name.ts";
import { isObject, own } from "../../core/model/json-object.ts";
import type { Method, ScalarType } from "../../core/model/operation.ts";
import { printable } from "../../core/output/escape.ts";
import { suggestionHint } from "../../core/output/suggest.ts";
import { permissionsOf } from "../permissions.ts";
import type { Answer } from "../pipeline/endpoint.ts";
import { DocumentNode } from "./document-node.ts";
import type { SandboxRoute } from "./route.ts";

const methods: Readonly<Record<string, Method>> = {
  get: "GET",
  post: "POST",
  put: "PUT",
  patch: "PATCH",
  delete: "DELETE",
};

/** Other keys allowed in a path. */
const besidesMethods = ["summary", "description", "servers", "parameters", "head", "options", "trace"];

interface Example {
  readonly status: number;
  /** Name that links it to examples of parameters; undefined for the only one. */
  readonly name: string | undefined;
  readonly body: unknown;
}

interface ParameterNode {
  readonly name: string;
  readonly type: ScalarType;
  readonly required: boolean;
  readonly inQuery: boolean;
  readonly examples: ReadonlyMap<string, unknown>;
}

const textAt = (node: DocumentNode | undefined, key: string): string | undefined => {
  const value = node?.child(key)?.value;
  return typeof value === "string" ? value : undefined;
};

const interfaceOf = (nodes: readonly DocumentNode[], path: DocumentNode): InterfaceName => {
  const [found] = nodes.flatMap((node) => node.child("x-interface") ?? []);
  const known = interfaceNames.join(", ");
  if (found === undefined)
    return path.fail("no interface is named for this path", `add x-interface to the document: ${known}`);
  return typeof found.value === "string" && isInterfaceName(found.value)
    ? found.value
    : found.fail("x-interface names no interface", `known: ${known}`);
};

const permissionOf = (operation: DocumentNode, name: InterfaceName): SandboxRoute["permission"] => {
  const node = operation.child("x-permission");
  if (node === undefined) return undefined;
  const known: readonly NonNullable<SandboxRoute["permission"]>[] = permissionsOf[name];
  return (
    known.find((permission) => permission === node.value) ??
    node.fail(`x-permission is no permission of the ${name} interface`, `known: ${known.join(", ")}`)
  );
};

const scalarTypes: readonly ScalarType[] = ["integer", "number", "boolean", "string"];

const parameterOf = (node: DocumentNode): readonly ParameterNode[] => {
  const [name, where] = [textAt(node, "name"), textAt(node, "in")];
  if (name === undefined || where === undefined)
    return node.fail("the parameter lacks its name or place", "give it name and in: path or query");
  // Answers do not depend on them.
  if (where === "header" || where === "cookie") return [];
  const stated = node.inside("schema", "type")?.value;
  const type = scalarTypes.find((one) => one === stated) ?? "string";
  const examples = (node.child("examples")?.entries() ?? []).map(
    ([key, example]) => [key, example.child("value")?.value] as const,
  );
  const required = node.child("required")?.value === true;
  return [{ name, type, required, inQuery: where === "query", examples: new Map(examples) }];
};

const examplesIn = (media: DocumentNode, status: number): readonly Example[] => {
  const named = (media.child("examples")?.entries() ?? []).map(([name, node]): Example => {
    const value = node.child("value");
    if (value === undefined)
      return node.fail(
        `the example ${printable(name)} has no value`,
        "only what the document contains is served",
      );
    return { status, name, body: value.value };
  });
  const single =
    media.child("example") ?? media.inside("schema", "example") ?? media.inside("schema", "examples", 0);
  return [...(single === undefined ? [] : [{ status, name: undefined, body: single.value }]), ...named];
};

/** A range means its first status, and default means 200. */
const statusOf = (key: string, node: DocumentNode): number => {
  if (key === "default") return 200;
  const [, first, rest] = /^([2-5])(\d\d|XX)$/i.exec(key) ?? [];
  return first === undefined || rest === undefined
    ? node.fail(`${printable(key)} is no status from 200 to 599`, 'write it as "200", "2XX" or default')
    : Number(first) * 100 + (/\d/.test(rest) ? Number(rest) : 0);
};

const examplesOf = (responses: DocumentNode): readonly Example[] =>
  responses.entries().flatMap(([key, response]): readonly Example[] => {
    if (key.startsWith("x-")) return [];
    const status = statusOf(key, response);
    const content = response.child("content");
    if (content === undefined) return [{ status, name: undefined, body: undefined }];
    const media = content.entries().find(([type]) => /[/+]json(?:;|$)/i.test(type))?.[1];
    return media === undefined ? [] : examplesIn(media, status);
  });

/** The first example whose named parameters all have their values of that name, otherwise the default one. */
const chosen = (
  examples: readonly Example[],
  usual: Example,
  parameters: readonly ParameterNode[],
  sent: Readonly<Record<string, unknown>>,
): Example => {
  const isAsked = ({ name }: Example): boolean => {
    if (name === undefined) return false;
    const own = parameters.filter((parameter) => parameter.examples.has(name));
    return own.length > 0 && own.every((parameter) => sent[parameter.name] === parameter.examples.get(name));
  };
  return examples.find(isAsked) ?? usual;
};

const answerOf = ({ status, body }: Example): Answer => ({ status, ...(body === undefined ? {} : { body }) });

const routeOf = (
  operation: DocumentNode,
  inherited: DocumentNode | undefined,
  route: Pick<SandboxRoute, "interface" | "method" | "path">,
): SandboxRoute => {
  const nodes = [...(inherited?.entries() ?? []), ...(operation.child("parameters")?.entries() ?? [])];
  const parameters = nodes.flatMap(([, node]) => parameterOf(node));
  const responses = operation.child("responses");
  const examples = responses === undefined ? [] : examplesOf(responses);
  const usual = examples.find(({ status }) => status < 300);
  if (usual === undefined)
    return (responses ?? operation).fail(
      `${route.method} ${printable(route.path)} has no example to answer with`,
      "give a successful response content: application/json: example",
    );
  const permission = permissionOf(operation, route.interface);
  const body = operation.child("requestBody");
  return {
    ...route,
    parameters: Object.fromEntries(parameters.map(({ name, type }) => [name, type])),
    required: parameters.filter(({ required, inQuery }) => required && inQuery).map(({ name }) => name),
    ...(permission === undefined ? {} : { permission }),
    ...(body === undefined ? {} : { body: body.child("required")?.value === true ? "required" : "optional" }),
    respond: (request) => answerOf(chosen(examples, usual, parameters, request.parameters)),
  };
};

const most = 1000;

/**
 * The routes of an OpenAPI document, each of which answers with the document's examples.
 * @throws UsageError with the location of anything that cannot be served.
 */
export const readDocumentRoutes = (text: string, file: string): readonly SandboxRoute[] => {
  const root = DocumentNode.read(text, file);
  if (textAt(root, "openapi")?.startsWith("3.") !== true)
    return root.fail("is not an OpenAPI document", "its root needs the key openapi: 3.1.0");
  const paths = root.child("paths")?.entries() ?? [];
  const routes = paths.flatMap(([path, item]) => {
    if (!isObject(item.value))
      return item.fail(`the path ${printable(path)} holds no operations`, "add get or post");
    return item.entries().flatMap(([key, operation]): readonly SandboxRoute[] => {
      const method = own(methods, key);
      if (method !== undefined) {
        const name = interfaceOf([operation, item, root], item);
        return [routeOf(operation, item.child("parameters"), { interface: name, method, path })];
      }
      if (key.startsWith("x-") || besidesMethods.includes(key)) return [];
      return operation.fail(
        `${printable(key)} is no method`,
        suggestionHint(key, Object.keys(methods)) ?? "a path holds get, post, put, patch or delete",
      );
    });
  });
  if (routes.length === 0) return root.fail("the document has no operation", "add one below paths");
  return routes.length > most
    ? root.fail(`the document has more than ${most} operations`, "name a smaller document")
    : routes;
};
