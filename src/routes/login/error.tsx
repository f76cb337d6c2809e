import { createFileRoute, stripSearchParams } from "@tanstack/react-router";
import { LoginErrorScreen } from "#features/auth/screens/login-error-screen.tsx";
import { textOf } from "#routing/search.ts";

export const Route = createFileRoute("/login/error")({
  validateSearch: ({ error }) => ({ error: textOf(error) }),
  search: { middlewares: [stripSearchParams({ error: "" })] },
  component: LoginError,
});

function LoginError() {
  return <LoginErrorScreen error={Route.useSearch().error} />;
}
