import type { ComponentType } from "react";

const parts = import.meta.glob<ComponentType>("../../*/parts/login.tsx", { eager: true, import: "Aside" });

/** A picture beside the login pages and onboarding on wide screens. A feature adds it in `parts/login.tsx`. */
export const LoginAside: ComponentType | undefined = Object.values(parts)[0];
