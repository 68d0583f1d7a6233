import { minute } from "./inline.ts";
import { type Markup, markup as html } from "../markup.ts";

export interface ChartLine {
  readonly label: string;
  readonly tint: "--good" | "--bad" | "--bar" | "--dim" | "--link" | "--warn";
  /** Lengths of strokes and gaps; absent for a solid line. */
  readonly dash?: readonly number[];
  /** One per moment; null is a gap. */
  readonly values: readonly (number | null)[];
}

export interface ChartParts {
  readonly title: string;
  /** Start times of its runs as ISO texts in UTC. */
  readonly moments: readonly string[];
  readonly lines: readonly ChartLine[];
  /** What begins with a run: a dashed vertical line with a name. */
  readonly marks?: readonly { readonly moment: string; readonly name: string }[];
  /** Whether values are percentages. */
  readonly isShare?: boolean;
  /** Whether values are counts that add up: stacked bars instead of lines. */
  readonly isStacked?: boolean;
}

// In pixels, like the height of the drawing; its width follows the screen.
const top = 18;
const height = 150;
const bottom = 20;

/** Free space before the first run and after the last, in percent of the width. */
const margin = 3;

/** With more runs, single points are not drawn. */
const mostPoints = 100;

const dayMs = 86_400_000;

const timeOf = (moment: string): number => Date.parse(moment);

const minuteOf = (time: number): string => minute(new Date(time).toISOString());

const short = (value: number): string => String(Math.round(100 * value) / 100);

/** A moment's position in percent of the width, proportional to calendar time. */
const across = (times: readonly number[]): ((time: number) => number) => {
  const first = Math.min(...times);
  const span = Math.max(...times) - first;
  return (time) => (span === 0 ? 50 : margin + ((100 - 2 * margin) * (time - first)) / span);
};

/** The sums of the first lines at each moment, one list more than lines. */
const stackOf = (lines: readonly ChartLine[], count: number): readonly (readonly number[])[] =>
  lines.reduce<readonly (readonly number[])[]>(
    (sums, { values }) => [...sums, (sums.at(-1) ?? []).map((sum, index) => sum + (values[index] ?? 0))],
    [Array.from({ length: count }, () => 0)],
  );

/** The values of the grid lines: from 0, at most five, in round steps. */
const gridOf = (values: readonly number[], isShare: boolean): readonly number[] => {
  const most = Math.max(1, ...values);
  if (isShare) return [0, 50, 100];
  const unit = 10 ** Math.floor(Math.log10(most));
  const step =
    [0.5, 1, 2, 5].map((factor) => factor * unit).find((one) => one >= 1 && 4 * one >= most) ?? unit * 10;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
};

/** Moments to label, far enough apart, with hours if they share a day. */
const ticksOf = (times: readonly number[]): readonly (readonly [time: number, text: string])[] => {
  const first = Math.min(...times);
  const span = Math.max(...times) - first;
  const count = span < 4 * dayMs ? 2 : 4;
  const nearest = Array.from({ length: count + 1 }, (_, index) => first + (index * span) / count).map(
    (wanted) =>
      times.reduce((best, time) => (Math.abs(time - wanted) < Math.abs(best - wanted) ? time : best)),
  );
  const apart = nearest.filter(
    (time, index) => index === 0 || time - (nearest[index - 1] ?? 0) >= Math.max(1, (0.6 * span) / count),
  );
  const days = new Set(apart.map((time) => minuteOf(time).slice(5, 10)));
  return apart.map((time) => [time, minuteOf(time).slice(5, days.size < apart.length ? 16 : 10)]);
};

type Points = readonly (readonly [x: number, y: number] | undefined)[];

const pathOf = (points: Points): string =>
  points
    .map((point, index) =>
      point === undefined
        ? ""
        : `${points[index - 1] === undefined ? "M" : "L"}${short(point[0])} ${short(point[1])}`,
    )
    .join("");

/** @param isAll whether to include points that are connected by a line */
const dotsOf = (points: Points, isAll: boolean): string =>
  points
    .map((point, index) => {
      const isAlone = points[index - 1] === undefined && points[index + 1] === undefined;
      return point !== undefined && (isAll || isAlone) ? `M${short(point[0])} ${short(point[1])}h0` : "";
    })
    .join("");

const stroke = ({ tint, dash = [] }: ChartLine): Markup =>
  html`stroke="var(${tint})" ${dash.length === 0 ? "" : html`stroke-dasharray="${dash.join(" ")}"`}`;

const anchorAt = (x: number): string => (x < 10 ? "start" : x > 90 ? "end" : "middle");

const numberOf = (value: number | null | undefined, isShare: boolean): string =>
  value === null || value === undefined ? "–" : `${value.toLocaleString("en")}${isShare ? " %" : ""}`;

const legend = (title: string, lines: readonly ChartLine[], isShare: boolean): Markup =>
  html`<figcaption>
    <b>${title}</b>
    ${lines.map(
      (line) =>
        html`<span class="key"
          ><svg width="24" height="8" aria-hidden="true"><path d="M0 4h24" ${stroke(line)} /></svg>
          ${line.label}
          ${numberOf(
            line.values.findLast((value) => value !== null),
            isShare,
          )}</span
        > `,
    )}
  </figcaption>`;

/** Of the space of a moment. */
const barWidth = 0.7;

/** The bars of each line, above those of the lines before it. */
const barsOf = (
  lines: readonly ChartLine[],
  stack: readonly (readonly number[])[],
  x: (index: number) => number,
  y: (value: number) => number,
  width: number,
): readonly Markup[] =>
  lines.map(({ tint }, line) => {
    const bars = (stack[line + 1] ?? []).map((sum, index) => {
      const below = stack[line]?.[index] ?? 0;
      if (sum === below) return "";
      return `M${short(x(index) - width / 2)} ${short(y(below))}h${short(width)}V${short(y(sum))}h-${short(width)}Z`;
    });
    return html`<path class="bars" d="${bars.join("")}" fill="var(${tint})" />`;
  });

/** Curves or bars by run, drawn to the width and colours of the page; the table beside it has the same data. */
export const chart = ({
  title,
  moments,
  lines,
  marks = [],
  isShare = false,
  isStacked = false,
}: ChartParts): Markup | "" => {
  if (moments.length === 0) return "";
  const times = moments.map(timeOf);
  const x = across(times);
  const stack = isStacked ? stackOf(lines, times.length) : [];
  const drawn = isStacked ? stack : lines.map(({ values }) => values.map((value) => value ?? 0));
  const grid = gridOf(drawn.flat(), isShare);
  const y = (value: number): number => height - (height * value) / (grid.at(-1) ?? 1);
  const pointsOf = ({ values }: ChartLine) =>
    times.map((time, index) => {
      const value = values[index];
      return value === null || value === undefined ? undefined : ([x(time), y(value)] as const);
    });
  const hasPoints = times.length <= mostPoints;
  const valuesAt = (index: number): string =>
    lines.map(({ label, values }) => `${label} ${numberOf(values[index], isShare)}`).join(", ");
  const width = (100 - margin) / times.length;
  return html`<figure class="chart">
    ${legend(title, lines, isShare)}
    <svg
      role="img"
      width="100%"
      height="${top + height + bottom}"
      aria-label="${title} by run; a table below holds the same"
    >
      ${grid.map(
        (value) =>
          html`<path class="grid" d="M0 ${top + y(value)}h9999" />
            <text x="0" y="${top + y(value) - 3}">${numberOf(value, isShare)}</text>`,
      )}
      ${ticksOf(times).map(
        ([time, text]) =>
          html`<text x="${short(x(time))}%" y="${top + height + 15}" text-anchor="${anchorAt(x(time))}"
            >${text}</text
          >`,
      )}
      ${marks.map(({ moment, name }) => {
        const at = x(timeOf(moment));
        return html`<line
            class="mark"
            x1="${short(at)}%"
            x2="${short(at)}%"
            y1="${top}"
            y2="${top + height}"
          />
          <text x="${short(at)}%" y="12" text-anchor="${at > 70 ? "end" : "start"}">${name}</text>`;
      })}
      <svg y="${top}" height="${height}" width="100%" viewBox="0 0 100 ${height}" preserveAspectRatio="none">
        ${isStacked ? barsOf(lines, stack, (index) => x(times[index] ?? 0), y, barWidth * width) : ""}
        ${(isStacked ? [] : lines).map(
          (line) =>
            html`<path d="${pathOf(pointsOf(line))}" ${stroke(line)} />
              <path class="dots" d="${dotsOf(pointsOf(line), hasPoints)}" stroke="var(${line.tint})" />`,
        )}
      </svg>
      ${(hasPoints ? times : []).map(
        (time, index) =>
          html`<rect x="${short(x(time) - width / 2)}%" width="${short(width)}%" height="${top + height}">
            <title>${minuteOf(time)}: ${valuesAt(index)}</title>
          </rect>`,
      )}
    </svg>
  </figure>`;
};
