import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { formatDay, formatNumber } from "./format.ts";
import { Empty } from "./parts.tsx";

/** A line of a chart: its name, its figures by day, and its chart colour. */
export interface Line {
  name: string;
  values: number[];
  colour: 1 | 2 | 3 | 4;
  /** Formats a figure; the default is a plain number. */
  format?: (value: number) => string;
}

const HEIGHT = 240;
const styleOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const tinted = (colour: string) => `color-mix(in srgb, ${colour} 14%, transparent)`;

function optionsOf(lines: Line[], days: string[], width: number): uPlot.Options {
  const axis = {
    stroke: styleOf("--muted"),
    grid: { stroke: styleOf("--line"), width: 1 },
    ticks: { show: false },
  };
  // If the pointer is not on the chart, the legend shows the last day.
  const last = days.length - 1;
  const dayAt = (i: number) => (days[i] === undefined ? "" : formatDay(days[i]));
  return {
    width,
    height: HEIGHT,
    padding: [8, 20, 0, 0],
    cursor: { y: false },
    legend: { live: true },
    scales: { x: { time: false }, y: { range: (_, __, max) => [0, Math.max(4, max * 1.1)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 70,
        incrs: [1, 2, 5, 7, 14, 28],
        values: (_, at) => at.map(dayAt),
      },
      {
        ...axis,
        size: 56,
        values: (_, at) => at.map((value) => (Number.isInteger(value) ? formatNumber(value) : "")),
      },
    ],
    series: [
      { label: "Day", value: (_, __, ___, i) => dayAt(i ?? last) },
      ...lines.map(({ name, values, colour, format = formatNumber }) => ({
        label: name,
        stroke: styleOf(`--chart-${colour}`),
        fill: lines.length === 1 ? tinted(styleOf(`--chart-${colour}`)) : "transparent",
        width: 2,
        points: { show: false },
        value: (_: uPlot, __: unknown, ___: number, i: number | null) => format(values[i ?? last] ?? 0),
      })),
    ],
  };
}

interface ChartProps {
  label: string;
  days: string[];
  lines: Line[];
}

/**
 * A line chart of figures by day. Pages with a chart also have a table of the figures, for people who cannot see it.
 */
function Plot({ label, days, lines }: ChartProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const data: uPlot.AlignedData = [days.map((_, i) => i), ...lines.map(({ values }) => values)];
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      plot = new uPlot(optionsOf(lines, days, element.clientWidth), data, element);
    };
    draw();
    const resizing = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height: HEIGHT }));
    resizing.observe(element);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", draw);
    return () => {
      scheme.removeEventListener("change", draw);
      resizing.disconnect();
      plot?.destroy();
    };
  }, [days, lines]);
  return <div class="chart" ref={container} role="img" aria-label={label} />;
}

/** A chart of figures by day; shows `empty` if all figures are zero. */
export const Chart = ({ empty, ...chart }: ChartProps & { empty: ComponentChildren }) =>
  chart.lines.some(({ values }) => values.some((value) => value !== 0)) ? <Plot {...chart} /> : <>{empty}</>;

/** A bar chart: one figure for each row. */
export function Bars({
  label,
  rows,
  empty = <Empty title="Nothing yet" />,
  colour = 1,
}: {
  label: string;
  rows: { name: string; value: number; shown: string }[];
  /** Shown if there are no rows. */
  empty?: ComponentChildren;
  colour?: 1 | 2 | 3 | 4;
}) {
  if (rows.length === 0) return <>{empty}</>;
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <ul class="bars" aria-label={label}>
      {rows.map(({ name, value, shown }, i) => (
        <li key={`${i} ${name}`}>
          <span class="bar-name">{name}</span>
          <span class="bar-value">{shown}</span>
          <span
            class={`bar colour-${colour}`}
            style={{ width: `${(value / most) * 100}%` }}
            aria-hidden="true"
          />
        </li>
      ))}
    </ul>
  );
}
