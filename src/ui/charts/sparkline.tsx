import "./charts.css";

/** The height of the drawing, in its own units. */
const height = 10;

/** A line without axes. Decorative: its last value and the change are shown next to it. @param values at least two */
export function Sparkline({ values }: { values: number[] }) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // Constant values are in the middle.
  const yOf = (value: number) =>
    most === least ? height / 2 : height * (1 - (value - least) / (most - least));
  const end = values.length - 1;
  const points = values.map((value, index) => `${index},${yOf(value).toFixed(2)}`).join(" ");
  return (
    <svg
      viewBox={`0 0 ${end} ${height}`}
      preserveAspectRatio="none"
      className="sparkline rtl:-scale-x-100"
      aria-hidden
    >
      {most > least && <polygon points={`0,${height} ${points} ${end},${height}`} />}
      <polyline points={points} />
    </svg>
  );
}
