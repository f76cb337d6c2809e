import { useId } from "react";

const symbols = {
  empty: null,
  /** A magnifying glass over lines of text. */
  "no-match": (
    <>
      <path d="M74 34h26M74 42h26M74 50h14" stroke="var(--border)" />
      <circle cx="90" cy="46" r="9.5" fill="var(--surface)" />
      <path d="m97 53 7 7" />
    </>
  ),
  /** A tear in the page. */
  error: <path d="m92 19-4 9 6 5-7 8 5 6-4 6" />,
};

/** An open book, shown instead of rows. Mirrored in right-to-left languages. */
export function ListIllustration({ variant }: { variant: keyof typeof symbols }) {
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
      {symbols[variant]}
    </svg>
  );
}
