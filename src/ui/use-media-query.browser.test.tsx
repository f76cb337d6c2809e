import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderComponent } from "../../testing/render.tsx";
import { useIsMobile, useMediaQuery } from "./use-media-query.ts";

function Widths() {
  const isWide = useMediaQuery("(width > 900px)");
  return (
    <output>
      {JSON.stringify({ isMobile: useIsMobile(), isNarrow: useIsMobile(640), isWide }).replaceAll('"', "")}
    </output>
  );
}

test.each([
  [639, "{isMobile:true,isNarrow:true,isWide:false}"],
  [767, "{isMobile:true,isNarrow:false,isWide:false}"],
  [768, "{isMobile:false,isNarrow:false,isWide:false}"],
  [901, "{isMobile:false,isNarrow:false,isWide:true}"],
])("a component follows the window's width, by default below 768 px: %i px", async (width, expected) => {
  await page.viewport(800, 600);
  await renderComponent(<Widths />);
  await page.viewport(width, 600);
  await expect.element(page.getByRole("status")).toHaveTextContent(expected);
});
