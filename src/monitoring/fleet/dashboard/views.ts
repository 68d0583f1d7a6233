import type { DriftGroup } from "../../../core/model/drift.ts";
import { describeLatencyClass } from "../../../core/shapes/latency-class.ts";
import { plural } from "../../../core/output/plural.ts";
import { type Markup, markup as html } from "../../../report/markup.ts";
import { moment, prose } from "../../../report/html/inline.ts";
import type { TableColumn } from "../../../report/html/table.ts";
import { sentenceOf } from "../../../report/problem-words.ts";
import {
  badge,
  cards,
  daysChart,
  layout,
  operationLink,
  organizationLink,
  type Section,
  sections,
  dashboardTable,
} from "./layout.ts";
import type { ChangeData } from "./data/change.ts";
import type { OperationData } from "./data/operation.ts";
import type { OrganizationData } from "./data/organization.ts";
import type { TonightData } from "./data/tonight.ts";
import { dayBefore, dayMs } from "../file/day.ts";
import type { FleetFile } from "../file/fleet-file.ts";
import { interfacesOf } from "../alerts/fleet-subjects.ts";
import { type Breadth, breadthOf } from "../report/breadth.ts";
import { lateIn } from "../report/day-verdict.ts";
import { withoutVerdict } from "../report/fleet-text.ts";
import type { FleetChange } from "../../history/run-repository.ts";
import type { WorkData } from "./data/work.ts";

const changeColumns: readonly (TableColumn | string)[] = [
  "Change",
  "Impact",
  { title: "Organizations", isNumber: true },
  "Since",
];

const ownColumns = changeColumns.with(2, "Organization");

const changeTitle = ({ fingerprint, interface: of, title }: DriftGroup): Markup =>
  html`<a href="/changes/${fingerprint}">${prose(title)}</a> <span class="count">${of}</span>`;

const changeRow = ({ group, organizations, sampledBy, firstSeen }: FleetChange) => [
  changeTitle(group),
  badge(group.impact, group.severity),
  `${organizations} of ${sampledBy}`,
  moment(firstSeen),
];

const ownRow = ({ group, names: [name = ""], firstSeen }: FleetChange) => [
  changeTitle(group),
  badge(group.impact, group.severity),
  organizationLink(name),
  moment(firstSeen),
];

/** The least number of days in the chart of runs, so that a day is not as wide as the page. */
const fewestDays = 10;

/** From the first day on which something ran. */
const sinceFirstRun = (days: TonightData["days"]): TonightData["days"] => {
  const first = days.findIndex(({ done, failed }) => done + failed > 0);
  return days.slice(Math.min(first === -1 ? days.length : first, days.length - fewestDays));
};

const runsChart = (all: TonightData["days"]): Markup => {
  const days = sinceFirstRun(all);
  return html`<h2>Runs</h2>
    ${daysChart(
      "Runs by day",
      days.map((one) => one.day),
      [
        { label: "done", tint: "--good", values: days.map((one) => one.done) },
        { label: "failed", tint: "--bad", values: days.map((one) => one.failed) },
      ],
      { isStacked: true },
    )}`;
};

const problemSection = (problems: TonightData["problems"]): Section => ({
  heading: "Problems",
  columns: ["What is wrong", "Where", { title: "Organizations", isNumber: true }, "Since"],
  rows: problems.map(({ problem, organizations, sampledBy, firstDay }) => [
    html`${prose(sentenceOf(problem))} <span class="count">${problem.facts.join(", ")}</span>`,
    problem.kind === "violation" ? problem.where : interfacesOf(problem),
    `${organizations} of ${sampledBy}`,
    firstDay,
  ]),
  empty: "No answer breaks the OpenAPI documents, and every interface could be judged.",
});

const failureSection = (status: TonightData["status"]): Section => ({
  heading: "Failed runs",
  columns: ["Organization", "Cause", "Reason"],
  rows: [
    ...status.failures.map((one) => [organizationLink(one.organization), one.cause, one.reason]),
    ...lateIn(status).map((one) => [
      organizationLink(one.organization),
      "late",
      "its run did not end in time",
    ]),
  ],
  empty: "No run of this day has failed.",
});

const changeSections: readonly (Omit<Section, "rows"> & {
  readonly breadth: Breadth;
  row(change: FleetChange): Section["rows"][number];
})[] = [
  {
    heading: "Releases of the platform",
    breadth: "release",
    columns: changeColumns,
    row: changeRow,
    empty: "No release has changed anything that is open.",
  },
  {
    heading: "Changes of some organizations",
    breadth: "some",
    columns: changeColumns,
    row: changeRow,
    empty: "No change is open in several organizations.",
  },
  {
    heading: "Changes of one organization",
    breadth: "own",
    columns: ownColumns,
    row: ownRow,
    empty: "No organization has an open change of its own.",
  },
];

/** What needs a person first: problems and open changes, then runs. */
export const tonightPage = (
  { status, days, changes, problems }: TonightData,
  limits: FleetFile["breadth"],
): Markup => {
  const { day, done, failed, running, waiting, paused, requests } = status;
  const why = withoutVerdict(status);
  const of = (wanted: Breadth) => changes.filter((one) => breadthOf(one, limits) === wanted);
  return layout(
    `Tonight, ${day}`,
    "/",
    html`${cards([
      ["done", done, "passed"],
      ["failed", failed, "failed"],
      ["running", running],
      ["waiting", waiting, "warning"],
      ["paused", paused, "warning"],
      ["requests", requests],
    ])}
    ${why === undefined ? "" : html`<p>${prose(`${why}.`)}</p>`}
    ${sections([
      problemSection(problems),
      ...changeSections.map(({ breadth, row, ...section }) => ({
        ...section,
        rows: of(breadth).map(row),
      })),
      failureSection(status),
    ])}
    ${runsChart(days)}`,
  );
};

/** Days before the first and after the last event: a chart of a single day has no scale. */
const marginDays = 7;

/** Every day from before the first event to after the last one, so that distances match the calendar. */
export const daysAround = (events: ChangeData["events"]): readonly string[] => {
  const days = events.map(({ day }) => day).toSorted();
  const [first] = days;
  if (first === undefined) return [];
  const count = (Date.parse(days.at(-1) ?? first) - Date.parse(first)) / dayMs + 2 * marginDays + 1;
  return Array.from({ length: count }, (_, at) => dayBefore(first, marginDays - at));
};

const turns = [
  ["new", "--bad"],
  ["back", "--warn"],
  ["gone", "--good"],
] as const;

const groupFacts = (group: ChangeData["group"]): Markup =>
  html`<dl>
    <dt>Fingerprint</dt>
    <dd><code>${group.fingerprint}</code></dd>
    <dt>Impact</dt>
    <dd>${badge(group.impact, group.severity)} ${group.confidence}</dd>
    <dt>Operations</dt>
    <dd>
      ${
        group.operations.length === 0
          ? `the whole ${group.interface} interface`
          : group.operations.map((one) => html`${operationLink(group.interface, one)} `)
      }
    </dd>
    <dt>Before</dt>
    <dd><code>${group.before}</code></dd>
    <dt>Now</dt>
    <dd><code>${group.now}</code></dd>
    ${
      group.types.length === 0
        ? ""
        : html`<dt>Types</dt>
            <dd>${group.types.map((one) => html`<code>${one}</code> `)}</dd>`
    }
    <dt>What to do</dt>
    <dd>${prose(group.advice)}</dd>
    <dt>Accept it</dt>
    <dd><code>tripact fleet accept ${group.fingerprint}</code></dd>
  </dl>`;

export const changePage = ({ group, organizations, shown, events }: ChangeData): Markup => {
  const on = daysAround(events);
  const beyond = organizations - shown.length;
  return layout(
    group.title.replaceAll("`", ""),
    undefined,
    html`<p>${prose(group.message)}</p>
      ${groupFacts(group)}
      ${daysChart(
        "Targets by day",
        on,
        turns.map(([label, tint]) => ({
          label,
          tint,
          values: on.map(
            (day) => events.find((one) => one.day === day && one.turn === label)?.targets ?? null,
          ),
        })),
      )}
      <h2>In ${plural(organizations, "organization")}</h2>
      ${dashboardTable(
        "Organizations",
        ["Organization", "State", "First seen", "Last seen"],
        shown.map((one) => [
          organizationLink(one.organization),
          one.state,
          moment(one.firstSeen),
          moment(one.lastSeen),
        ]),
        "No organization has it.",
      )}
      ${beyond > 0 ? html`<p>And ${plural(beyond, "further one")}: <code>tripact fleet drift --fingerprint ${group.fingerprint}</code>.</p>` : ""}`,
  );
};

const good = (part: number, of: number): string => (of === 0 ? "–" : `${Math.round((100 * part) / of)} %`);

const targetSection = ({
  interface: of,
  address,
  changes,
  operations,
}: OrganizationData["targets"][number]) =>
  html`<h2>${of} <span class="count">${address}</span></h2>
    ${dashboardTable(
      `Changes of ${of}`,
      ["Change", "Impact", "State", "Since"],
      changes.map(({ group, state }) => [
        changeTitle(group),
        badge(group.impact, group.severity),
        state,
        moment(group.firstSeen),
      ]),
      "Nothing has changed.",
    )}
    ${dashboardTable(
      `Operations of ${of}`,
      ["Operation", { title: "Answers", isNumber: true }, { title: "Good", isNumber: true }, "Latency"],
      operations.map((one) => [
        operationLink(of, one.operation),
        one.answers,
        good(one.good, one.answers),
        one.latency ?? "–",
      ]),
      "No operation was asked.",
    )}`;

export const organizationPage = ({ name, labels, paused, targets, runs }: OrganizationData): Markup =>
  layout(
    name,
    "/organizations",
    html`${paused === undefined ? "" : html`<p class="notice">Paused since ${moment(paused.at)}: ${paused.reason}. <code>tripact fleet resume</code> checks it again.</p>`}
      ${
        Object.keys(labels).length === 0
          ? ""
          : html`<dl>
              ${Object.entries(labels).map(
                ([key, value]) =>
                  html`<dt>${key}</dt>
                    <dd>${value}</dd>`,
              )}
            </dl>`
      }
      ${daysChart(
        "Requests by run",
        runs.map(({ day }) => day),
        [{ label: "requests", tint: "--bar", values: runs.map(({ requests }) => requests) }],
      )}
      ${targets.map(targetSection)}
      <h2>Runs</h2>
      ${dashboardTable(
        "Runs",
        ["Day", "State", "Reason", { title: "Requests", isNumber: true }],
        runs
          .toReversed()
          .map((one) => [
            one.day,
            one.cause === undefined ? one.state : `${one.state} (${one.cause})`,
            one.reason ?? "",
            one.requests,
          ]),
        "It has not run yet.",
      )}`,
  );

export const operationPage = ({ interface: of, operation, days: all, changes }: OperationData): Markup => {
  const last = all.at(-1);
  return layout(
    `${operation} (${of})`,
    "/operations",
    html`${daysChart(
        "Good answers, in per cent",
        all.map(({ day }) => day),
        [
          {
            label: "good",
            tint: "--good",
            values: all.map((one) =>
              one.answers === 0 ? null : Math.round((1000 * one.good) / one.answers) / 10,
            ),
          },
        ],
        { isShare: true },
      )}
      <h2>Latency on ${last?.day ?? "no day"}</h2>
      ${dashboardTable(
        "Latency",
        ["Median answer", { title: "Organizations", isNumber: true }],
        (last?.latencies ?? []).flatMap((count, index) =>
          count === 0 ? [] : [[describeLatencyClass(index), count]],
        ),
        "It was not answered.",
      )}
      <h2>Days</h2>
      ${dashboardTable(
        "Days",
        [
          "Day",
          { title: "Asked", isNumber: true },
          { title: "Sampled", isNumber: true },
          { title: "Answers", isNumber: true },
          { title: "Good", isNumber: true },
        ],
        all
          .toReversed()
          .map((one) => [one.day, one.asked, one.sampled, one.answers, good(one.good, one.answers)]),
        "It was not asked.",
      )}
      <h2>Open changes</h2>
      ${dashboardTable("Open changes", changeColumns, changes.map(changeRow), "No change is open.")}`,
  );
};

export const operationsPage = (
  operations: readonly { readonly interface: string; readonly operation: string }[],
): Markup =>
  layout(
    "Operations",
    "/operations",
    dashboardTable(
      "Operations",
      ["Interface", "Operation"],
      operations.map((one) => [one.interface, operationLink(one.interface, one.operation)]),
      "No operation was asked yet.",
    ),
  );

export interface OrganizationList {
  readonly search: string;
  readonly names: readonly { readonly name: string; readonly state: string }[];
  readonly more: number;
}

export const organizationsPage = ({ search, names, more }: OrganizationList): Markup =>
  layout(
    "Organizations",
    "/organizations",
    html`<form method="get" action="/organizations" role="search">
        <label for="search">Name begins with</label>
        <input id="search" name="search" value="${search}" maxlength="80" />
        <button>Find</button>
      </form>
      ${dashboardTable(
        "Organizations",
        ["Organization", "Last run"],
        names.map(({ name, state }) => [organizationLink(name), state]),
        "No organization has such a name.",
      )}
      ${more > 0 ? html`<p>And ${plural(more, "further one")}: search by name.</p>` : ""}`,
  );

export const workPage = ({ status, running, paused, grants, granted }: WorkData): Markup =>
  layout(
    "Work",
    "/work",
    html`${cards([
        ["waiting", status.waiting, "warning"],
        ["running", running.length],
        ["paused", paused.length, "warning"],
        ["grants held", grants],
        ["requests granted", granted],
      ])}
      <h2>Running</h2>
      ${dashboardTable(
        "Running",
        ["Organization", "Day", { title: "Attempt", isNumber: true }, "Started"],
        running.map((one) => [
          organizationLink(one.organization),
          one.day,
          one.attempt,
          moment(one.startedAt),
        ]),
        "Nothing is running.",
      )}
      <h2>Paused</h2>
      ${dashboardTable(
        "Paused",
        ["Organization", "Since", "Reason"],
        paused.map((one) => [organizationLink(one.organization), moment(one.at), one.reason]),
        "No organization is paused.",
      )}`,
  );

export const missingPage = (what: string): Markup =>
  layout("Not found", undefined, html`<p>${what} <a href="/">Tonight</a> lists what there is.</p>`);
