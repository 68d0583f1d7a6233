// The page's own script: narrows the lists that are in the page, copies requests, leads to what an address names, and
// draws the charts. It builds nodes and never markup, so that no text of a target is ever read as anything but text.
// Typed by comments, so that it runs as it is and is checked all the same.

/// <reference types="uplot" />
/** @typedef {import("./page-data.ts").PageData} PageData */

// One function, however long: a script that is no module keeps its names to itself this way.
(() => {
  "use strict";

  const byId = (/** @type {string} */ id) => document.getElementById(id);

  /** @type {PageData} */
  const data = JSON.parse(byId("data")?.textContent ?? "");

  /** @type {<Name extends keyof HTMLElementTagNameMap>(name: Name, attributes: Readonly<Record<string, string>>) => HTMLElementTagNameMap[Name]} */
  const node = (name, attributes) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  const onceQuiet = (/** @type {() => void} */ task) => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    return () => {
      clearTimeout(timer);
      timer = setTimeout(task, 100);
    };
  };

  const plural = (/** @type {number} */ count, /** @type {string} */ noun) =>
    `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

  /** What a form asks for of an item: words that are in its text, and values that its data holds. */
  const isWanted = (
    /** @type {HTMLElement} */ item,
    /** @type {string} */ text,
    /** @type {FormData} */ asked,
  ) =>
    [...asked].every(([name, value]) => {
      const wanted = String(value).toLowerCase();
      if (name === "text") return wanted.split(/\s+/).every((word) => text.includes(word));
      const held = (item.dataset[name] ?? "").toLowerCase().split(" ");
      return wanted === "" || held.includes(wanted === "on" ? "true" : wanted);
    });

  /**
   * Hides the items of a list that its form does not ask for, and counts the others.
   * @param {string} kind the beginning of the ids of its parts
   * @param {string} noun
   * @param {string} items
   */
  const narrowed = (kind, noun, items) => {
    const form = byId(`${kind}-filters`);
    const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(items)]);
    const texts = all.map((one) => one.textContent.toLowerCase());
    if (!(form instanceof HTMLFormElement)) return { all: () => all, reset: () => undefined };
    const narrow = () => {
      const asked = new FormData(form);
      all.forEach((one, index) => {
        one.hidden = !isWanted(one, texts[index] ?? "", asked);
      });
      const shown = all.filter(({ hidden }) => !hidden).length;
      const count = byId(`${kind}-count`);
      if (count !== null)
        count.textContent = `${shown === all.length ? "" : `${shown.toLocaleString("en")} of `}${plural(all.length, noun)}`;
    };
    form.addEventListener("input", onceQuiet(narrow));
    form.addEventListener("submit", (event) => event.preventDefault());
    narrow();
    return {
      all: () => all.filter(({ hidden }) => !hidden),
      reset() {
        form.reset();
        narrow();
      },
      choose(/** @type {string} */ name, /** @type {string} */ value) {
        form.reset();
        const field = form.elements.namedItem(name);
        if (field instanceof HTMLSelectElement) field.value = value;
        narrow();
      },
    };
  };

  const problems = narrowed("finding", "problem", "#finding-list > *");
  const facts = narrowed("fact", "fact", "#facts tbody tr");
  const exchanges = narrowed("exchange", "exchange", "#exchange-list > *");

  const focusOn = (/** @type {Element} */ item, /** @type {ScrollLogicalPosition} */ block) => {
    const head = item.querySelector(":scope > summary, :scope > h3") ?? item;
    if (head instanceof HTMLElement) head.focus({ preventScroll: true });
    item.scrollIntoView({ block });
  };

  /** @type {Readonly<Record<string, number>>} */
  const steps = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

  /** The item behind or before the one that has the focus or, where none has, the first on the screen. */
  const nextOf = (/** @type {readonly Element[]} */ items, /** @type {number} */ step) => {
    const focused = items.findIndex((one) => one.contains(document.activeElement));
    if (focused >= 0) return items[focused + step];
    const top = document.querySelector("header")?.offsetHeight ?? 0;
    const below = items.findIndex((one) => one.getBoundingClientRect().top >= top);
    return items[(below < 0 ? items.length : below) + (step > 0 ? 0 : -1)];
  };

  // The lists follow each other. A key that leads nowhere scrolls as ever.
  addEventListener("keydown", (event) => {
    const { target, ctrlKey, metaKey, altKey, shiftKey } = event;
    const step = steps[event.key];
    if (step === undefined || ctrlKey || metaKey || altKey || shiftKey) return;
    if (target instanceof Element && target.closest("input, select, textarea")) return;
    const next = nextOf([...problems.all(), ...facts.all(), ...exchanges.all()], step);
    if (next === undefined) return;
    event.preventDefault();
    focusOn(next, "nearest");
  });

  const copy = async (/** @type {HTMLElement} */ button) => {
    const shown = button.previousElementSibling;
    const before = button.textContent;
    try {
      await navigator.clipboard.writeText(shown?.textContent ?? "");
      button.textContent = "Copied";
    } catch {
      if (shown !== null) getSelection()?.selectAllChildren(shown);
      button.textContent = "Selected";
    }
    setTimeout(() => {
      button.textContent = before;
    }, 1500);
  };

  // What an address names may be hidden by a form, or be in something closed.
  const show = (/** @type {string} */ id) => {
    const named = byId(id);
    if (named === null) return;
    if (named.closest("[hidden]") !== null) for (const list of [problems, facts, exchanges]) list.reset();
    /** @type {Element | null} */
    let outer = named;
    for (; outer !== null; outer = outer.parentElement)
      if (outer instanceof HTMLDetailsElement) outer.open = true;
    focusOn(named, "start");
  };

  addEventListener("click", (event) => {
    const { target } = event;
    const button = target instanceof Element ? target.closest("[data-copy]") : null;
    if (button instanceof HTMLElement) void copy(button);
    const link = target instanceof Element ? target.closest('a[href^="#"]') : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    if (link.matches(".to-findings")) problems.choose?.("fact", link.dataset["fact"] ?? "");
    if (!/^#(finding|exchange|fact|unknown)-/.test(link.hash)) return;
    event.preventDefault();
    history.pushState(null, "", link.hash);
    show(link.hash.slice(1));
  });
  addEventListener("popstate", () => show(location.hash.slice(1)));
  // When the page is loaded the browser goes to the place itself and takes the focus away from what is in it.
  addEventListener("load", () => setTimeout(() => show(location.hash.slice(1))));

  // On paper nothing can be opened.
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("main section:not(#exchanges) details"))
      details.setAttribute("open", "");
  });

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
      class: "chart",
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
