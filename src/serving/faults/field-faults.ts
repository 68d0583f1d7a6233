import { isObject, type JsonObject, own } from "../../core/model/json-object.ts";
import type { ServedKind } from "../kinds.ts";
import {
  anotherOf,
  filledPath,
  hasSucceeded,
  onListed,
  onShown,
  recordShownIn,
  type Staging,
  withoutName,
} from "./scene.ts";

/** A property of the records of a kind. */
export interface FaultField {
  readonly name: string;
  readonly kind: ServedKind;
  /** Whether the body of the operation must hold it. */
  readonly isRequired: boolean;
  /** Types that its schema states. */
  readonly types: readonly string[];
}

interface FieldFault {
  readonly id: (name: string) => string;
  readonly title: (name: string) => string;
  readonly applies: (field: FaultField) => boolean;
  readonly stage: (field: FaultField) => Staging;
}

const always = (): boolean => true;

const canBeRead = ({ kind }: FaultField): boolean => kind.resource.read !== undefined;

const changed = (value: unknown): unknown => {
  if (typeof value === "string") return `${value}x`;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return value.slice(0, -1);
  return isObject(value) ? {} : value;
};

const asText = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : value;

const withValue = (record: JsonObject, name: string, change: (value: unknown) => unknown): JsonObject =>
  Object.hasOwn(record, name) ? { ...record, [name]: change(own(record, name)) } : record;

const readPath = ({ kind }: FaultField, texts: readonly string[]): string => filledPath(kind.path, texts);

/** Only a field whose absence makes a refusal a success is the one that is wrong. */
const unvalidated: FieldFault = {
  id: (name) => `${name}-is-not-validated`,
  title: (name) => `\`${name}\` is ignored where it contradicts its schema`,
  applies: ({ isRequired }) => !isRequired,
  stage:
    ({ name }) =>
    () =>
    async ({ sent, pass }) => {
      const answer = await pass();
      if (hasSucceeded(answer) || sent === undefined || !Object.hasOwn(sent, name)) return answer;
      const other = await pass(withoutName(sent, name));
      return hasSucceeded(other) ? other : answer;
    },
};

const lost: FieldFault = {
  id: (name) => `${name}-is-lost`,
  title: (name) => `\`${name}\` is not stored`,
  applies: ({ isRequired }) => !isRequired,
  stage:
    ({ name }) =>
    () =>
    ({ sent, pass }) =>
      sent === undefined || !Object.hasOwn(sent, name) ? pass() : pass(withoutName(sent, name)),
};

const keptIfLeftOut: FieldFault = {
  id: (name) => `${name}-is-kept`,
  title: (name) => `\`${name}\` stays if a replacement leaves it out`,
  applies: (field) => canBeRead(field) && !field.isRequired,
  stage: (field) => () => async (scene) => {
    const { name, kind } = field;
    if (scene.sent === undefined || Object.hasOwn(scene.sent, name)) return scene.pass();
    const before = recordShownIn(await scene.ask("GET", readPath(field, scene.texts)), kind);
    const value = before && own(before, name);
    return value === undefined ? scene.pass() : scene.pass({ ...scene.sent, [name]: value });
  },
};

const changesOthers: FieldFault = {
  id: (name) => `${name}-changes-others`,
  title: (name) => `A change of \`${name}\` changes another record, too`,
  applies: ({ kind }) => kind.resource.list !== undefined,
  stage:
    ({ name, kind }) =>
    () =>
    async (scene) => {
      const answer = await scene.pass();
      if (!hasSucceeded(answer) || scene.sent === undefined || !Object.hasOwn(scene.sent, name))
        return answer;
      const other = await anotherOf(scene, kind);
      if (other === undefined) return answer;
      const shown = recordShownIn(await scene.ask("GET", filledPath(kind.path, other)), kind) ?? {};
      const isWhole = scene.request.method === "PUT";
      const body = {
        ...(isWhole ? { ...scene.sent, ...onlySent(shown, scene.sent) } : {}),
        [name]: scene.sent[name],
      };
      await scene.ask(scene.request.method, filledPath(kind.path, other), body);
      return answer;
    },
};

/** Properties of a record that a body of its kind may hold. */
const onlySent = (record: JsonObject, sent: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(sent, name)));

const hidden: FieldFault = {
  id: (name) => `${name}-is-missing`,
  title: (name) => `\`${name}\` is missing in the answer`,
  applies: always,
  stage:
    ({ name, kind }) =>
    () =>
    async ({ pass }) =>
      onShown(await pass(), kind, (record) => withoutName(record, name)),
};

const textual: FieldFault = {
  id: (name) => `${name}-is-text`,
  title: (name) => `\`${name}\` is text in the answer`,
  applies: ({ types }) =>
    types.length > 0 && !types.includes("string") && !types.some((type) => /^(?:object|array)$/.test(type)),
  stage:
    ({ name, kind }) =>
    () =>
    async ({ pass }) =>
      onShown(await pass(), kind, (record) => withValue(record, name, asText)),
};

const stale: FieldFault = {
  id: (name) => `${name}-is-stale`,
  title: (name) => `\`${name}\` is shown as it was read first`,
  applies: ({ kind, name }) =>
    name !== kind.idProperty && (kind.resource.update ?? kind.resource.replace) !== undefined,
  stage:
    ({ name, kind }) =>
    () => {
      const first = new Map<string, unknown>();
      return async ({ request, pass }) =>
        onShown(await pass(), kind, (record) => {
          const { pathname } = request.url;
          if (!first.has(pathname)) first.set(pathname, own(record, name));
          return withValue(record, name, () => first.get(pathname));
        });
    },
};

const differsInList: FieldFault = {
  id: (name) => `${name}-differs`,
  title: (name) => `A list shows another \`${name}\` than the record has`,
  applies: ({ kind, name }) => name !== kind.idProperty && kind.resource.read !== undefined,
  stage:
    ({ name }) =>
    () =>
    async ({ pass }) =>
      onListed(await pass(), (records) =>
        records.map((record) => (isObject(record) ? withValue(record, name, changed) : record)),
      ),
};

const missingInList: FieldFault = {
  id: (name) => `${name}-is-missing`,
  title: (name) => `A list leaves \`${name}\` out`,
  applies: ({ kind, name }) => name !== kind.idProperty,
  stage:
    ({ name }) =>
    () =>
    async ({ pass }) =>
      onListed(await pass(), (records) =>
        records.map((record) => (isObject(record) ? withoutName(record, name) : record)),
      ),
};

const storedThoughRefused: FieldFault = {
  id: (name) => `${name}-is-stored-though-refused`,
  title: (name) => `A refused change stores \`${name}\` all the same`,
  applies: always,
  stage:
    ({ name }) =>
    () =>
    async (scene) => {
      const answer = await scene.pass();
      const { sent } = scene;
      if (hasSucceeded(answer) || answer.status === 404 || sent === undefined || !Object.hasOwn(sent, name))
        return answer;
      await scene.pass({ [name]: sent[name] });
      return answer;
    },
};

/** Faults of a field, by what the operation does. */
export const fieldFaults: Readonly<Record<string, readonly FieldFault[]>> = {
  create: [lost, unvalidated],
  read: [hidden, textual, stale],
  list: [missingInList, differsInList],
  replace: [lost, keptIfLeftOut, changesOthers, unvalidated],
  update: [lost, changesOthers, unvalidated, storedThoughRefused],
};
