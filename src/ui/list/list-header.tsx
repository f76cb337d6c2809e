import type { ReactNode } from "react";
import { Heading } from "../layout/heading.tsx";

type ListHeaderProps = {
  title: string;
  /** The search input. */
  search: ReactNode;
  /** Small buttons beside the search input. */
  tools?: ReactNode;
  /** Buttons at the end. */
  children?: ReactNode;
};

/** Title, search and actions of a list: one line on wide screens, so that more rows fit. */
export function ListHeader({ title, search, tools, children }: ListHeaderProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-3 sm:gap-x-4">
      <Heading>{title}</Heading>
      <div className="order-last flex min-w-0 basis-full items-center gap-2 xl:order-none xl:flex-1 xl:basis-56">
        <div className="min-w-0 flex-1 md:max-w-sm">{search}</div>
        {tools}
      </div>
      {children && <div className="ms-auto flex flex-wrap items-center gap-2 max-sm:*:px-3">{children}</div>}
    </header>
  );
}
