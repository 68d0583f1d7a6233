// The page's own script: draws what is too long to stand in the page as a whole. It builds nodes and never markup,
// so that no text of a target is ever read as anything but text.
(() => {
  "use strict";

  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);

  const node = (name, properties = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties))
      if (key in made && key !== "list") made[key] = value;
      else made.setAttribute(key, value);
    made.append(...children.filter((child) => child !== undefined));
    return made;
  };

  const plural = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

  const onceQuiet = (task) => {
    let timer;
    return () => {
      clearTimeout(timer);
      timer = setTimeout(task, 100);
    };
  };

  // A list of which a page at a time is drawn, with a search that looks at all of it.
  const pagedList = ({ items, list, more, count, page, noun, told, form, textOf, isWanted, draw }) => {
    const texts = items.map((item) => textOf(item).toLowerCase());
    let shown = items;
    // The part of what is shown that is drawn.
    let first = 0;
    let drawn = 0;
    const earlier = node("button", { type: "button", hidden: true });
    list.before(node("p", { className: "more" }, earlier));

    const tellRest = () => {
      more.hidden = drawn >= shown.length;
      more.textContent = `Show more (${(shown.length - drawn).toLocaleString("en")} left)`;
      earlier.hidden = first === 0;
      earlier.textContent = `Show earlier ones (${first.toLocaleString("en")})`;
    };

    const drawMore = (to = drawn + page) => {
      const before = list.children.length;
      list.append(...shown.slice(drawn, to).map(draw));
      drawn = Math.min(to, shown.length);
      tellRest();
      return list.children[before];
    };

    const drawFrom = (index) => {
      first = index;
      drawn = index;
      list.replaceChildren();
      return drawMore();
    };

    const drawEarlier = () => {
      const from = Math.max(0, first - page);
      list.prepend(...shown.slice(from, first).map(draw));
      first = from;
      tellRest();
      return list.children[0];
    };

    const focusOn = (place) => place?.querySelector("summary, h3")?.focus();

    const values = () => Object.fromEntries(new FormData(form));

    const search = () => {
      const wanted = values();
      const words = (wanted.text ?? "").toLowerCase().split(/\s+/).filter(Boolean);
      shown = items.filter(
        (item, index) => words.every((word) => texts[index].includes(word)) && isWanted(item, wanted),
      );
      drawFrom(0);
      const of = shown.length === items.length ? "" : `${shown.length.toLocaleString("en")} of `;
      count.textContent = `${of}${plural(items.length, noun)}${told?.(shown) ?? ""}`;
    };

    form.addEventListener("input", onceQuiet(search));
    form.addEventListener("submit", (event) => event.preventDefault());
    more.addEventListener("click", () => focusOn(drawMore()));
    earlier.addEventListener("click", () => focusOn(drawEarlier()));
    search();

    return {
      // Draws an item and what follows it, without a filter that would hide it.
      reveal(item) {
        if (!shown.includes(item)) {
          form.reset();
          search();
        }
        const index = shown.indexOf(item);
        if (index < first || index >= drawn) drawFrom(index);
        return list.children[index - first];
      },
      choose(name, value) {
        form.reset();
        form.elements[name].value = value;
        search();
      },
      move(step) {
        const places = [...list.children];
        const at = places.findIndex((place) => place.contains(document.activeElement));
        const next = places[at + step] ?? (step > 0 ? drawMore() : undefined);
        focusOn(next);
      },
    };
  };

  // Within a list J and K, or the arrows, go from one to the next.
  const withKeys = (list, paged) => {
    list.addEventListener("keydown", (event) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.target.closest("input, select, button, a, pre")
      )
        return;
      const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      paged.move(step);
    });
  };

  const announce = (button, words) => {
    const before = button.textContent;
    button.textContent = words;
    setTimeout(() => {
      button.textContent = before;
    }, 1500);
  };

  const selectText = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  };

  const copyButton = (text, place, label) => {
    const button = node("button", { type: "button", "aria-live": "polite" }, "Copy");
    button.append(node("span", { className: "hidden" }, ` ${label}`));
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text);
        announce(button, "Copied");
      } catch {
        selectText(place);
        announce(button, document.execCommand("copy") ? "Copied" : "Selected");
      }
    });
    return button;
  };

  const shape = (name, text) => [node("dt", {}, name), node("dd", {}, node("pre", {}, text))];

  const findings = data.findings;
  const exchanges = data.exchanges;
  const exchangeByNumber = new Map(exchanges.map((one) => [one.number, one]));
  const evidence = new Set(findings.flatMap((one) => one.exchanges));

  const exchangeLink = (number) =>
    exchangeByNumber.has(number)
      ? node("a", { href: `#exchange-${number}` }, String(number))
      : node("span", {}, String(number));

  const joined = (nodes) => nodes.flatMap((one, index) => (index === 0 ? [one] : [", ", one]));

  const placeOf = (one) => `${one.interface} ${one.operation}${one.pointer === "" ? "" : ` ${one.pointer}`}`;

  // Messages put names into backticks.
  const prose = (text) =>
    text.split("`").map((part, index) => (index % 2 === 1 ? node("code", {}, part) : part));

  const evidenceOf = (one) => [
    one.exchanges.length === 0 ? "" : ` · exchange${one.exchanges.length === 1 ? "" : "s"} `,
    ...joined(one.exchanges.map(exchangeLink)),
    " · fingerprint ",
    node("code", {}, one.fingerprint),
  ];

  const drawCurl = (one) => {
    const curl = node("pre", {}, one.curl);
    const button = copyButton(one.curl, curl, `the request of ${one.fact}, ${placeOf(one)}`);
    return node("div", { className: "curl" }, curl, button);
  };

  const drawPlace = (one) =>
    node(
      "li",
      { id: `finding-${one.fingerprint}`, tabIndex: -1 },
      node("code", {}, placeOf(one)),
      node("span", { className: "reason" }, ...evidenceOf(one)),
      drawCurl(one),
    );

  const otherPlaces = (others) => {
    const details = node(
      "details",
      { className: "places" },
      node("summary", {}, `The same at ${plural(others.length, "more place")}`),
    );
    const fill = () => {
      if (details.querySelector("ul") === null) details.append(node("ul", {}, ...others.map(drawPlace)));
    };
    details.addEventListener("toggle", () => details.open && fill());
    return Object.assign(details, { fill });
  };

  // The same defect at one place or many.
  const drawDefect = ([one, ...others]) =>
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
      node("p", { className: "where" }, node("code", {}, placeOf(one))),
      node(
        "dl",
        { className: "shapes" },
        node("div", {}, ...shape("expected", one.expected)),
        node("div", {}, ...shape("observed", one.actual)),
      ),
      node("p", { className: "label" }, "see again"),
      drawCurl(one),
      node(
        "p",
        { className: "evidence" },
        "check ",
        node("code", { title: data.titles[one.check] ?? "" }, one.check),
        ...evidenceOf(one),
      ),
      others.length === 0 ? undefined : otherPlaces(others),
    );

  const defects = [...Map.groupBy(findings, (one) => one.defect).values()];
  const defectOf = (fingerprint) => defects.find((all) => all.some((one) => one.fingerprint === fingerprint));

  const findingList = byId("finding-list");
  const findingPages =
    findingList === null
      ? undefined
      : pagedList({
          items: defects,
          list: findingList,
          more: byId("finding-more"),
          count: byId("finding-count"),
          form: byId("finding-filters"),
          page: 25,
          noun: "defect",
          told: (shown) =>
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
                  placeOf(one),
                  one.expected,
                  one.actual,
                  one.fingerprint,
                ].join(" "),
              )
              .join("\n"),
          isWanted: (all, wanted) =>
            all.some(
              (one) =>
                (wanted.fact === "" || one.fact === wanted.fact) &&
                (wanted.interface === "" || one.interface === wanted.interface) &&
                (wanted.severity === "" || one.severity === wanted.severity) &&
                (wanted.unknownOnly === undefined || !one.known),
            ),
          draw: drawDefect,
        });

  const milliseconds = (time) =>
    time >= 1000 ? `${(time / 1000).toFixed(2)} s` : `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;

  const elapsedOf = (one) => (one.answer.kind === "response" ? one.answer.elapsedMs : undefined);
  const slowest = exchanges.reduce((most, one) => Math.max(most, elapsedOf(one) ?? 0), 0.001);
  const firstSent = exchanges.reduce((first, one) => Math.min(first, one.sentAt ?? Infinity), Infinity);
  const clockMoves = exchanges.some((one) => one.sentAt !== undefined && one.sentAt !== firstSent);

  const pathOf = (url) => {
    try {
      const { pathname, search } = new URL(url);
      return pathname + search;
    } catch {
      return url;
    }
  };

  const statusOf = (one) => (one.answer.kind === "response" ? String(one.answer.status) : one.answer.reason);

  const timeOf = (one) => {
    const elapsed = elapsedOf(one);
    return elapsed === undefined ? "" : milliseconds(elapsed);
  };

  const sentOf = (one) =>
    clockMoves && one.sentAt !== undefined ? `at ${((one.sentAt - firstSent) / 1000).toFixed(2)} s` : "";

  const headersText = (headers) =>
    Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n");

  const request = (one) => {
    const lines = [
      `${one.method} ${one.url}`,
      ...(one.authorization === "none" ? [] : [`authorization: ${one.authorization}`]),
      headersText(one.requestHeaders),
      ...(one.requestBody === undefined ? [] : ["", one.requestBody]),
    ];
    return node("div", {}, node("p", { className: "label" }, "request"), node("pre", {}, lines.join("\n")));
  };

  const answer = ({ answer: told }) => {
    const text =
      told.kind === "failure"
        ? `no answer: ${told.reason}\n${told.message}`
        : [
            `${told.status}`,
            headersText(told.headers),
            ...(told.shape === undefined ? [] : ["", JSON.stringify(told.shape, null, 2)]),
          ].join("\n");
    return node("div", {}, node("p", { className: "label" }, "answer"), node("pre", {}, text));
  };

  const findingsOf = (number) => findings.filter((one) => one.exchanges.includes(number));

  const drawBody = (details, one) => {
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

  const isBad = (one) => evidence.has(one.number);

  const drawExchange = (one) => {
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
          more: byId("exchange-more"),
          count: byId("exchange-count"),
          form: byId("exchange-filters"),
          page: 100,
          noun: "exchange",
          textOf: (one) =>
            [one.method, one.url, statusOf(one), one.check, one.operation ?? "", one.interface].join(" "),
          isWanted: (one, wanted) => wanted.withFinding === undefined || evidence.has(one.number),
          draw: drawExchange,
        });

  if (findingPages !== undefined) withKeys(findingList, findingPages);
  if (exchangePages !== undefined) withKeys(exchangeList, exchangePages);

  for (const link of document.querySelectorAll("a.to-findings"))
    link.addEventListener("click", () => findingPages?.choose("fact", link.dataset.fact));

  const revealFinding = (fingerprint) => {
    const defect = defectOf(fingerprint);
    const card = defect === undefined ? undefined : findingPages?.reveal(defect);
    card?.querySelector(".places")?.fill();
    return defect?.[0].fingerprint === fingerprint ? card : byId(`finding-${fingerprint}`);
  };

  // What an address names may not be drawn yet, or stand in something closed.
  const show = (id) => {
    const [, kind, rest] = /^(finding|exchange|fact|unknown)-(.+)$/.exec(id) ?? [];
    const place =
      kind === "finding"
        ? revealFinding(rest)
        : kind === "exchange"
          ? exchangePages?.reveal(exchangeByNumber.get(Number(rest)))
          : byId(id);
    if (kind === undefined || !place) return;
    for (let outer = place; outer !== null; outer = outer.parentElement)
      if (outer.tagName === "DETAILS") outer.open = true;
    place.scrollIntoView({ block: "start" });
    (place.querySelector(":scope > summary, :scope > h3") ?? place).focus({ preventScroll: true });
  };

  addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (!link || !/^#(finding|exchange|fact|unknown)-/.test(link.hash)) return;
    event.preventDefault();
    history.pushState(null, "", link.hash);
    show(link.hash.slice(1));
  });
  addEventListener("popstate", () => show(location.hash.slice(1)));
  // When the page is loaded the browser goes to the place itself and takes the focus away from what is in it.
  addEventListener("load", () => setTimeout(() => show(location.hash.slice(1))));

  const dayOf = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);

  const widthOf = (place) => Math.max(280, place.clientWidth);

  const drawChart = (place, title, times, lines) => {
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(name).trim();
    const rule = { stroke: color("--line"), width: 1 };
    const axis = { stroke: color("--dim"), grid: rule, ticks: rule };
    const figure = node("figure", {
      className: "chart",
      role: "img",
      "aria-label": `${title} by night; the table below tells the same`,
    });
    place.append(figure);
    const series = lines.map(({ label, tint, dash }) => ({
      label,
      stroke: color(tint),
      width: 2,
      points: { size: 6 },
      ...(dash === undefined ? {} : { dash }),
    }));
    const night = { label: "night", value: (_plot, time) => (time === null ? "–" : dayOf(time)) };
    const plot = new uPlot(
      {
        title,
        width: widthOf(place),
        height: 220,
        series: [night, ...series],
        axes: [
          { ...axis, values: (_plot, ticks) => ticks.map((time) => dayOf(time).slice(5)) },
          { ...axis, size: 60, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] },
        ],
        scales: { y: { range: (_plot, _low, high) => [0, Math.max(1, Math.ceil((high ?? 0) * 1.1))] } },
      },
      [times, ...lines.map(({ values }) => values)],
      figure,
    );
    return { plot, place };
  };

  const drawCharts = () =>
    [...document.querySelectorAll(".charts")].flatMap((place) => {
      const nights = data.history[Number(place.dataset.history)];
      place.replaceChildren();
      if (nights.times.length === 0) return [];
      return [
        drawChart(place, `Drift of ${nights.name}`, nights.times, [
          { label: "inconclusive", tint: "--dim", dash: [2, 4], values: nights.inconclusive },
          { label: "all that stands", tint: "--link", values: nights.standing },
          { label: "breaking", tint: "--bad", dash: [8, 4], values: nights.breaking },
        ]),
        drawChart(place, `Findings of ${nights.name}`, nights.times, [
          { label: "errors", tint: "--bad", values: nights.errors },
          { label: "warnings", tint: "--warn", dash: [8, 4], values: nights.warnings },
        ]),
      ];
    });

  if (typeof uPlot !== "undefined") {
    let drawn = drawCharts();
    addEventListener(
      "resize",
      onceQuiet(() =>
        drawn.forEach(({ plot, place }) => plot.setSize({ width: widthOf(place), height: 220 })),
      ),
    );
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      drawn.forEach(({ plot }) => plot.destroy());
      drawn = drawCharts();
    });
  }
})();
