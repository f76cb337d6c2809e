import { loadBuilt } from "../../../scripts/support/built.ts";

/* Runs the last build as if VITE_IS_DEMO had been set for it: the flag is the only difference. */
process.env.NODE_ENV = "production";
const { built, closeOnSignals, run } = await loadBuilt();
const loadApp = async () => ({ ...(await built.loadApp()), isDemo: true });
closeOnSignals(await run({ ...built, loadApp, env: process.env }));
