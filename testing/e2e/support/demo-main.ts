import { run } from "#app/run.server.ts";
import { built, closeOnSignals } from "#main.ts";

/* Runs the last build as if VITE_IS_DEMO had been set for it: the flag is the only difference. */
const loadApp = async () => ({ ...(await built.loadApp()), isDemo: true });
closeOnSignals(await run({ ...built, loadApp, env: process.env, pretty: false }));
