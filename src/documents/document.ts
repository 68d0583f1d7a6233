import type { JsonObject } from "../core/model/json-object.ts";
import type { Schema } from "./schemas/schema.ts";

/** Versions of the specification that are read; 3.2 stands for later ones, too. */
export type DialectVersion = "2.0" | "3.0" | "3.1" | "3.2";

/** The location of a node in its source. */
export interface SourcePlace {
  /** The file's path as it is shown. */
  readonly file: string;
  /** JSON pointer in that file. */
  readonly pointer: string;
}

/** A node of the normal form: its location, and its `x-` keys as they are written. */
interface Placed {
  readonly at: SourcePlace;
  readonly extensions: JsonObject;
}

/** A named schema. References to it are `{ $ref: "#/components/schemas/NAME" }`, with the name escaped. */
export interface ApiModel {
  readonly name: string;
  readonly schema: Schema;
  readonly at: SourcePlace;
  /** Whether the document names it; otherwise the name is made, for a reference to another place or file. */
  readonly isNamed: boolean;
}

export interface ApiServer extends Placed {
  readonly url: string;
  readonly variables: ReadonlyMap<
    string,
    { readonly default: string; readonly enum: readonly string[] | undefined }
  >;
}

/** A named example; an `example` without a name is called `""`. */
export interface ApiExample {
  readonly name: string;
  /** Undefined if the value is elsewhere (`externalValue`). */
  readonly value: unknown;
  /** Digits of the integers that a double rounds, by their JSON pointers in the value. */
  readonly exact?: Readonly<Record<string, string>>;
  readonly at: SourcePlace;
}

export interface ApiEncoding extends Placed {
  readonly contentType: string | undefined;
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly allowReserved: boolean;
  readonly headers: readonly ApiHeader[];
}

/** The content of a body, or of a parameter, in one media type. */
export interface ApiMedia extends Placed {
  /** In lower case, without spaces: `text/plain;charset=utf-8`. */
  readonly mediaType: string;
  /** The media type as it is written. */
  readonly statedType: string;
  /** Undefined if anything may be sent. */
  readonly schema: Schema | undefined;
  /** The schema of each item of a sequence, such as JSON lines (3.2). */
  readonly itemSchema: Schema | undefined;
  readonly encoding: ReadonlyMap<string, ApiEncoding>;
  readonly examples: readonly ApiExample[];
}

/** How a value is written, by a schema and a style, or by a media type. */
interface Serialized extends Placed {
  /** Of a header in lower case. */
  readonly name: string;
  /** The name as it is written. */
  readonly statedName: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string;
  /** Defaults are written out: `form` in the query, `simple` in a path. */
  readonly style: string;
  readonly explode: boolean;
  /** Undefined if anything may be sent, or if `content` says it. */
  readonly schema: Schema | undefined;
  /** The one media type of the value; undefined if it follows `style`. */
  readonly content: ApiMedia | undefined;
  readonly examples: readonly ApiExample[];
}

export interface ApiParameter extends Serialized {
  /** `querystring` is the whole query (3.2). */
  readonly in: "path" | "query" | "header" | "cookie" | "querystring";
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
}

export type ApiHeader = Serialized;

export interface ApiRequestBody extends Placed {
  readonly required: boolean;
  readonly description: string;
  readonly content: readonly ApiMedia[];
}

export interface ApiLink extends Placed {
  readonly name: string;
  readonly operationId: string | undefined;
  readonly operationRef: string | undefined;
  readonly parameters: JsonObject;
  readonly requestBody: unknown;
  readonly server: ApiServer | undefined;
}

export interface ApiResponse extends Placed {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly ApiHeader[];
  readonly content: readonly ApiMedia[];
  readonly links: readonly ApiLink[];
}

/** One way to be let in: all of these schemes together. None at all means that nobody is asked. */
export interface SecurityAlternative {
  readonly schemes: readonly { readonly name: string; readonly scopes: readonly string[] }[];
}

export interface SecurityScheme extends Placed {
  readonly name: string;
  /** `http`, `apiKey`, `oauth2`, `openIdConnect` or `mutualTLS`; `basic` of 2.0 is `http`. */
  readonly type: string;
  /** Of `http`, in lower case: `bearer`, `basic`. */
  readonly scheme: string | undefined;
  /** Of `apiKey`. */
  readonly in: string | undefined;
  readonly parameterName: string | undefined;
  readonly openIdConnectUrl: string | undefined;
  /** Of `oauth2`, by the name of 3.x: `authorizationCode`, `clientCredentials`. Each holds its URLs and its scopes. */
  readonly flows: ReadonlyMap<string, SecurityFlow>;
}

export interface SecurityFlow {
  readonly urls: Readonly<Record<string, string>>;
  readonly scopes: readonly string[];
}

/** What is sent to a URL that the operation's caller has named. */
export interface ApiCallback {
  readonly name: string;
  /** Runtime expression of the URL. */
  readonly expression: string;
  readonly operations: readonly ApiOperation[];
}

export interface ApiOperation extends Placed {
  /** The stated operationId, or one made of method and path; unique in the document. */
  readonly id: string;
  /** The operationId as it is stated; undefined if there is none. */
  readonly statedId: string | undefined;
  /** In upper case; any token in 3.2. */
  readonly method: string;
  /** Path template; the name of a webhook, the expression of a callback. */
  readonly path: string;
  readonly pathItem: Placed;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** The operation's, else the path item's, else the document's. */
  readonly servers: readonly ApiServer[];
  /** Those of the path item and of the operation, which wins. Names of headers are in lower case. */
  readonly parameters: readonly ApiParameter[];
  readonly requestBody: ApiRequestBody | undefined;
  readonly responses: readonly ApiResponse[];
  /** Empty if nobody is asked. */
  readonly security: readonly SecurityAlternative[];
  /** Where the alternatives are stated: in the operation, or for the whole document. */
  readonly securityAt: SourcePlace;
  readonly callbacks: readonly ApiCallback[];
}

/** Something that was read although the specification does not allow it. */
export interface ApiNote {
  /** What it is about. */
  readonly about: "method" | "status" | "parameter" | "id" | "cycle" | "callback" | "document";
  readonly message: string;
  readonly at: SourcePlace;
  readonly hint?: string | undefined;
}

/** An OpenAPI document in its normal form. */
export interface ApiDocument {
  readonly file: string;
  /** The document's own file as it is written, for pointers into it. */
  readonly root: unknown;
  readonly dialect: DialectVersion;
  readonly at: SourcePlace;
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly extensions: JsonObject;
  readonly servers: readonly ApiServer[];
  readonly operations: readonly ApiOperation[];
  /** What the server sends to a URL that it was given out of band. */
  readonly webhooks: readonly ApiOperation[];
  /** Named schemas, in the document's order; those with made names come last. */
  readonly models: ReadonlyMap<string, ApiModel>;
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  readonly notes: readonly ApiNote[];
  /** The place of a schema object that the reader made; undefined for any other object. */
  placeOf(schema: Schema): SourcePlace | undefined;
  /** `file:line:column` of a place. */
  location(place: SourcePlace): string;
  /** The line of a place, from 1. */
  line(place: SourcePlace): number;
}
