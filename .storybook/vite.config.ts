import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { buildOfParts } from "../testing/parts/build.ts";

export default defineConfig({ define: buildOfParts, plugins: [react(), tailwindcss()] });
