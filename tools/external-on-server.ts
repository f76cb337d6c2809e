/**
 * Packages that Node loads from node_modules: benchmarks replace parts of pg and React, pino starts a file of its own,
 * @simplewebauthn needs its modules in their order, and sharp has native files. All others are bundled (record 49).
 */
export const externalOnServer = ["pg", "pino", "react", "react-dom", "@simplewebauthn/server", "sharp"];
