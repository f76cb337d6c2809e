import "./error-illustration.css";
import illustrations from "./error-illustrations.svg?no-inline";

type ErrorIllustrationProps = { illustration: "forbidden" | "not-found" | "failed" | "unknown" };

/** A decorative drawing for an error page. The browser loads its file only when it is shown. */
export function ErrorIllustration({ illustration }: ErrorIllustrationProps) {
  return (
    <svg viewBox="0 0 240 150" className="error-illustration" aria-hidden>
      <use href={`${illustrations}#${illustration}`} />
    </svg>
  );
}
