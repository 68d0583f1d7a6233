// The page's own script: draws what is too long to be in the page as a whole. It builds nodes and never markup,
// so that no text of a target is ever read as anything but text.
// Typed by comments, so that it runs as it is and is checked all the same.

/// <reference types="uplot" />
/** @typedef {import("./page-data.ts").PageData} PageData */
/** @typedef {PageData["findings"][number]} Finding */
/** @typedef {readonly [Finding, ...Finding[]]} Defect The same at one place or many. */
/** @typedef {PageData["exchanges"][number]} Exchange */
/** @typedef {Node | string | undefined} Child */
/** @typedef {Readonly<Record<string, string | undefined>>} Wanted What a form asks for, by the names of its fields. */

// One function, however long: a script that is no module keeps its names to itself this way.
(() => {
  "use strict";

  const byId = (/** @type {string} */ id) => document.getElementById(id);

  /**
   * An element that the page always holds beside others that are there.
   * @template {HTMLElement} Kind
   * @param {string} id
   * @param {new () => Kind} kind
   * @returns {Kind}
   */
  const elementOf = (id, kind) => {
    const found = byId(id);
    if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
    return found;
  };

  /** @type {PageData} */
  const data = JSON.parse(elementOf("data", HTMLScriptElement).textContent);

  /**
   * @template {keyof HTMLElementTagNameMap} Name
   * @param {Name} name
   * @param {Readonly<Record<string, unknown>>} [properties] Properties of the element, or else its attributes.
   * @param {readonly Child[]} children
   * @returns {HTMLElementTagNameMap[Name]}
   */
  const node = (name, properties = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties))
      if (key in made && key !== "list") Object.assign(made, { [key]: value });
      else made.setAttribute(key, String(value));
    made.append(...children.filter((child) => child !== undefined));
    return made;
  };

  const plural = (/** @type {number} */ count, /** @type {string} */ noun) =>
    `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

  const onceQuiet = (/** @type {() => void} */ task) => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    return () => {
      clearTimeout(timer);
      timer = setTimeout(task, 100);
    };
  };

  const focusItem = (/** @type {Element | undefined} */ item) => {
    if (item === undefined) return;
    const head = item.querySelector("summary, h3, h4") ?? item;
    if (head instanceof HTMLElement) head.focus({ preventScroll: true });
    item.scrollIntoView({ block: "nearest" });
  };

  /**
   * Calls back with the words and the choices of a form, as they change and whenever what is returned is called.
   * @param {HTMLFormElement | undefined} form Undefined where the page has no such list.
   * @param {(words: readonly string[], wanted: Wanted) => void} search
   */
  const onSearch = (form, search) => {
    if (form === undefined) return () => undefined;
    const now = () => {
      const wanted = Object.fromEntries(
        [...new FormData(form)].map(([name, value]) => [name, String(value)]),
      );
      search((wanted["text"] ?? "").toLowerCase().split(/\s+/).filter(Boolean), wanted);
    };
    form.addEventListener("input", onceQuiet(now));
    form.addEventListener("submit", (event) => event.preventDefault());
    return now;
  };

  /** `3 of 85 facts`, or `85 facts`. */
  const countOf = (/** @type {number} */ shown, /** @type {number} */ all, /** @type {string} */ noun) =>
    `${shown === all ? "" : `${shown.toLocaleString("en")} of `}${plural(all, noun)}`;

  /**
   * The part of some items that is drawn into a list, a page at a time.
   * @template Item
   * @param {object} parts
   * @param {HTMLElement} parts.list
   * @param {HTMLButtonElement} parts.more
   * @param {number} parts.page How many are drawn at once.
   * @param {(item: Item) => HTMLElement} parts.draw
   */
  const drawnPart = ({ list, more, page, draw }) => {
    /** @type {readonly Item[]} */
    let shown = [];
    let first = 0;
    let drawn = 0;
    const earlier = node("button", { type: "button", hidden: true });
    list.before(node("p", { className: "more" }, earlier));

    const showRest = () => {
      more.hidden = drawn >= shown.length;
      more.textContent = `Show more (${(shown.length - drawn).toLocaleString("en")} left)`;
      earlier.hidden = first === 0;
      earlier.textContent = `Show earlier ones (${first.toLocaleString("en")})`;
    };

    const drawMore = (to = drawn + page) => {
      const before = list.children.length;
      list.append(...shown.slice(drawn, to).map(draw));
      drawn = Math.min(to, shown.length);
      showRest();
      return list.children[before];
    };

    const drawFrom = (/** @type {number} */ index) => {
      [first, drawn] = [index, index];
      list.replaceChildren();
      return drawMore();
    };

    const drawEarlier = () => {
      const from = Math.max(0, first - page);
      list.prepend(...shown.slice(from, first).map(draw));
      first = from;
      showRest();
      return list.children[0];
    };

    more.addEventListener("click", () => focusItem(drawMore()));
    earlier.addEventListener("click", () => focusItem(drawEarlier()));

    return {
      /** @param {readonly Item[]} items Of which the first page is drawn. */
      show(items) {
        shown = items;
        drawFrom(0);
      },
      /** @param {Item} item */
      reveal(item) {
        const index = shown.indexOf(item);
        if (index < first || index >= drawn) drawFrom(index);
        return list.children[index - first];
      },
      has: (/** @type {Item} */ item) => shown.includes(item),
      drawMore: () => drawMore(),
      drawAll() {
        drawFrom(0);
        drawMore(shown.length);
      },
    };
  };

  /**
   * A list of which a page at a time is drawn, with a search that looks at all of it.
   * @template Item
   * @param {object} parts
   * @param {readonly Item[]} parts.items
   * @param {HTMLElement} parts.list
   * @param {HTMLButtonElement} parts.more
   * @param {HTMLElement} parts.count
   * @param {number} parts.page How many are drawn at once.
   * @param {string} parts.noun
   * @param {(shown: readonly Item[]) => string} [parts.note] What else is said of those that are shown.
   * @param {HTMLFormElement} parts.form
   * @param {(item: Item) => string} parts.textOf
   * @param {(item: Item, wanted: Wanted) => boolean} parts.isWanted
   * @param {(item: Item) => HTMLElement} parts.draw
   */
  const pagedList = ({ items, list, more, count, page, noun, note, form, textOf, isWanted, draw }) => {
    const texts = items.map((item) => textOf(item).toLowerCase());
    const part = drawnPart({ list, more, page, draw });

    const search = onSearch(form, (words, wanted) => {
      const shown = items.filter(
        (item, index) => words.every((word) => texts[index]?.includes(word)) && isWanted(item, wanted),
      );
      part.show(shown);
      count.textContent = `${countOf(shown.length, items.length, noun)}${note?.(shown) ?? ""}`;
    });
    search();

    return {
      /**
       * Draws an item and what follows it, without a filter that would hide it.
       * @param {Item} item
       */
      reveal(item) {
        if (!part.has(item)) {
          form.reset();
          search();
        }
        return part.reveal(item);
      },
      /**
       * @param {string} name
       * @param {string} value
       */
      choose(name, value) {
        form.reset();
        const field = form.elements.namedItem(name);
        if (field instanceof HTMLSelectElement) field.value = value;
        search();
      },
      items: () => [...list.children],
      drawMore: part.drawMore,
      drawAll: part.drawAll,
    };
  };

  /**
   * What J and K, or the arrows, go through.
   * @typedef {object} Walk
   * @property {() => readonly Element[]} items Those that are drawn, in their order.
   * @property {() => Element | undefined} [drawMore] Draws what follows them and gives the first of it.
   */

  /** The item that has the focus or, where none has, the place on the screen that stands for it. */
  const whereIn = (/** @type {readonly Element[]} */ items, /** @type {number} */ step) => {
    const focused = items.findIndex((one) => one.contains(document.activeElement));
    if (focused >= 0) return focused;
    const top = document.querySelector("header")?.offsetHeight ?? 0;
    const below = items.findIndex((one) => one.getBoundingClientRect().top >= top);
    const next = below < 0 ? items.length : below;
    return step > 0 ? next - 1 : next;
  };

  /**
   * The lists follow each other: behind the last item of one is the first of the next.
   * @param {readonly Walk[]} walks
   * @param {number} step
   */
  const stepThrough = (walks, step) => {
    const items = walks.flatMap((walk) => walk.items());
    const at = whereIn(items, step);
    const next = items[at + step];
    const own = step > 0 ? walks.find((walk) => walk.items().at(-1) === items[at]) : undefined;
    return own?.drawMore?.() ?? next;
  };

  /** @type {Readonly<Record<string, number>>} */
  const steps = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

  // At once, wherever the focus is; a key that leads nowhere scrolls as ever.
  const withKeys = (/** @type {readonly Walk[]} */ walks) =>
    addEventListener("keydown", (event) => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (target instanceof Element && target.closest("input, select, textarea")) return;
      const step = steps[event.key];
      const next = step === undefined ? undefined : stepThrough(walks, step);
      if (next === undefined) return;
      event.preventDefault();
      focusItem(next);
    });

  const announce = (/** @type {HTMLElement} */ button, /** @type {string} */ words) => {
    const before = button.textContent;
    button.textContent = words;
    setTimeout(() => {
      button.textContent = before;
    }, 1500);
  };

  const selectText = (/** @type {HTMLElement} */ element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
  };

  /**
   * @param {string} text
   * @param {HTMLElement} shown Where it is, to be selected where nothing can be copied.
   * @param {string} label
   */
  const copyButton = (text, shown, label) => {
    const button = node("button", { type: "button", "aria-live": "polite" }, "Copy");
    button.append(node("span", { className: "hidden" }, ` ${label}`));
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text);
        announce(button, "Copied");
      } catch {
        selectText(shown);
        announce(button, document.execCommand("copy") ? "Copied" : "Selected");
      }
    });
    return button;
  };

  const shape = (/** @type {string} */ name, /** @type {string} */ text) => [
    node("dt", {}, name),
    node("dd", {}, node("pre", {}, text)),
  ];

  const findings = data.findings;
  const exchanges = data.exchanges;
  const exchangeByNumber = new Map(exchanges.map((one) => [one.number, one]));
  const evidence = new Set(findings.flatMap((one) => one.exchanges));

  const exchangeLink = (/** @type {number} */ number) =>
    exchangeByNumber.has(number)
      ? node("a", { href: `#exchange-${number}` }, String(number))
      : node("span", {}, String(number));

  /** @type {(nodes: readonly Child[]) => readonly Child[]} */
  const joined = (nodes) => nodes.flatMap((one, index) => (index === 0 ? [one] : [", ", one]));

  const locationOf = (/** @type {Finding} */ one) =>
    `${one.interface} ${one.operation}${one.pointer === "" ? "" : ` ${one.pointer}`}`;

  // Messages put names into backticks.
  const prose = (/** @type {string} */ text) =>
    text.split("`").map((part, index) => (index % 2 === 1 ? node("code", {}, part) : part));

  /** @type {(one: Finding) => readonly Child[]} */
  const evidenceOf = (one) => [
    one.exchanges.length === 0 ? "" : ` · exchange${one.exchanges.length === 1 ? "" : "s"} `,
    ...joined(one.exchanges.map(exchangeLink)),
    " · fingerprint ",
    node("code", {}, one.fingerprint),
  ];

  const drawCurl = (/** @type {Finding} */ one) => {
    const script = one.script.join("\n");
    const curl = node("pre", {}, script);
    const button = copyButton(
      script,
      curl,
      `the ${one.script.length === 1 ? "request" : "requests"} of ${one.fact}, ${locationOf(one)}`,
    );
    return node("div", { className: "curl" }, curl, button);
  };

  const drawLocation = (/** @type {Finding} */ one) =>
    node(
      "li",
      { id: `finding-${one.fingerprint}`, tabIndex: -1 },
      node("code", {}, locationOf(one)),
      node("span", { className: "reason" }, ...evidenceOf(one)),
      drawCurl(one),
    );

  /** What draws the places of a list that is still closed. */
  /** @type {WeakMap<Element, () => void>} */
  const fills = new WeakMap();

  const otherLocations = (/** @type {readonly Finding[]} */ others) => {
    const details = node(
      "details",
      { className: "places" },
      node("summary", {}, `The same at ${plural(others.length, "more place")}`),
    );
    const fill = () => {
      if (details.querySelector("ul") === null) details.append(node("ul", {}, ...others.map(drawLocation)));
    };
    details.addEventListener("toggle", () => details.open && fill());
    fills.set(details, fill);
    return details;
  };

  // The same defect at one place or many.
  const drawDefect = (/** @type {Defect} */ [one, ...others]) =>
    node(
      "article",
      { className: `finding ${one.severity}`, id: `finding-${one.fingerprint}` },
      node(
        "h3",
        { tabIndex: -1 },
        node(
          "span",
          { className: `badge ${one.severity}` },
          one.known ? `${one.severity}, known` : one.severity,
        ),
        " ",
        node("a", { href: `#fact-${one.fact}`, title: data.statements[one.fact] ?? "" }, one.fact),
        " ",
        ...prose(one.message),
      ),
      node("p", { className: "where" }, node("code", {}, locationOf(one))),
      node(
        "dl",
        { className: "shapes" },
        node("div", {}, ...shape("expected", one.expected)),
        node("div", {}, ...shape("observed", one.actual)),
      ),
      node("p", { className: "label" }, "reproduce"),
      drawCurl(one),
      node(
        "p",
        { className: "evidence" },
        "check ",
        node("code", { title: data.titles[one.check] ?? "" }, one.check),
        ...evidenceOf(one),
      ),
      others.length === 0 ? undefined : otherLocations(others),
    );

  const defects = [...Map.groupBy(findings, (one) => one.defect).values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [/** @type {Defect} */ ([first, ...rest])],
  );
  const defectOf = (/** @type {string} */ fingerprint) =>
    defects.find((all) => all.some((one) => one.fingerprint === fingerprint));

  const findingList = byId("finding-list");
  const findingPages =
    findingList === null
      ? undefined
      : pagedList({
          items: defects,
          list: findingList,
          more: elementOf("finding-more", HTMLButtonElement),
          count: elementOf("finding-count", HTMLElement),
          form: elementOf("finding-filters", HTMLFormElement),
          page: 25,
          noun: "defect",
          note: (shown) =>
            ` at ${plural(
              shown.reduce((sum, all) => sum + all.length, 0),
              "place",
            )}`,
          textOf: (all) =>
            all
              .map((one) =>
                [
                  one.fact,
                  one.message,
                  one.check,
                  locationOf(one),
                  one.expected,
                  one.actual,
                  one.fingerprint,
                ].join(" "),
              )
              .join("\n"),
          isWanted: (all, wanted) =>
            all.some(
              (one) =>
                (wanted["fact"] === "" || one.fact === wanted["fact"]) &&
                (wanted["interface"] === "" || one.interface === wanted["interface"]) &&
                (wanted["severity"] === "" || one.severity === wanted["severity"]) &&
                (wanted["unknownOnly"] === undefined || !one.known),
            ),
          draw: drawDefect,
        });

  const milliseconds = (/** @type {number} */ time) =>
    time >= 1000 ? `${(time / 1000).toFixed(2)} s` : `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;

  const elapsedOf = (/** @type {Exchange} */ one) =>
    one.answer.kind === "response" ? one.answer.elapsedMs : undefined;
  const slowest = exchanges.reduce((most, one) => Math.max(most, elapsedOf(one) ?? 0), 0.001);
  const firstSent = exchanges.reduce((first, one) => Math.min(first, one.sentAt ?? Infinity), Infinity);
  const clockMoves = exchanges.some((one) => one.sentAt !== undefined && one.sentAt !== firstSent);

  const pathOf = (/** @type {string} */ url) => {
    try {
      const { pathname, search } = new URL(url);
      return pathname + search;
    } catch {
      return url;
    }
  };

  const statusOf = (/** @type {Exchange} */ one) =>
    one.answer.kind === "response" ? String(one.answer.status) : one.answer.reason;

  const timeOf = (/** @type {Exchange} */ one) => {
    const elapsed = elapsedOf(one);
    return elapsed === undefined ? "" : milliseconds(elapsed);
  };

  const sentOf = (/** @type {Exchange} */ one) =>
    clockMoves && one.sentAt !== undefined ? `at ${((one.sentAt - firstSent) / 1000).toFixed(2)} s` : "";

  const headersText = (/** @type {Readonly<Record<string, string>>} */ headers) =>
    Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n");

  const request = (/** @type {Exchange} */ one) => {
    const lines = [
      `${one.method} ${one.url}`,
      ...(one.authorization === "none" ? [] : [`authorization: ${one.authorization}`]),
      headersText(one.requestHeaders),
      ...(one.requestBody === undefined ? [] : ["", one.requestBody]),
    ];
    return node("div", {}, node("p", { className: "label" }, "request"), node("pre", {}, lines.join("\n")));
  };

  const bodyLines = (/** @type {unknown} */ body) =>
    body === undefined ? [] : ["", typeof body === "string" ? body : JSON.stringify(body, null, 2)];

  const answer = (/** @type {Exchange} */ { answer: response }) => {
    const text =
      response.kind === "failure"
        ? `no answer: ${response.reason}\n${response.message}`
        : [
            `${response.status}`,
            headersText(response.headers),
            ...bodyLines(response.body ?? response.shape),
          ].join("\n");
    return node("div", {}, node("p", { className: "label" }, "answer"), node("pre", {}, text));
  };

  const findingsOf = (/** @type {number} */ number) =>
    findings.filter((one) => one.exchanges.includes(number));

  const drawBody = (/** @type {HTMLElement} */ details, /** @type {Exchange} */ one) => {
    if (details.querySelector(".body") !== null) return;
    const shows = findingsOf(one.number);
    details.append(
      node("p", { className: "reason" }, `asked for by ${one.check}`),
      ...(shows.length === 0
        ? []
        : [
            node(
              "p",
              { className: "reason" },
              "evidence of ",
              ...joined(
                shows
                  .slice(0, 20)
                  .map((found) =>
                    node("a", { href: `#finding-${found.fingerprint}` }, `${found.fact}: ${found.message}`),
                  ),
              ),
            ),
          ]),
      node("div", { className: "body" }, request(one), answer(one)),
    );
  };

  const isBad = (/** @type {Exchange} */ one) => evidence.has(one.number);

  const drawExchange = (/** @type {Exchange} */ one) => {
    const bar = node("span", { className: "bar" });
    bar.style.display = "block";
    bar.style.width = `${Math.max(1, ((elapsedOf(one) ?? 0) / slowest) * 100)}%`;
    const details = node(
      "details",
      { className: "exchange", id: `exchange-${one.number}` },
      node(
        "summary",
        {},
        node("span", { className: "number" }, String(one.number)),
        node("span", { className: `badge ${isBad(one) ? "failed" : ""}` }, statusOf(one)),
        node("code", { className: "path", title: one.url }, `${one.method} ${pathOf(one.url)}`),
        node("span", { className: "lane", "aria-hidden": "true" }, bar),
        node("span", { className: "time" }, timeOf(one)),
        node("span", { className: "time sent" }, sentOf(one)),
      ),
    );
    details.addEventListener("toggle", () => details.open && drawBody(details, one));
    return details;
  };

  const exchangeList = byId("exchange-list");
  const exchangePages =
    exchangeList === null
      ? undefined
      : pagedList({
          items: exchanges,
          list: exchangeList,
          more: elementOf("exchange-more", HTMLButtonElement),
          count: elementOf("exchange-count", HTMLElement),
          form: elementOf("exchange-filters", HTMLFormElement),
          page: 100,
          noun: "exchange",
          textOf: (one) =>
            [one.method, one.url, statusOf(one), one.check, one.operation ?? "", one.interface].join(" "),
          isWanted: (one, wanted) => wanted["withFinding"] === undefined || evidence.has(one.number),
          draw: drawExchange,
        });

  // All facts are in the page: the form hides those that are not wanted.
  const factRows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#facts tbody tr")]);
  const factForm = byId("fact-filters");
  const filterFacts = onSearch(
    factForm instanceof HTMLFormElement ? factForm : undefined,
    (words, wanted) => {
      for (const row of factRows) {
        const text = (row.textContent ?? "").toLowerCase();
        row.hidden = !(
          words.every((word) => text.includes(word)) &&
          ["outcome", "group"].every((name) => wanted[name] === "" || row.dataset[name] === wanted[name])
        );
      }
      const shown = factRows.filter(({ hidden }) => !hidden).length;
      elementOf("fact-count", HTMLElement).textContent = countOf(shown, factRows.length, "fact");
    },
  );
  filterFacts();

  const showFact = (/** @type {string} */ id) => {
    const row = byId(id);
    if (row?.hidden) {
      if (factForm instanceof HTMLFormElement) factForm.reset();
      filterFacts();
    }
    return row;
  };

  withKeys([
    { items: () => [...document.querySelectorAll(".drift-list > *")] },
    ...(findingPages === undefined ? [] : [findingPages]),
    { items: () => factRows.filter(({ hidden }) => !hidden) },
    ...(exchangePages === undefined ? [] : [exchangePages]),
  ]);

  // Paper has no button for what follows, and nothing that could be opened.
  addEventListener("beforeprint", () => {
    findingPages?.drawAll();
    for (const details of document.querySelectorAll("main section:not(#exchanges) details")) {
      fills.get(details)?.();
      details.setAttribute("open", "");
    }
  });

  for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("a.to-findings")))
    link.addEventListener("click", () => findingPages?.choose("fact", link.dataset["fact"] ?? ""));

  const revealFinding = (/** @type {string} */ fingerprint) => {
    const defect = defectOf(fingerprint);
    const card = defect === undefined ? undefined : findingPages?.reveal(defect);
    const others = card?.querySelector(".places");
    if (others) fills.get(others)?.();
    return defect?.[0].fingerprint === fingerprint ? card : byId(`finding-${fingerprint}`);
  };

  // What an address names may not be drawn yet, or be in something closed.
  const show = (/** @type {string} */ id) => {
    const [, kind, rest = ""] = /^(finding|exchange|fact|unknown|drift)-(.+)$/.exec(id) ?? [];
    const exchange = kind === "exchange" ? exchangeByNumber.get(Number(rest)) : undefined;
    const named =
      kind === "finding"
        ? revealFinding(rest)
        : exchange === undefined
          ? showFact(id)
          : exchangePages?.reveal(exchange);
    if (kind === undefined || !named) return;
    /** @type {Element | null} */
    let outer = named;
    for (; outer !== null; outer = outer.parentElement)
      if (outer instanceof HTMLDetailsElement) outer.open = true;
    named.scrollIntoView({ block: "start" });
    const head = named.querySelector(":scope > summary, :scope > h3, :scope > h4") ?? named;
    if (head instanceof HTMLElement) head.focus({ preventScroll: true });
  };

  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    if (!(link instanceof HTMLAnchorElement) || !/^#(finding|exchange|fact|unknown|drift)-/.test(link.hash))
      return;
    event.preventDefault();
    history.pushState(null, "", link.hash);
    show(link.hash.slice(1));
  });
  addEventListener("popstate", () => show(location.hash.slice(1)));
  // When the page is loaded the browser goes to the place itself and takes the focus away from what is in it.
  addEventListener("load", () => setTimeout(() => show(location.hash.slice(1))));

  /** `2025-01-30 02:00`: all times of the page are UTC. */
  const minuteOf = (/** @type {number} */ seconds) =>
    new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ");

  const secondsOfDay = 86_400;

  /** The day of a tick and, where ticks are nearer to each other than a day, its time. */
  const tickText = (/** @type {number} */ time, /** @type {number} */ increment) => {
    const [day = "", hour = ""] = minuteOf(time).split(" ");
    return increment < secondsOfDay ? `${hour}\n${day.slice(5)}` : day.slice(5);
  };

  const widthOf = (/** @type {Element} */ chart) => Math.max(280, chart.clientWidth);

  /**
   * @typedef {object} Line
   * @property {string} label
   * @property {string} tint A colour of the page, by the name of its variable.
   * @property {number[]} [dash]
   * @property {(number | null)[]} values Null is a gap.
   */

  /** What begins with a run: a dashed line across the chart, with its name. */
  /** @typedef {{ readonly time: number, readonly version: string }} Release */

  /**
   * @param {readonly Release[]} releases
   * @param {string} color
   * @returns {(plot: uPlot) => void}
   */
  const drawReleases = (releases, color) => (plot) => {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.strokeStyle = color;
    ctx.fillStyle = color;
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.font = `${11 * devicePixelRatio}px sans-serif`;
    for (const { time, version } of releases) {
      const x = Math.round(plot.valToPos(time, "x", true));
      if (x < bbox.left || x > bbox.left + bbox.width) continue;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      // Where there is no room to the right, the name is to the left.
      ctx.textAlign = x > bbox.left + bbox.width * 0.8 ? "right" : "left";
      ctx.fillText(` tripact ${version} `, x, bbox.top + 12 * devicePixelRatio);
    }
    ctx.restore();
  };

  /** @typedef {object} ChartParts
   * @property {string} title
   * @property {number[]} times Seconds since the epoch.
   * @property {readonly Line[]} lines
   * @property {readonly Release[]} releases
   * @property {boolean} [isShare] Whether values are percents.
   */

  const counts = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

  /**
   * @param {Element} chart
   * @param {ChartParts} parts
   */
  const drawChart = (chart, { title, times, lines, releases, isShare = false }) => {
    const style = getComputedStyle(document.documentElement);
    const color = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    const rule = { stroke: color("--line"), width: 1 };
    const axis = { stroke: color("--dim"), grid: rule, ticks: rule };
    const figure = node("figure", {
      className: "chart",
      role: "img",
      "aria-label": `${title} by run; the table below holds the same`,
    });
    chart.append(figure);
    const series = lines.map(({ label, tint, dash }) => ({
      label,
      stroke: color(tint),
      width: 2,
      points: { size: 6 },
      ...(isShare
        ? {
            value: (/** @type {unknown} */ _plot, /** @type {number | null} */ share) =>
              share === null ? "–" : `${share} %`,
          }
        : {}),
      ...(dash === undefined ? {} : { dash }),
    }));
    /** @type {uPlot.Series} */
    const night = { label: "run (UTC)", value: (_plot, time) => (time === null ? "–" : minuteOf(time)) };
    const plot = new uPlot(
      {
        title,
        width: widthOf(chart),
        height: 220,
        tzDate: (time) => uPlot.tzDate(new Date(time * 1000), "Etc/UTC"),
        series: [night, ...series],
        axes: [
          {
            ...axis,
            values: (_plot, ticks, _axis, _space, increment) =>
              ticks.map((time) => tickText(time, increment)),
          },
          isShare
            ? { ...axis, size: 60, values: (_plot, ticks) => ticks.map((share) => `${share} %`) }
            : { ...axis, size: 60, incrs: counts },
        ],
        scales: {
          y: {
            range: (_plot, _low, high) =>
              isShare ? [0, 120] : [0, Math.max(1, Math.ceil((high ?? 0) * 1.1))],
          },
        },
        hooks: { draw: [drawReleases(releases, color("--dim"))] },
      },
      [times, ...lines.map(({ values }) => values)],
      figure,
    );
    return { plot, chart };
  };

  const drawRuns = (/** @type {Element} */ chart) => {
    const runs = data.history[Number(chart.getAttribute("data-history"))];
    if (runs === undefined || runs.times.length === 0) return [];
    const { times, releases } = runs;
    return [
      drawChart(chart, {
        title: `Drift of ${runs.name}`,
        times,
        releases,
        lines: [
          { label: "inconclusive", tint: "--dim", dash: [2, 4], values: runs.inconclusive },
          { label: "open changes", tint: "--link", values: runs.standing },
          { label: "breaking", tint: "--bad", dash: [8, 4], values: runs.breaking },
        ],
      }),
      drawChart(chart, {
        title: `Findings of ${runs.name}`,
        times,
        releases,
        lines: [
          { label: "errors", tint: "--bad", values: runs.errors },
          { label: "warnings", tint: "--warn", dash: [8, 4], values: runs.warnings },
        ],
      }),
    ];
  };

  /** @type {readonly number[][]} */
  const dashesOfTypes = [
    [2, 4],
    [12, 4],
    [2, 2, 8, 2],
    [6, 6],
  ];

  const drawField = (/** @type {Element} */ chart) => {
    const [runs, at] = (chart.getAttribute("data-field") ?? "").split(" ").map(Number);
    const history = data.history[runs ?? -1];
    const field = history?.fields[at ?? -1];
    if (history === undefined || field === undefined) return [];
    const { name, present, nulls, types } = field;
    return [
      drawChart(chart, {
        title: name,
        times: history.times,
        releases: history.releases,
        isShare: true,
        lines: [
          { label: "present", tint: "--link", values: present },
          { label: "null", tint: "--bad", dash: [8, 4], values: nulls },
          ...types.map(({ type, shares }, index) => ({
            label: type,
            tint: index % 2 === 0 ? "--dim" : "--warn",
            dash: dashesOfTypes[index % dashesOfTypes.length] ?? [],
            values: shares,
          })),
        ],
      }),
    ];
  };

  // What is closed has no width yet, and there may be many of it.
  const isShown = (/** @type {Element} */ chart) => chart.closest("details:not([open])") === null;

  const draw = (/** @type {Element} */ chart) => {
    chart.replaceChildren();
    return chart.hasAttribute("data-field") ? drawField(chart) : drawRuns(chart);
  };

  const charts = [...document.querySelectorAll(".charts")];

  const drawCharts = () => charts.filter(isShown).flatMap(draw);

  if (typeof uPlot !== "undefined") {
    let drawn = drawCharts();
    for (const chart of charts)
      chart.closest("details")?.addEventListener("toggle", () => {
        if (isShown(chart) && chart.childElementCount === 0) drawn.push(...draw(chart));
      });
    addEventListener(
      "resize",
      onceQuiet(() =>
        drawn.forEach(({ plot, chart }) => plot.setSize({ width: widthOf(chart), height: 220 })),
      ),
    );
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      drawn.forEach(({ plot }) => plot.destroy());
      drawn = drawCharts();
    });
  }
})();
