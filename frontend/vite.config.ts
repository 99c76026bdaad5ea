import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vitest/config";

export default defineConfig({
  base: "/static/",
  plugins: [vue()],
  define: { __VUE_OPTIONS_API__: "false", __VUE_PROD_DEVTOOLS__: "false" },
  build: {
    manifest: true,
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0, // data: URLs would need a wider Content-Security-Policy
    target: "es2022",
    rollupOptions: { input: { site: "src/site.ts", match: "src/match.ts", screen: "src/screen.ts" } },
  },
  server: { port: 5173, strictPort: true, origin: "http://127.0.0.1:5173", cors: true },
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"] },
});
