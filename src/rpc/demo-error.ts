/** The product is a read-only demo (specification, "Other messages"). */
export const demoError = {
  status: 403,
  message: "This is a read-only demo, this action is disabled.",
} as const;
