import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { isolate, Isolated } from "./isolate.tsx";

test("isolated text becomes a bdi element", () => {
  expect(renderToStaticMarkup(<Isolated>{`By ${isolate("الطيب صالح")}.`}</Isolated>)).toBe(
    "By <bdi>الطيب صالح</bdi>.",
  );
});

test("user input can't end its isolate, and stays text", () => {
  const typed = "a\u2069<b>\u2067c";
  expect(renderToStaticMarkup(<Isolated>{`${isolate(typed)}!`}</Isolated>)).toBe("<bdi>a&lt;b&gt;c</bdi>!");
});
