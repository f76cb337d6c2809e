import type { Page } from "playwright-core";
import type { Caller } from "#rpc/context.ts";
import type { TestDatabase } from "./database.ts";

/** A write with a valid input, and the activity entry that it leaves. */
export type Write = (database: TestDatabase, caller: Caller) => Promise<{ input: unknown; entry: object }>;

/** What a feature adds to tests of what features share: its `testing.ts` exports it as `testing`. */
export type FeatureTesting = {
  /** The actions on its resources that each role may do. */
  permissions?: Record<"user" | "admin", Record<string, string[]>>;
  /** Its operations that change something, by their names. */
  writes?: Record<string, Write>;
  /** The paths of its lists, whose size is limited. */
  lists?: string[];
  /** Values for the parameters of its routes, by the route's path. @param page signed in as a user who may open it */
  parameters?: Record<string, (page: Page) => Promise<string>>;
};

const files = import.meta.glob<FeatureTesting | undefined>("../src/features/*/testing.ts", {
  eager: true,
  import: "testing",
});

/** What all features add of a kind. */
export function allOf<Key extends keyof FeatureTesting>(key: Key): NonNullable<FeatureTesting[Key]>[] {
  return Object.values(files)
    .map((testing) => testing?.[key])
    .filter((value) => value !== undefined);
}
