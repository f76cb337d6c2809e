import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { testBuild } from "../testing/components/build.ts";
import { serveOnly } from "../tools/served-files.ts";

export default defineConfig({
  define: testBuild,
  plugins: [react(), tailwindcss(), serveOnly([".storybook", "src", "testing", "node_modules"])],
});
