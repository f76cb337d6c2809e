import type { ErrorComponentProps } from "@tanstack/react-router";
import { AuthLayout } from "../layout/auth-layout.tsx";
import { ErrorScreen } from "./error-screen.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";

/** An error without a layout around it: in the root route, or if access to the area is denied. */
export function StandaloneErrorScreen(props: ErrorComponentProps) {
  return (
    <AuthLayout>
      <ErrorScreen {...props} />
    </AuthLayout>
  );
}

/** 404 without a layout around it. */
export function StandaloneNotFoundScreen() {
  return (
    <AuthLayout>
      <NotFoundScreen />
    </AuthLayout>
  );
}
