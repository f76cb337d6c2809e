declare const __SOURCE__: {
  commit: string | undefined;
  branch: string | undefined;
  /** ISO 8601. */
  time: string;
};

/** What the product was built from, and when: for signed-in users only. */
export const buildSource = __SOURCE__;
