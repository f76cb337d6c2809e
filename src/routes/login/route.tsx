import { createFileRoute, Outlet } from "@tanstack/react-router";
import { CoverShelf } from "#features/books/cover/shelf.tsx";
import { shelfBooks } from "#features/books/cover/shelf-books.ts";
import { NotFoundScreen } from "#ui/errors/not-found-screen.tsx";
import { StandaloneErrorScreen } from "#ui/errors/standalone.tsx";
import { EntranceLayout } from "#ui/layout/entrance-layout.tsx";

export const Route = createFileRoute("/login")({
  staticData: { texts: ["auth"] },
  component: LoginLayout,
  notFoundComponent: NotFoundScreen,
  errorComponent: StandaloneErrorScreen,
});

function LoginLayout() {
  return (
    <EntranceLayout aside={<CoverShelf books={shelfBooks} />}>
      <Outlet />
    </EntranceLayout>
  );
}
