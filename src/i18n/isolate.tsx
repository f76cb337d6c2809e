import { Fragment, type ReactNode } from "react";

const [begin, end] = ["\u2068", "\u2069"];

/** Wraps user input in Unicode bidi isolates for a sentence. In elements, use `Isolated` around the sentence. */
export function isolate(text: string): string {
  return `${begin}${text.replaceAll(/[\u2066-\u2069]/g, "")}${end}`;
}

type IsolatedProps = {
  children: string;
  /** What is rendered in place of an isolate's text, by that text: names that are links. */
  elements?: Readonly<Record<string, ReactNode>>;
};

/** A sentence with `bdi` elements in place of the isolates. */
export function Isolated({ children, elements = {} }: IsolatedProps) {
  return children
    .split(/\u2068([^\u2069]*)\u2069/)
    .map((part, index) =>
      index % 2 ? <bdi key={index}>{elements[part] ?? part}</bdi> : <Fragment key={index}>{part}</Fragment>,
    );
}
