import { createServer, type Server } from "node:http";
import type { FaultId } from "./faults.ts";
import { aboveOf, type ListModel, pluralOf, type ResourceModel } from "./model.ts";

type Values = Record<string, unknown>;

interface Stored {
  readonly id: string;
  readonly parents: readonly string[];
  /** As it was created, and before a change that nobody has read since. */
  readonly first: Values;
  unread?: Values | undefined;
  values: Values;
  version: number;
  hits: number;
  /** As the list shows it, for faults that let it lag behind. */
  listed: Values;
}

interface Asked {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Place {
  readonly model: ResourceModel;
  readonly parents: readonly string[];
  readonly id: string | undefined;
}

const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const fitsKind: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string" && value.length >= 1 && [...value].length <= 200,
  moment: (value) =>
    typeof value === "string" && /^\d{4}-\d\d-\d\d[Tt]/.test(value) && !Number.isNaN(Date.parse(value)),
  integer: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1_000_000,
  boolean: (value) => typeof value === "boolean",
  choice: (value) => value === "red" || value === "green" || value === "blue",
  object: (value) =>
    isValues(value) &&
    ["street", "zip"].every(
      (name) => ["string", "undefined"].includes(typeof value[name]) || value[name] === null,
    ),
  list: (value) => Array.isArray(value) && value.every((one) => typeof one === "string" && one !== ""),
};

/** RFC 7396. */
const merged = (target: unknown, patch: unknown): unknown => {
  if (!isValues(patch)) return patch;
  const result: Values = isValues(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch))
    if (value === null) delete result[name];
    else result[name] = merged(result[name], value);
  return result;
};

const refusal = (status: number): Answer => ({ status, body: { error: `status ${status}` } });

/** Handles requests for records of any model, with one of the planted faults. */
export const createRecords = (models: readonly ResourceModel[], fault?: FaultId) => {
  const is = (id: FaultId): boolean => fault === id;
  const stores = new Map<string, Stored[]>(models.map(({ name }) => [name, []]));
  let counter = 0;
  let removals = 0;
  /** Whether nobody has read anything since the last creation. */
  let isUnreadCreation = false;
  const all = ({ name }: ResourceModel): Stored[] => stores.get(name) ?? [];

  const nextId = ({ idKind, name }: ResourceModel): string => {
    if (!is("create-same-id") || counter === 0) counter += 1;
    if (idKind === "integer") return String(100 + counter);
    const digits = String(counter).padStart(12, "0");
    return idKind === "uuid" ? `0f000000-0000-4000-8000-${digits}` : `${name}-${counter}`;
  };
  const idValue = ({ idKind }: ResourceModel, id: string): unknown =>
    idKind === "integer" ? Number(id) : id;

  const shown = (model: ResourceModel, stored: Stored, values = stored.values): Values => ({
    [model.idName]: idValue(model, stored.id),
    ...(model.showsNull
      ? Object.fromEntries(
          Object.entries(model.properties).flatMap(([name, { required }]) =>
            required ? [] : [[name, null]],
          ),
        )
      : {}),
    ...values,
    ...Object.fromEntries(
      Object.entries(model.properties).flatMap(([name, { masked }]) =>
        masked === true && typeof values[name] === "string" ? [[name, "*****"]] : [],
      ),
    ),
    ...(model.moves ? { hits: stored.hits } : {}),
  });
  const one = (model: ResourceModel, values: Values): unknown =>
    model.isWrapped ? { data: values } : values;

  const etagOf = ({ etags }: ResourceModel, { id, version }: Stored): string | undefined => {
    if (etags === "none") return undefined;
    return `${etags === "weak" ? "W/" : ""}"${id}-${is("etag-stays") ? 1 : version}"`;
  };

  const isValid = (
    model: ResourceModel,
    body: unknown,
    kind: "whole" | "merge-patch" | "json",
  ): body is Values => {
    if (!isValues(body)) return false;
    const isPart = kind !== "whole";
    if (isPart && Object.keys(body).length === 0) return false;
    return Object.entries(model.properties).every(([name, property]) => {
      if (!Object.hasOwn(body, name)) return isPart || property.required !== true;
      const mayRemove =
        kind === "merge-patch" && property.required !== true && property.default === undefined;
      return (mayRemove && body[name] === null) || fitsKind[property.kind]?.(body[name]) === true;
    });
  };
  const kept = (model: ResourceModel, body: Values): Values =>
    Object.fromEntries(
      Object.entries(body)
        .filter(([name]) => Object.hasOwn(model.properties, name))
        .map(([name, value]) => [
          name,
          model.properties[name]?.canonical === true && typeof value === "string"
            ? value.toLowerCase()
            : value,
        ]),
    );
  const withDefaults = (model: ResourceModel, values: Values): Values => ({
    ...Object.fromEntries(
      Object.entries(model.properties).flatMap(([name, { default: preset }]) =>
        preset === undefined ? [] : [[name, preset]],
      ),
    ),
    ...values,
  });
  const altered = (values: Values): Values =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
        if (is("create-drops-optional") && name === "remark") return [];
        if (is("create-cuts-text") && typeof value === "string" && name === "name")
          return [[name, value.slice(0, 4)]];
        if (is("create-alters-number") && typeof value === "number") return [[name, value + 1]];
        if (is("create-false-is-true") && value === false) return [[name, true]];
        if (is("create-cuts-list") && Array.isArray(value)) return [[name, value.slice(0, 1)]];
        if (is("create-loses-inner") && isValues(value)) return [[name, { street: value["street"] }]];
        if (is("create-shifts-time") && name === "due" && typeof value === "string")
          return [[name, new Date(Date.parse(value) + 7_200_000).toISOString()]];
        return [[name, value]];
      }),
    );
  const clashes = (model: ResourceModel, values: Values, self?: Stored): Stored | undefined =>
    Object.entries(model.properties)
      .filter(([, { unique }]) => unique === true)
      .map(([name]) => all(model).find((other) => other !== self && other.values[name] === values[name]))
      .find((other) => other !== undefined);

  const isThere = ({ model, parents }: Place): boolean => {
    const above = aboveOf(models, model);
    return above.every((parent, index) => {
      const path = parents.slice(0, index);
      return all(parent).some(
        (record) => record.id === parents[index] && record.parents.join() === path.join(),
      );
    });
  };
  const found = ({ model, parents, id }: Place): Stored | undefined =>
    all(model).find(
      (record) => record.id === id && (is("child-anywhere") || record.parents.join() === parents.join()),
    );

  const create = (place: Place, { body }: Asked): Answer => {
    const { model, parents } = place;
    if (!isThere(place) && !is("child-of-nobody")) return refusal(404);
    const isRight = isValid(model, body, "whole");
    if (!isRight && !(is("create-refused-stores") && isValues(body))) return refusal(400);
    const values = altered(withDefaults(model, kept(model, body as Values)));
    const clash = clashes(model, values);
    if (clash !== undefined && is("unique-overwrites")) clash.values = values;
    else if (clash !== undefined && !is("unique-ignored")) return refusal(409);
    const id = nextId(model);
    const records = all(model);
    const last = records.at(-1);
    const twin = is("create-at-once-mixes") && isUnreadCreation ? last : undefined;
    isUnreadCreation = true;
    if (twin !== undefined) twin.values = { ...twin.values, name: values["name"] };
    if (is("create-changes-last") && last !== undefined)
      last.values = { ...last.values, name: values["name"] };
    if (is("create-removes-first") && records.length > 2) records.shift();
    const stored: Stored = { id, parents, first: values, values, version: 1, hits: 0, listed: values };
    if (!is("create-stores-nothing")) {
      const same = records.findIndex((record) => record.id === id);
      if (same >= 0) records.splice(same, 1);
      records.push(stored);
      if (is("create-twice")) records.push({ ...stored, id: nextId(model) });
    }
    if (!isRight) return refusal(400);
    const whole = shown(model, stored);
    const answers = {
      record: whole,
      wrapped: { data: whole },
      id: { [model.idName]: idValue(model, id) },
      location: undefined,
    };
    const named = is("location-of-first") ? (records[0]?.id ?? id) : is("location-of-nobody") ? `${id}9` : id;
    const above = aboveOf(models, model);
    const path = above.map((parent, index) => `/${pluralOf(parent)}/${parents[index] ?? ""}`).join("");
    return {
      status: model.createStatus,
      body: answers[model.createAnswers],
      headers: { location: `${path}/${pluralOf(model)}/${named}` },
    };
  };

  const sorted = (records: readonly Stored[], by: string | null): readonly Stored[] => {
    if (by === null || is("sort-ignored")) return records;
    const isDown = by.startsWith("-") && !is("sort-one-way");
    const order = records.toSorted((left, right) =>
      String(left.values["name"]) < String(right.values["name"]) ? -1 : 1,
    );
    return isDown ? order.toReversed() : order;
  };
  const chosen = (
    { filters }: ListModel,
    records: readonly Stored[],
    query: URLSearchParams,
  ): readonly Stored[] =>
    records.filter((record, index) =>
      filters.every((name, at) => {
        const wanted = query.get(name);
        if (wanted === null || is("filter-ignored") || (is("filter-second-ignored") && at > 0)) return true;
        if (is("filter-misses") && index % 2 === 1) return false;
        return String(record.values[name]) === wanted;
      }),
    );

  const list = (place: Place, { query }: Asked): Answer => {
    const { model, parents } = place;
    const form = model.list;
    if (form === undefined) return refusal(405);
    if (!isThere(place)) return refusal(404);
    const below = all(model).filter(
      (record) => is("list-of-all-parents") || record.parents.join() === parents.join(),
    );
    const there = is("list-misses-newest") ? below.slice(0, -1) : below;
    const doubled = is("list-shows-twice") ? [...there, ...there.slice(-1)] : there;
    const ordered = sorted(form.newestFirst ? doubled.toReversed() : doubled, query.get("sort"));
    const some = chosen(form, ordered, query);
    const size = query.get(form.paging === "page" ? "per_page" : "limit") ?? "20";
    if (form.paging !== "none" && !(/^\d+$/.test(size) && Number(size) >= 1 && Number(size) <= 100))
      return refusal(400);
    const limit = form.paging === "none" ? Infinity : is("limit-ignored") ? 20 : Number(size);
    const cursor = query.get("cursor");
    // A cursor names the last record that was shown, so that new ones move nothing.
    const after = cursor === null ? -1 : some.findIndex(({ id }) => `c${id}` === cursor);
    if (cursor !== null && after < 0) return refusal(400);
    const at = {
      none: 0,
      offset: Number(query.get("offset") ?? 0),
      page: (Number(query.get("page") ?? 1) - 1) * (limit === Infinity ? 0 : limit),
      cursor: after + 1,
      link: after + 1,
    }[form.paging];
    if (!Number.isInteger(at) || at < 0) return refusal(400);
    const moved = at > 0 && is("page-repeats") ? at - 1 : at > 0 && is("page-skips") ? at + 1 : at;
    const page = some.slice(moved, moved + limit);
    const isMore = moved + limit < some.length;
    const last = page.at(-1);
    const next = isMore && last !== undefined ? `c${last.id}` : null;
    const items = page.map((record) =>
      shown(model, record, is("list-is-stale") ? record.listed : record.values),
    );
    const count = some.length + (is("total-too-high") ? 1 : 0) + (is("total-keeps-removed") ? removals : 0);
    const total = is("total-of-page") ? page.length : count;
    const more = { ...(form.hasTotal ? { total } : {}), ...(form.paging === "cursor" ? { next } : {}) };
    const bodies = {
      plain: items,
      data: { data: items, ...more },
      items: { items, ...more },
      page: { page: { records: items, ...more } },
    };
    return {
      status: 200,
      body: bodies[form.envelope],
      headers: {
        ...(form.paging === "link" && next !== null ? { link: `<?cursor=${next}>; rel="next"` } : {}),
        ...(form.hasTotal && form.envelope === "plain" ? { "x-total-count": String(total) } : {}),
      },
    };
  };

  const read = ({ model }: Place, stored: Stored, { headers }: Asked): Answer => {
    stored.hits += 1;
    stored.unread = undefined;
    isUnreadCreation = false;
    if (is("read-changes")) stored.values = { ...stored.values, name: `${String(stored.values["name"])}'` };
    const etag = etagOf(model, stored);
    const wanted = headers["if-none-match"];
    const isSame = etag !== undefined && (is("not-modified-always") ? wanted !== undefined : wanted === etag);
    if (isSame) return { status: 304, headers: { etag } };
    const source = is("read-shows-newest") ? (all(model).at(-1) ?? stored) : stored;
    const values: Values = { ...shown(model, source), [model.idName]: idValue(model, stored.id) };
    if (is("read-hides-id")) delete values[model.idName];
    return { status: 200, body: one(model, values), ...(etag === undefined ? {} : { headers: { etag } }) };
  };

  const changedValues = (
    { properties, update }: ResourceModel,
    method: string,
    before: Values,
    body: Values,
  ): Values => {
    if (method === "PUT") {
      if (is("put-merges")) return { ...before, ...body };
      const { remark: _, ...rest } = body;
      return is("put-drops") ? rest : body;
    }
    if (is("patch-ignored")) return before;
    if (is("patch-keeps-later-texts")) {
      const [first = ""] = Object.keys(body);
      const later = Object.entries(body).filter(
        ([name, value]) => name !== first && typeof value === "string",
      );
      return { ...before, ...body, ...Object.fromEntries(later.map(([name]) => [name, before[name]])) };
    }
    if (is("patch-drops-others")) {
      const required = Object.entries(before).filter(([name]) => properties[name]?.required === true);
      return { ...Object.fromEntries(required), ...body };
    }
    if (is("patch-appends"))
      return Object.fromEntries(
        Object.entries({ ...before, ...body }).map(([name, value]) => {
          const old = before[name];
          return [
            name,
            Array.isArray(value) && Array.isArray(old) && body[name] ? [...old, ...value] : value,
          ];
        }),
      );
    const patch = is("patch-null-ignored")
      ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
      : body;
    const isShallow = update === "json" || is("patch-replaces-inner");
    if (!isShallow) return merged(before, patch) as Values;
    return Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null));
  };

  const change = (place: Place, stored: Stored, { method, headers, body }: Asked): Answer => {
    const { model } = place;
    const etag = etagOf(model, stored);
    const condition = headers["if-match"];
    const isOld = condition !== undefined && condition !== "*" && condition !== etag;
    if (isOld && model.hasConditions && !is("condition-ignored")) return refusal(412);
    const kind = method === "PUT" ? "whole" : (model.update ?? "json");
    if (!isValid(model, body, kind)) {
      if (is("refused-stores") && isValues(body))
        stored.values = {
          ...stored.values,
          ...Object.fromEntries(
            Object.entries(kept(model, body)).filter(([name, value]) =>
              fitsKind[model.properties[name]?.kind ?? ""]?.(value),
            ),
          ),
        };
      return refusal(400);
    }
    const records = all(model);
    const wanted = kept(model, body);
    const values = changedValues(model, method, stored.values, wanted);
    const next = method === "PUT" ? withDefaults(model, values) : values;
    if (clashes(model, next, stored) !== undefined && !is("unique-by-change-ignored")) return refusal(409);
    const target = is("change-goes-to-first") ? (records[0] ?? stored) : stored;
    // Nothing but another change has come since the last one.
    const isAtOnce = is("at-once-loses-both") && target.unread !== undefined;
    const before = target.unread ?? target.values;
    target.values = isAtOnce ? before : next;
    target.unread = before;
    target.version += 1;
    if (!is("list-is-stale")) target.listed = next;
    if (is("change-of-all"))
      for (const other of records) other.values = { ...other.values, ...wanted, ...keysOf(model, other) };
    if (is("put-copies")) records.push({ ...stored, id: nextId(model), values: next });
    const now = etagOf(model, target);
    return model.changeAnswers === "nothing"
      ? { status: 204 }
      : {
          status: 200,
          body: one(model, shown(model, target)),
          ...(now === undefined ? {} : { headers: { etag: now } }),
        };
  };

  const keysOf = ({ properties }: ResourceModel, { values }: Stored): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => properties[name]?.unique === true));

  const removeBelow = (parent: ResourceModel, path: readonly string[]): void => {
    for (const model of models.filter((one) => one.parent === parent.name)) {
      const store = all(model);
      for (const record of store.filter(({ parents }) => parents.join() === path.join())) {
        store.splice(store.indexOf(record), 1);
        removeBelow(model, [...path, record.id]);
      }
    }
  };

  const remove = (place: Place, stored: Stored): Answer => {
    const { model, parents, id = "" } = place;
    const { remove: form } = model;
    if (form === undefined) return refusal(405);
    if (form.keeps && !is("removed-though-kept")) return { status: form.status };
    const records = all(model);
    removals += 1;
    if (is("delete-nothing")) return { status: form.status };
    const target = is("delete-takes-newest") ? (records.at(-1) ?? stored) : stored;
    if (is("delete-takes-all")) records.splice(0);
    else if (records.includes(target)) records.splice(records.indexOf(target), 1);
    if (is("delete-undoes-changes")) for (const other of records) other.values = other.first;
    if (!is("children-stay")) removeBelow(model, [...parents, id]);
    if (is("delete-refuses-and-removes")) return refusal(400);
    return { status: form.status };
  };

  const removed = new Map<string, Stored>();
  /** What nobody has, or has any more. */
  const onNothing = (place: Place, { method, body }: Asked): Answer => {
    const { model, id = "" } = place;
    const old = removed.get(`${model.name} ${id}`);
    if (is("delete-twice-takes-another") && method === "DELETE" && old !== undefined) all(model).pop();
    if (
      is("change-revives") &&
      method !== "DELETE" &&
      method !== "GET" &&
      old !== undefined &&
      isValues(body)
    ) {
      old.values = { ...old.values, ...body };
      all(model).push(old);
      return { status: 200, body: one(model, shown(model, old)) };
    }
    return method === "DELETE" && model.remove?.twice === 204 && old !== undefined
      ? { status: 204 }
      : refusal(404);
  };

  const answer = (place: Place, asked: Asked): Answer => {
    const { model, id } = place;
    const { method } = asked;
    if (id === undefined) {
      if (method === "POST") return create(place, asked);
      return method === "GET" ? list(place, asked) : refusal(405);
    }
    const may = { GET: true, PUT: model.replace, PATCH: model.update, DELETE: model.remove };
    if (!Object.entries(may).some(([name, has]) => name === method && has !== undefined)) return refusal(405);
    const stored = isThere(place) || is("children-stay") || is("child-anywhere") ? found(place) : undefined;
    if (stored === undefined) return onNothing(place, asked);
    if (method === "GET") return read(place, stored, asked);
    if (method !== "DELETE") return change(place, stored, asked);
    removed.set(`${model.name} ${id}`, stored);
    const done = remove(place, stored);
    if (is("list-keeps-removed")) ghosts.push([model, stored]);
    return done;
  };
  const ghosts: [ResourceModel, Stored][] = [];

  const placeOf = (path: string): Place | undefined => {
    const parts = path.split("/").slice(1).map(decodeURIComponent);
    for (const model of models) {
      const chain = [...aboveOf(models, model), model];
      const isThis = chain.every((one, index) => parts[index * 2] === pluralOf(one));
      const rest = parts.length - chain.length * 2;
      if (!isThis || (rest !== 0 && rest !== -1)) continue;
      const ids = chain.map((_, index) => parts[index * 2 + 1] ?? "");
      return { model, parents: ids.slice(0, -1), id: rest === 0 ? ids.at(-1) : undefined };
    }
    return undefined;
  };

  return (path: string, asked: Asked): Answer => {
    const place = placeOf(path);
    if (place === undefined) return refusal(404);
    const isList = place.id === undefined && asked.method === "GET";
    const store = all(place.model);
    const shownAgain = isList ? ghosts.filter(([model]) => model === place.model).map(([, one]) => one) : [];
    store.push(...shownAgain);
    const made = answer(place, asked);
    for (const ghost of shownAgain) store.splice(store.indexOf(ghost), 1);
    return made;
  };
};

const bodyOf = async (chunks: AsyncIterable<Buffer>): Promise<unknown> => {
  const text = Buffer.concat(await Array.fromAsync(chunks)).toString();
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Serves records over HTTP. */
export const recordServer = (models: readonly ResourceModel[], fault?: FaultId): Server => {
  const records = createRecords(models, fault);
  return createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const { method = "GET" } = request;
      const answer = records(pathname, { method, query: searchParams, headers, body: await bodyOf(request) });
      const has = answer.body !== undefined;
      response.writeHead(answer.status, {
        ...(has ? { "content-type": "application/json" } : {}),
        ...answer.headers,
      });
      response.end(has ? JSON.stringify(answer.body) : undefined);
    })();
  });
};
