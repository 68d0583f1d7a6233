import { responseOf } from "../../core/model/exchange.ts";
import { defineObserver } from "../../core/model/observer.ts";
import { createSeen, observationOn } from "../support/seen.ts";

const questions = { crm: "U-32", donation: "U-33" } as const;

const names = ["crm", "donation"] as const;

/** Headers with a version of the interface, not of a server's software. */
const versionHeader =
  /^(x-)?(api-version|api-supported-versions|api-deprecated-versions|version)$|^(deprecation|sunset)$/;

const figure = /^[\w.,; :-]{1,40}$/;

/** Whether answers or addresses state a version. */
export const versionsSeen = defineObserver({
  id: "versions-seen",
  unknowns: ["U-32", "U-33"],
  interfaces: ["crm", "donation"],
  watch() {
    const stated = { crm: createSeen(10), donation: createSeen(10) };
    const silent = { crm: createSeen(1), donation: createSeen(1) };
    return {
      see(exchange) {
        const response = responseOf(exchange);
        const name = names.find((one) => one === exchange.interface);
        if (response === undefined || name === undefined || exchange.operation === undefined) return;
        const headers = Object.entries(response.headers).filter(([header]) => versionHeader.test(header));
        for (const [header, value] of headers)
          stated[name].add(`${header}: ${figure.test(value) ? value : "another text"}`, exchange);
        const segment = new URL(exchange.request.url).pathname.match(/\/(v\d+(?:\.\d+)?)(?=\/)/i)?.[1];
        if (segment !== undefined) stated[name].add(`/${segment} in the path`, exchange);
        if (headers.length === 0 && segment === undefined) silent[name].add("", exchange);
      },
      *observations() {
        for (const name of names) {
          for (const { key, exchange, count } of stated[name].all())
            yield observationOn(questions[name], key, exchange, count);
          const quiet = silent[name].first();
          if (quiet !== undefined)
            yield observationOn(
              questions[name],
              `${stated[name].count() === 0 ? "no answer" : "not every answer"} states a version, neither in a header nor in its path`,
              quiet,
              silent[name].count(),
            );
        }
      },
    };
  },
});
