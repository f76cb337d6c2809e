import type { ReactNode } from "react";
import { BottomNavigation } from "./bottom-navigation.tsx";
import { Sidebar, type SidebarProps } from "./sidebar.tsx";
import { mainId, SkipLink } from "./skip-link.tsx";
import { NarrowTopBar, TopBar } from "./top-bar.tsx";

type AreaLayoutProps = SidebarProps & {
  /** Content at the end of the top bar. On narrow screens, layouts without it also have a bottom navigation. */
  topBar?: ReactNode;
  children: ReactNode;
};

/** The layout of a signed-in area (specification, section 2). */
export function AreaLayout({ topBar, children, ...sidebar }: AreaLayoutProps) {
  return (
    <div className="flex flex-1 flex-col lg:flex-row">
      <SkipLink />
      <Sidebar {...sidebar} />
      {/* Other sticky elements, for example table headers, need the heights of the bars. */}
      <div
        className={`flex min-w-0 flex-1 flex-col ${topBar ? "tall:[--top-bar-height:3.5rem]" : "max-lg:tall:[--bottom-bar-height:3.5rem]"}`}
      >
        {topBar ? <TopBar>{topBar}</TopBar> : <NarrowTopBar home={sidebar.home} />}
        <main
          id={mainId}
          tabIndex={-1}
          className="flex min-w-0 flex-1 flex-col px-4 pt-6 pb-12 outline-none lg:px-8"
        >
          <div className="flex w-full max-w-working flex-1 flex-col">{children}</div>
        </main>
        {!topBar && <BottomNavigation items={sidebar.groups.flatMap(({ items }) => items)} />}
      </div>
    </div>
  );
}
