import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from "react";
import "./tabs.css";

type Tab<Key extends string> = { key: Key; label: ReactNode; panel: ReactNode };

type TabsProps<Key extends string> = {
  /** The accessible name of the tab list. */
  label: string;
  tabs: Tab<Key>[];
  value: Key;
  onChange: (key: Key) => void;
};

/**
 * Tabs with automatic activation (WAI-ARIA practices). Arrow keys follow the reading direction. A panel is rendered when
 * it is first shown, and keeps its state.
 */
export function Tabs<Key extends string>({ label, tabs, value, onChange }: TabsProps<Key>) {
  const id = useId();
  const [shownTabs, setShownTabs] = useState([value]);
  if (!shownTabs.includes(value)) setShownTabs([...shownTabs, value]);

  useEffect(() => scrollToMiddle(document.getElementById(`${id}-${value}`)), [id, value]);

  function onKeyDown(event: KeyboardEvent) {
    const current = tabs.findIndex(({ key }) => key === value);
    const next = tabs[nextIndex(event, current, tabs.length)];
    if (!next) return;
    event.preventDefault();
    document.getElementById(`${id}-${next.key}`)?.focus();
    onChange(next.key);
  }

  return (
    <div className="grid min-w-0 gap-4">
      <div role="tablist" aria-label={label} className="tab-list">
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={`${id}-${tab.key}`}
            type="button"
            role="tab"
            className="tab"
            aria-selected={tab.key === value}
            aria-controls={`${id}-${tab.key}-panel`}
            tabIndex={tab.key === value ? 0 : -1}
            onClick={() => onChange(tab.key)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.key}
          id={`${id}-${tab.key}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}-${tab.key}`}
          hidden={tab.key !== value}
          tabIndex={0}
        >
          {shownTabs.includes(tab.key) && tab.panel}
        </div>
      ))}
    </div>
  );
}

/** Scrolls only the tab list; `scrollIntoView` would scroll the page too. */
function scrollToMiddle(tab: HTMLElement | null) {
  const list = tab?.parentElement;
  if (!list) return;
  const [inner, outer] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollBy({ left: inner.x + inner.width / 2 - (outer.x + outer.width / 2) });
}

/** The index of the tab that a key moves to; -1 for other keys. */
function nextIndex(event: KeyboardEvent, current: number, count: number): number {
  if (event.altKey || event.ctrlKey || event.metaKey) return -1;
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === "rtl";
  switch (event.key) {
    case isRightToLeft ? "ArrowLeft" : "ArrowRight":
      return (current + 1) % count;
    case isRightToLeft ? "ArrowRight" : "ArrowLeft":
      return (current - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return -1;
  }
}
