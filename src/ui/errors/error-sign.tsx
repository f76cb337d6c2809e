import "./error-sign.css";
import drawings from "./error-signs.svg?no-inline";

type ErrorSignProps = { sign: "forbidden" | "not-found" | "failed" | "unknown" };

/** What went wrong, as a drawing: decoration, in both themes and mirrored with the page. Its file is no page's weight. */
export function ErrorSign({ sign }: ErrorSignProps) {
  return (
    <svg viewBox="0 0 240 150" className="error-sign" aria-hidden>
      <use href={`${drawings}#${sign}`} />
    </svg>
  );
}
