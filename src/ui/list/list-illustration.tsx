import { useId } from "react";

const marks = {
  /** The blank first page: nothing is written yet. */
  blank: null,
  /** A lens over the lines. */
  lens: (
    <>
      <path d="M74 34h26M74 42h26M74 50h14" stroke="var(--border)" />
      <circle cx="90" cy="46" r="9.5" fill="var(--surface)" />
      <path d="m97 53 7 7" />
    </>
  ),
  /** A tear from the top of the page. */
  tear: <path d="m92 19-4 9 6 5-7 8 5 6-4 6" />,
};

/**
 * A book opened at its flyleaf, patterned paper on one side and the page on the other: what lists show in place of
 * rows. Mirrored where books are bound on the right.
 */
export function ListIllustration({ mark }: { mark: keyof typeof marks }) {
  const pattern = useId();
  return (
    <svg
      viewBox="0 0 128 96"
      className="h-24 w-32 text-control rtl:-scale-x-100"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <defs>
        <pattern id={pattern} width="11" height="11" patternUnits="userSpaceOnUse">
          <path
            d="M0 5.5a5.5 5.5 0 0 1 11 0M-5.5 11a5.5 5.5 0 0 1 11 0M5.5 11a5.5 5.5 0 0 1 11 0"
            stroke="var(--accent)"
            strokeWidth="1"
            opacity="0.45"
          />
        </pattern>
      </defs>
      <path d="M64 22C54 15 38 14 20 17v60c18-3 34-2 44 5Z" fill="var(--muted)" stroke="none" />
      <path d="M64 22C54 15 38 14 20 17v60c18-3 34-2 44 5Z" fill={`url(#${pattern})`} />
      <path d="M64 22c10-7 26-8 44-5v60c-18-3-34-2-44 5Z" fill="var(--surface)" />
      <path d="M16 22v61c19-3 38-2 48 4 10-6 29-7 48-4V22" />
      {marks[mark]}
    </svg>
  );
}
