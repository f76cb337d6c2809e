/** The areas of the product that need a login. Each is the first segment of its URLs. */
export const areaNames = [
  "app", // optional: app
  "manager",
] as const;

export type AreaName = (typeof areaNames)[number];
