declare const __BUILD__: {
  version: string;
  commit: string | undefined;
  branch: string | undefined;
  /** ISO 8601. */
  time: string;
  environment: { name: string; emoji: string | undefined; color: string } | undefined;
};

/** What was fixed when the product was built: its version, and the `VITE_` settings. */
export const build = __BUILD__;
