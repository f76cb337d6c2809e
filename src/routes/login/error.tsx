import { createFileRoute } from "@tanstack/react-router";
import { LoginErrorScreen } from "#features/auth/screens/login-error-screen.tsx";
import { searchText } from "#app/routing/redirect-search.ts";

export const Route = createFileRoute("/login/error")({
  validateSearch: ({ error }: Record<string, unknown>): { error?: string } =>
    error ? { error: searchText(error) } : {},
  component: LoginError,
});

function LoginError() {
  return <LoginErrorScreen error={Route.useSearch().error ?? ""} />;
}
