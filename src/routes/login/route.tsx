import { createFileRoute, Outlet } from "@tanstack/react-router";
import { CoverShelf } from "#features/books/cover/shelf.tsx";
import { shelfBooks } from "#features/books/cover/shelf-books.ts";
import { ErrorScreen } from "#ui/errors/error-screen.tsx";
import { NotFoundScreen } from "#ui/errors/not-found-screen.tsx";
import { EntranceLayout } from "#ui/layout/entrance-layout.tsx";

export const Route = createFileRoute("/login")({
  staticData: { texts: ["auth"] },
  component: LoginLayout,
  notFoundComponent: NotFoundScreen,
  errorComponent: ErrorScreen,
});

function LoginLayout() {
  return (
    <EntranceLayout aside={<CoverShelf books={shelfBooks} />}>
      <Outlet />
    </EntranceLayout>
  );
}
