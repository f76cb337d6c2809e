import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from "react";

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
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const current = tabs.findIndex(({ key }) => key === value);
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
    const targets: Record<string, number> = {
      ArrowRight: current + forward,
      ArrowLeft: current - forward,
      Home: 0,
      End: -1,
    };
    const target = targets[event.key];
    const next = target === undefined ? undefined : tabs.at(target % tabs.length);
    if (!next) return;
    event.preventDefault();
    document.getElementById(`${id}-${next.key}`)?.focus();
    onChange(next.key);
  }

  return (
    <div className="grid min-w-0 gap-4">
      <div
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-border [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={`${id}-${tab.key}`}
            type="button"
            role="tab"
            // The focus outline is inside, because the scrolling list would clip it.
            className="relative min-h-control shrink-0 rounded-t-control px-3 font-medium text-muted-foreground hover:bg-muted hover:text-foreground focus-visible:-outline-offset-2 aria-selected:text-foreground aria-selected:after:absolute aria-selected:after:inset-x-2 aria-selected:after:bottom-0 aria-selected:after:border-b-2 aria-selected:after:border-accent"
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
