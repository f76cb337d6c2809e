import type { ErrorComponentProps } from "@tanstack/react-router";
import { EntranceLayout } from "../layout/entrance-layout.tsx";
import { ErrorScreen } from "./error-screen.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";

/** An error where no layout stands around it: at the root, or because the area itself was refused. */
export function StandaloneErrorScreen(props: ErrorComponentProps) {
  return (
    <EntranceLayout>
      <ErrorScreen {...props} />
    </EntranceLayout>
  );
}

/** 404 where no layout stands around it. */
export function StandaloneNotFoundScreen() {
  return (
    <EntranceLayout>
      <NotFoundScreen />
    </EntranceLayout>
  );
}
