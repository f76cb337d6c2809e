import { Fragment } from "react";

const [begin, end] = ["\u2068", "\u2069"];

/**
 * Marks what a person typed, so that its direction and the sentence's don't disturb each other (Unicode's first
 * strong isolate). Right as it is in titles and accessible names; `Isolated` makes it an element on the page.
 */
export function isolate(text: string): string {
  return `${begin}${text.replaceAll(/[\u2066-\u2069]/g, "")}${end}`;
}

/** A sentence in which what `isolate` marked stands in `bdi` elements. */
export function Isolated({ children }: { children: string }) {
  return children
    .split(/\u2068([^\u2069]*)\u2069/)
    .map((part, index) =>
      index % 2 ? <bdi key={index}>{part}</bdi> : <Fragment key={index}>{part}</Fragment>,
    );
}
