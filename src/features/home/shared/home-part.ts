import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";

type HomeProps = { user: { id: string } };

/** What a feature adds to Home: its `parts/home.tsx` exports it as `part`. */
export type HomePart = {
  /** Loads what the components show. */
  load: (queryClient: QueryClient, userId: string) => Promise<unknown>;
  /** The section below the welcome. */
  Section: ComponentType<HomeProps>;
  /** A card beside the things to try. */
  Card: ComponentType<HomeProps>;
  /** A thing to try, made of `Suggestion`. */
  Suggestion: ComponentType;
};
