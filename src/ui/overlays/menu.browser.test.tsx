import { beforeEach, expect, test, vi } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { MenuAnchor, MenuGroup, MenuItem, MenuSeparator } from "./menu-item.tsx";
import { Menu } from "./menu.tsx";

const trigger = () => page.getByRole("button", { name: "Actions" });
const menu = () => page.getByRole("menu", { name: "Actions" });
const focused = () => document.activeElement?.textContent;

type MenuProps = Partial<React.ComponentProps<typeof Menu>>;

async function renderMenu(props?: MenuProps) {
  const onDelete = vi.fn();
  await renderComponent(
    <>
      <button>Before</button>
      <Menu label="Actions" trigger="Actions" {...props}>
        <MenuItem>Edit</MenuItem>
        <MenuAnchor href="#export">Export</MenuAnchor>
        <MenuSeparator />
        <MenuGroup label="For good">
          <MenuItem onClick={onDelete}>Delete</MenuItem>
        </MenuGroup>
      </Menu>
      <button>After</button>
    </>,
  );
  return onDelete;
}

async function openByKeyboard(props?: MenuProps) {
  const onDelete = await renderMenu(props);
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(menu()).toBeVisible();
  return onDelete;
}

beforeEach(() => page.viewport(1024, 800));

test("ArrowDown on the trigger opens it at the first item, ArrowUp at the last", async () => {
  await openByKeyboard();
  expect(focused()).toBe("Edit");
  await userEvent.keyboard("{Escape}");
  await expect.element(menu()).not.toBeInTheDocument();
  expect(focused()).toBe("Actions");
  await userEvent.keyboard("{ArrowUp}");
  expect(focused()).toBe("Delete");
});

test("opened with Enter, it focuses the checked item", async () => {
  await renderComponent(
    <Menu label="Actions" trigger="Actions">
      <MenuItem isChecked={false}>Title</MenuItem>
      <MenuItem isChecked>Author</MenuItem>
    </Menu>,
  );
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.poll(focused).toBe("Author");
  await expect.element(page.getByRole("menuitemradio", { name: "Author" })).toBeChecked();
});

test("the arrow keys wrap around, Home and End go to the ends, letters to items that begin with them", async () => {
  await openByKeyboard();
  const places: [string, string][] = [
    ["{ArrowUp}", "Delete"],
    ["{ArrowDown}", "Edit"],
    ["{End}", "Delete"],
    ["{Home}", "Edit"],
    ["d", "Delete"],
  ];
  for (const [key, place] of places) {
    await userEvent.keyboard(key);
    expect(focused()).toBe(place);
  }
});

test("Tab moves to the element after the trigger, Shift+Tab to the one before", async () => {
  await openByKeyboard();
  await userEvent.keyboard("{ArrowDown}{Tab}");
  await expect.element(menu()).not.toBeInTheDocument();
  expect(focused()).toBe("After");
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}{ArrowDown}{Shift>}{Tab}{/Shift}");
  expect(focused()).toBe("Before");
});

test.for(["{Enter}", " "])("%o chooses; the menu closes and the focus is back", async (key) => {
  const onDelete = await openByKeyboard();
  await userEvent.keyboard(`{End}${key}`);
  await expect.element(menu()).not.toBeInTheDocument();
  expect(onDelete).toHaveBeenCalledTimes(1);
  expect(focused()).toBe("Actions");
});

test("Space follows a link, as Enter does", async () => {
  await openByKeyboard();
  await userEvent.keyboard("{ArrowDown} ");
  await expect.poll(() => window.location.hash).toBe("#export");
  window.history.replaceState(null, "", window.location.pathname);
});

test("a click outside closes it", async () => {
  await renderMenu();
  await trigger().click();
  await expect.element(menu()).toBeVisible();
  await userEvent.click(document.documentElement, { position: { x: 900, y: 700 } });
  await expect.element(menu()).not.toBeInTheDocument();
});

test("assistive technology gets a menu button and its state", async () => {
  await renderMenu();
  const buttonState = async () => {
    const { nodes } = await cdp().send("Accessibility.getFullAXTree", { frameId: await frameId() });
    const node = nodes.find(({ role, name }) => role?.value === "button" && name?.value === "Actions");
    const states = node?.properties?.map(({ name, value }) => [name, value.value]) ?? [];
    const { hasPopup, expanded } = Object.fromEntries(states) as Record<string, unknown>;
    return { hasPopup, expanded };
  };
  expect(await buttonState()).toEqual({ hasPopup: "menu", expanded: false });
  await trigger().click();
  await expect.poll(buttonState).toEqual({ hasPopup: "menu", expanded: true });
});

/** The id of this frame in the DevTools protocol. */
async function frameId() {
  const { frameTree } = await cdp().send("Page.getFrameTree");
  return frameTree.childFrames?.find(({ frame }) => window.location.href.startsWith(frame.url))?.frame.id;
}

test.for([
  ["en", "start", "left"],
  ["en", "end", "right"],
  ["ar", "start", "right"], // optional: ar
  ["ar", "end", "left"], // optional: ar
] as const)("in %s, it meets its trigger at the %s", async ([language, placement, side]) => {
  await renderComponent(
    <div style={{ display: "flex", justifyContent: "center" }}>
      <Menu label="Actions" trigger="Actions" placement={placement}>
        <MenuItem>Edit</MenuItem>
      </Menu>
    </div>,
    language,
  );
  await trigger().click();
  const button = trigger().element().getBoundingClientRect();
  const list = menu().element().getBoundingClientRect();
  expect(Math.abs(list[side] - button[side])).toBeLessThan(1);
  expect(list.top).toBeGreaterThan(button.bottom - 1);
});

test("without space below, it opens above", async () => {
  await page.viewport(320, 400);
  await renderComponent(
    <div style={{ paddingBlockStart: 340 }}>
      <Menu label="Actions" trigger="Actions">
        <MenuItem>Edit</MenuItem>
        <MenuItem>Delete</MenuItem>
      </Menu>
    </div>,
  );
  await trigger().click();
  expect(menu().element().getBoundingClientRect().bottom).toBeLessThanOrEqual(340);
});

test("a menu that is too high stays on the screen and scrolls", async () => {
  await page.viewport(320, 400);
  await renderComponent(
    <Menu label="Actions" trigger="Actions">
      {Array.from({ length: 30 }, (_, index) => (
        <MenuItem key={index}>Choice {index}</MenuItem>
      ))}
    </Menu>,
  );
  await trigger().click();
  const { top, bottom } = menu().element().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThanOrEqual(400);
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(page.getByRole("menuitem", { name: "Choice 29" })).toBeInViewport();
});
