import type { ErrorComponentProps } from "@tanstack/react-router";
import { AuthLayout } from "../layout/auth-layout.tsx";
import { ErrorScreen } from "./error-screen.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";

/** An error where no layout stands around it: at the root, or because the area itself was refused. */
export function StandaloneErrorScreen(props: ErrorComponentProps) {
  return (
    <AuthLayout>
      <ErrorScreen {...props} />
    </AuthLayout>
  );
}

/** 404 where no layout stands around it. */
export function StandaloneNotFoundScreen() {
  return (
    <AuthLayout>
      <NotFoundScreen />
    </AuthLayout>
  );
}
