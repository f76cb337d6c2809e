/** The accounts for trying the product. */
export const seededAccounts = [
  { name: "Ada Admin", email: "admin@example.com", role: "admin" },
  { name: "Uma User", email: "user@example.com", role: "user" },
];
