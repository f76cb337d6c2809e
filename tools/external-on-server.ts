/** Packages that Node loads from node_modules. All others are bundled (record 49). */
export const externalOnServer = [
  // Benchmarks replace parts of them.
  ...["pg", "react", "react-dom"],
  // Starts a file of its own.
  "pino",
  // Needs its modules in their order.
  "@simplewebauthn/server",
  "sharp", // optional: images
];
