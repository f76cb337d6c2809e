import type { LinkProps } from "@tanstack/react-router";
import type { ComponentType } from "react";
import type { AreaName } from "#brand/area-names.ts";
import type { TextKey } from "#i18n/text-key.ts";
import type { Namespace } from "#i18n/texts.gen.ts";
import type { PermissionDeclarations } from "#rpc/permissions.ts";

/** A link of an area, for example in its sidebar. */
export type FeatureLink = {
  to: NonNullable<LinkProps["to"]>;
  label: TextKey;
  icon: ComponentType<{ className?: string }>;
  /** Current on its own path only, not on those below it. */
  exact?: boolean;
};

/** What a feature adds to an area. */
export type FeatureArea = {
  /** The text namespaces that every screen of the area loads for this feature: those of its labels below. */
  texts?: readonly Namespace[];
  /** Sidebar links. Those with the same heading are shown together. */
  sidebar?: readonly (FeatureLink & { heading?: TextKey })[];
  /** User menu links. */
  userMenu?: readonly FeatureLink[];
};

/** What a feature declares for the browser and the server. src/app/features.ts lists the features. */
export type Feature = {
  permissions?: PermissionDeclarations;
  /** Topics: what changes together, and the permission to be notified. */
  topics?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
} & Partial<Record<AreaName, FeatureArea>>;
