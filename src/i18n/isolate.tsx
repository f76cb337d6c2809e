import { Fragment } from "react";

const [begin, end] = ["\u2068", "\u2069"];

/** Wraps user input in Unicode bidi isolates for a sentence. In elements, use `Isolated` around the sentence. */
export function isolate(text: string): string {
  return `${begin}${text.replaceAll(/[\u2066-\u2069]/g, "")}${end}`;
}

/** A sentence with `bdi` elements in place of the isolates. */
export function Isolated({ children }: { children: string }) {
  return children
    .split(/\u2068([^\u2069]*)\u2069/)
    .map((part, index) =>
      index % 2 ? <bdi key={index}>{part}</bdi> : <Fragment key={index}>{part}</Fragment>,
    );
}
