// The page's own script: filters the lists of the page, copies requests, and reveals the target of a link.
// It never builds markup, so that a target's texts are never interpreted.
// Typed by comments, so that it is type-checked and still runs unchanged.

// A single function, because a classic script has no other scope of its own.
(() => {
  "use strict";

  const byId = (/** @type {string} */ id) => document.getElementById(id);

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

  /** Whether an item matches a form: its text contains the words, and its data the values. */
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
   * Hides the items of a list that do not match its form, and counts the others.
   * @param {string} kind prefix of the ids of its parts
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

  /** The item after or before the focused one; without focus, the first on the screen. */
  const nextOf = (/** @type {readonly Element[]} */ items, /** @type {number} */ step) => {
    const focused = items.findIndex((one) => one.contains(document.activeElement));
    if (focused >= 0) return items[focused + step];
    const top = document.querySelector("header")?.offsetHeight ?? 0;
    const below = items.findIndex((one) => one.getBoundingClientRect().top >= top);
    return items[(below < 0 ? items.length : below) + (step > 0 ? 0 : -1)];
  };

  // The lists follow each other. A key without a target scrolls as usual.
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

  // The target of a link may be filtered out or collapsed.
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
  // On loading, the browser scrolls to the target itself and moves the focus away from it.
  addEventListener("load", () => setTimeout(() => show(location.hash.slice(1))));

  // Nothing can be opened on paper.
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("main section:not(#exchanges) details"))
      details.setAttribute("open", "");
  });
})();
